import type { StreamFaultCode } from '../wire/policy.js';
import { LOAD_FAILED } from './load-fault.js';

/**
 * What can go wrong, by stable code. Elements have their own words for a code in each language; these are the default
 * ones, in English, where the server said nothing better.
 *
 * Where a person sees it: in the connection `line`, in the `feed`, on the `card`; `wait`: the line counts down to the next
 * attempt, and has words of its own for the code where there is none.
 *
 * | code | when | retryable | a person sees | a page may |
 * | --- | --- | --- | --- | --- |
 * | `address` | the URL or the method of the stream cannot be requested at all | no | line | mend the address |
 * | `network` | no answer, or the connection was cut | yes, by itself | wait | nothing, or `retry()` |
 * | `idle` | no answer, or no byte for longer than the idle time | yes, by itself | wait | look for a proxy that holds the stream back |
 * | `http` | any other refusal; of a cursor only when it is refused again without one; the status is in the message, or the server's words are | 408, 429, 5xx: by itself | wait | read the server's words in `message` |
 * | `not-found` | 404, and 410 without a cursor | no | line | show another run |
 * | `forbidden` | 403 | no | line | offer another account |
 * | `auth-required` | 401, and again with fresh headers | by hand | line | sign in, then `retry()` |
 * | `content-type` | an answer that is neither an event stream nor JSON | where there was a stream before | line | look for a sign-in page or a wrong address behind `src` |
 * | `event-too-large` | an event over the limit was dropped; the stream goes on | no | feed | send references instead of values |
 * | `headers-failed` | the host's `headers` function threw, hung, or gave what is no header | yes, by itself | wait | mend `headers`, then `retry()` |
 * | `stream-interrupted` | the stream ended before the run; a one-shot one is not opened again by itself | yes | wait | after a one-shot turn: offer to ask again, by `retry()` |
 * | `unknown-dialect` | no dialect of this name; nothing was opened | no | line | name a known one |
 * | `unrecognised-dialect` | `dialect="auto"`, and neither the headers nor the first frames tell which dialect it is; of a history alone, that it does not | no | line | name the dialect |
 * | `history-failed` | the history could not be loaded; the stream is opened all the same | by hand | feed | look at `cause`; `retry()` asks again |
 * | `resynced` | events were missed, and the history made up for them: the state is whole again | no | nothing | nothing |
 * | `events-lost` | events were missed, and there is no history that has them | by hand, with a history | feed | give it `history-src`; with one, `retry()` asks again |
 * | `stop-failed` | the stop request failed | by hand | feed | offer `stop()` again |
 * | `approval-not-sent` | network, timeout, 408, 429, 5xx, or the host's promise was rejected | by hand | card | nothing: the card can be pressed again |
 * | `approval-refused` | any other 4xx, with the server's words | by hand | card | read the server's words in `message` |
 * | `approval-unknown` | `decide()` for an approval that is not there | no | nothing | look for a late `decide()` |
 * | `approval-details-failed` | the host's `loadApproval` gave nothing for an approval | by hand | card | give `loadApproval` something for it |
 * | `load-failed` | a file of the CDN build could not be loaded, or is not the one that belongs to it | by hand | feed | see that all files of one build are served |
 * | `url-template` | a placeholder of a URL template is unknown or has no usable value | no | feed | mend the template |
 */
export type FaultCode =
  | StreamFaultCode
  | 'unknown-dialect'
  | 'unrecognised-dialect'
  | 'history-failed'
  | 'resynced'
  | 'events-lost'
  | 'stop-failed'
  | 'approval-not-sent'
  | 'approval-refused'
  | 'approval-unknown'
  | 'approval-details-failed'
  | 'load-failed'
  | 'url-template';

/** A failure as it is told to the host and put into the state. It never holds a header's value or an address. */
export interface SessionFault {
  readonly code: FaultCode;
  readonly message: string;
  /** Trying again, by itself or by hand, makes sense. */
  readonly retryable: boolean;
  readonly cause?: unknown;
}

const WORDS: Readonly<Record<FaultCode, string>> = {
  address: 'The address of the stream cannot be used.',
  network: 'The server cannot be reached.',
  idle: 'The server has gone silent.',
  http: 'The server refused the request.',
  'not-found': 'This run is no longer available.',
  forbidden: 'You have no access to this run.',
  'auth-required': 'Please sign in again.',
  'content-type': 'The server did not answer with an event stream.',
  'event-too-large': 'The server sent an event that is too large.',
  'headers-failed': 'The request could not be authorised.',
  'stream-interrupted': 'The stream ended before the run did.',
  'unknown-dialect': 'The stream format is not known.',
  'unrecognised-dialect': 'The stream format could not be recognised.',
  'history-failed': 'Earlier activity could not be loaded.',
  resynced: 'Missed activity was loaded again.',
  'events-lost': 'Some activity may be missing.',
  'stop-failed': 'The run could not be stopped.',
  'approval-not-sent': 'The answer could not be sent. Nothing was decided.',
  'approval-refused': 'The server did not accept the answer.',
  'approval-unknown': 'There is no such approval.',
  'approval-details-failed': 'What is to be decided could not be loaded.',
  'load-failed': LOAD_FAILED,
  'url-template': 'The address of the request cannot be built.',
};

/** Builds a fault; without a message, in the default words of its code. */
export function fault(
  code: FaultCode,
  details: { readonly message?: string | undefined; readonly retryable?: boolean; readonly cause?: unknown } = {},
): SessionFault {
  return {
    code,
    message: details.message ?? WORDS[code],
    retryable: details.retryable ?? false,
    ...(details.cause !== undefined && { cause: details.cause }),
  };
}
