import type { ToolEnd } from '../../activity/event.js';
import { contentText } from '../shared/content.js';
import { compact, isRecord, type JsonRecord, textOf } from '../shared/values.js';

/** How a call ended, without whose. */
export type Ending = Pick<ToolEnd, 'result' | 'error' | 'output'>;

const RESULT = /^(.*?)_?tool_result$/s;

/** Whether a block is the result of a call, in the stream or in a history. */
export function isResult(type: string): boolean {
  return RESULT.test(type);
}

/** The tool that a result is of, as far as its type says so. */
export function toolOf(type: string): string | undefined {
  const name = textOf(RESULT.exec(type)?.[1]);
  return name === 'mcp' ? undefined : name;
}

/** A tool's own error is content of a type that ends so. */
function errorOf(content: JsonRecord): NonNullable<Ending['error']> {
  const code = textOf(content['error_code']);
  const message = textOf(content['error_message']) ?? code ?? 'error';
  return { message, ...compact({ code }) };
}

/** What a result says. A program that ends with another code than 0 has run, and not as it should. */
export function endingOf(content: unknown, isError: boolean): Ending {
  if (isRecord(content) && textOf(content['type'])?.endsWith('_error') === true) return { result: 'failed', error: errorOf(content) };
  const output = content === undefined ? {} : { output: content };
  if (isError) return { result: 'failed', error: { message: contentText(content) ?? 'error' }, ...output };
  const code = isRecord(content) ? content['return_code'] : undefined;
  return { result: typeof code === 'number' && code !== 0 ? 'degraded' : 'completed', ...output };
}
