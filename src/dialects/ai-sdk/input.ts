import type { ActivityEvent } from '../../activity/event.js';
import type { Call } from './turn.js';

function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** What was streamed of the arguments is all of them. */
export function streamedWhole(call: Call): readonly ActivityEvent[] {
  call.input = { value: call.plain === true ? call.text : parsed(call.text) };
  return [{ type: 'tool.input', callId: call.callId, mode: 'replace', value: call.input.value, complete: true }];
}
