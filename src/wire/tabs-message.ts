import type { WireFrame } from './frame.js';
import type { TransportError, TransportErrorCode } from './transport.js';

/** What a stream brought, in order, as the tabs that share it pass it on. */
export type TabsEntry =
  | { readonly frame: WireFrame }
  | { readonly cursor: string }
  | { readonly retry: number }
  /** Words about something that was lost. */
  | { readonly lost: string };

/** How a stream ended that did not end by itself. Never an address, a header or a cause. */
export interface TabsFault {
  readonly code: TransportErrorCode;
  readonly message: string;
  readonly status?: number;
  readonly retryAfter?: number;
  readonly snapshot?: unknown;
}

/**
 * What tabs say to each other about one stream. `from` is the sender's name, made up for each attempt. The one that
 * leads has the connection; the others follow it. `date` is the server's time at the moment of sending, in epoch ms.
 */
export type TabsMessage =
  /** A tab asks whoever leads for what comes after its cursor. */
  | { readonly type: 'join'; readonly from: string; readonly cursor?: string }
  /** A follower is gone. */
  | { readonly type: 'leave'; readonly from: string }
  /** A tab leads from here on: whoever wants to follow joins. */
  | { readonly type: 'lead'; readonly from: string }
  /** The answer to `join`. Without `entries` the leader does not know what came after that cursor. `at`: the next entry's number. */
  | {
      readonly type: 'welcome';
      readonly from: string;
      readonly to: string;
      readonly at: number;
      readonly opened: boolean;
      readonly date?: number;
      readonly entries?: readonly TabsEntry[];
    }
  | { readonly type: 'open'; readonly from: string; readonly date?: number }
  | { readonly type: 'entries'; readonly from: string; readonly at: number; readonly entries: readonly TabsEntry[] }
  /** Bytes came, and no entry was in them. */
  | { readonly type: 'alive'; readonly from: string }
  /** The leader leaves, the stream had not ended: another tab goes on with it. */
  | { readonly type: 'left'; readonly from: string }
  /** The stream ended, by itself or with a fault, for all. */
  | { readonly type: 'end'; readonly from: string; readonly fault?: TabsFault };

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isFlag: Check = (value) => typeof value === 'boolean';
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const record =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isFields(value) && Object.entries(shape).every(([key, check]) => check(value[key]));
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const oneOf =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));

const CODES: Readonly<Record<TransportErrorCode, true>> = {
  address: true,
  network: true,
  http: true,
  auth: true,
  'no-stream': true,
  'content-type': true,
  'event-too-large': true,
  idle: true,
  snapshot: true,
  unrecognised: true,
  unloaded: true,
};

const ENTRY = oneOf(
  record({ frame: record({ data: isText, event: maybe(isText), id: maybe(isText) }) }),
  record({ cursor: isText }),
  record({ retry: isNumber }),
  record({ lost: isText }),
);
const FAULT = record({
  code: (value) => isText(value) && Object.hasOwn(CODES, value as string),
  message: isText,
  status: maybe(isNumber),
  retryAfter: maybe(isNumber),
});
/** What `Date` can hold. */
const DATE = maybe((value) => isNumber(value) && Math.abs(value as number) <= 8.64e15);

const SHAPES: Readonly<Record<TabsMessage['type'], Check>> = {
  join: record({ from: isText, cursor: maybe(isText) }),
  leave: record({ from: isText }),
  lead: record({ from: isText }),
  welcome: record({ from: isText, to: isText, at: isCount, opened: isFlag, date: DATE, entries: maybe(listOf(ENTRY)) }),
  open: record({ from: isText, date: DATE }),
  entries: record({ from: isText, at: isCount, entries: listOf(ENTRY) }),
  alive: record({ from: isText }),
  left: record({ from: isText }),
  end: record({ from: isText, fault: maybe(FAULT) }),
};

/** A message of the channel, if it is one: any script of the origin may speak there, and any version of this one. */
export function parseMessage(value: unknown): TabsMessage | undefined {
  if (!isFields(value)) return undefined;
  const type = value['type'];
  if (typeof type !== 'string' || !Object.hasOwn(SHAPES, type)) return undefined;
  return SHAPES[type as TabsMessage['type']](value) ? (value as unknown as TabsMessage) : undefined;
}

/** What other tabs may know of an error: nothing that a host's own code has put into it. */
export function faultOf(error: unknown): TabsFault {
  const { name, code, message, status, retryAfter, snapshot } = (error ?? {}) as Partial<TransportError>;
  if (name !== 'TransportError' || code === undefined) return { code: 'network', message: 'The connection was cut' };
  return {
    code,
    message: message ?? '',
    ...(status !== undefined && { status }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(snapshot !== undefined && { snapshot }),
  };
}
