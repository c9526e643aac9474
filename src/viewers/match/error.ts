import { entries, field, isRecord, keysOf, leafText, type Entry } from '../data.js';

export interface ErrorParts {
  readonly code?: string;
  readonly message: string;
  /** What else there is to it. */
  readonly rest: readonly Entry[];
}

const CODES = ['code', 'status', 'statusCode', 'name', 'type'];
const MESSAGES = ['message', 'detail', 'error_description', 'reason', 'title'];
const OTHERS = ['stack', 'cause', 'details', 'data', 'errors', 'retryable', 'requestId', 'request_id', 'path', 'instance'];
const KNOWN = new Set([...CODES, ...MESSAGES, ...OTHERS]);
/** More fields than an error has: it is something else that mentions one. */
const MOST_FIELDS = 12;

/** Code and message of what is an error: one of the page's, `{ error: … }`, or a code with a message. */
export function errorOf(value: unknown, hinted = false): ErrorParts | undefined {
  if (isError(value)) return ofError(value);
  return isRecord(value) && keysOf(value).length <= MOST_FIELDS ? ofRecord(value, hinted) : undefined;
}

function ofRecord(value: object, hinted: boolean): ErrorParts | undefined {
  const inner = field(value, 'error');
  if (typeof inner === 'string' && inner !== '') return parts(value, 'error');
  if (isRecord(inner)) {
    const found = parts(inner);
    return found && { ...found, rest: [...found.rest, ...[...entries(value)].filter(([key]) => key !== 'error')] };
  }
  const found = parts(value);
  const isOne = found?.code !== undefined && Object.hasOwn(value, 'message') && keysOf(value).every((key) => KNOWN.has(key));
  return hinted || isOne ? found : undefined;
}

function parts(value: object, messageKey = first(value, MESSAGES)): ErrorParts | undefined {
  if (messageKey === undefined) return undefined;
  const codeKey = first(value, CODES);
  return {
    ...(codeKey === undefined ? {} : { code: String(field(value, codeKey)) }),
    message: String(field(value, messageKey)),
    rest: [...entries(value)].filter(([key]) => key !== codeKey && key !== messageKey),
  };
}

/** The first of these fields that says something. */
function first(value: object, keys: readonly string[]): string | undefined {
  return keys.find((key) => {
    const found = field(value, key);
    return (typeof found === 'string' && found !== '') || typeof found === 'number';
  });
}

/** `instanceof` asks a proxy of the host, which may throw. */
function isError(value: unknown): value is Error {
  try {
    return value instanceof Error;
  } catch {
    return false;
  }
}

/** Name and message may be getters that throw. */
function ofError(error: Error): ErrorParts {
  try {
    const { name, message } = error as { name: unknown; message: unknown };
    return { code: leafText(name), message: leafText(message), rest: [] };
  } catch {
    return { message: '[unreadable]', rest: [] };
  }
}
