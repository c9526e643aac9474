/**
 * The numbers that names of tests carry: what can go wrong with a connection (F), with answers and embedding (A), and
 * what is promised (R). `npm test` ends with how many passing tests name each (scripts/lib/matrix.mjs).
 *
 * A fault `over a socket` has a test in this folder that passes in each browser: an element, a real socket, and a server
 * that does it (test/support/fault-process.mjs). One that is `simulated` is about numbers alone, and its tests are of the
 * pure functions.
 */

/** @typedef {{ id: string, what: string, how?: 'over a socket' | 'simulated' }} Row */

/** @type {Row[]} */
export const FAULTS = [
  { id: 'F1', what: 'the server restarts', how: 'over a socket' },
  { id: 'F2', what: 'a cut in a character, a line, an event, or between two', how: 'over a socket' },
  { id: 'F3', what: 'an end with and without the end of the run', how: 'over a socket' },
  { id: 'F4', what: '204', how: 'over a socket' },
  { id: 'F5', what: '401 and 403', how: 'over a socket' },
  { id: 'F6', what: '429, 503 and other passing answers, with and without Retry-After', how: 'over a socket' },
  { id: 'F7', what: '404, 410 and other final answers', how: 'over a socket' },
  { id: 'F8', what: 'something that is no stream: HTML, nothing, broken gzip', how: 'over a socket' },
  { id: 'F9', what: 'a redirect to another origin', how: 'over a socket' },
  { id: 'F10', what: 'byte order mark, NUL in an id, mixed line ends', how: 'over a socket' },
  { id: 'F11', what: 'one huge line or event', how: 'over a socket' },
  { id: 'F12', what: 'endless comments', how: 'over a socket' },
  { id: 'F13', what: 'a silent half-open socket', how: 'over a socket' },
  { id: 'F14', what: 'clock jumps and sleep', how: 'over a socket' },
  { id: 'F15', what: 'the back/forward cache', how: 'over a socket' },
  { id: 'F16', what: 'a tab hidden for ten minutes', how: 'over a socket' },
  { id: 'F17', what: 'offline and online', how: 'over a socket' },
  { id: 'F18', what: 'duplicates on resume', how: 'over a socket' },
  { id: 'F19', what: 'a gap, a stale cursor, another run', how: 'over a socket' },
  { id: 'F20', what: 'events out of order', how: 'over a socket' },
  { id: 'F21', what: 'unknown events, extra fields, cot.*', how: 'over a socket' },
  { id: 'F22', what: 'hostile ids and types', how: 'over a socket' },
  { id: 'F23', what: 'deep and large values', how: 'over a socket' },
  { id: 'F24', what: 'ill-formed text, and words without an end', how: 'over a socket' },
  { id: 'F25', what: 'malformed JSON in one event', how: 'over a socket' },
  { id: 'F26', what: 'host code that throws', how: 'over a socket' },
  { id: 'F27', what: 'several elements at one address; moved, removed, a thousand times', how: 'over a socket' },
  { id: 'F28', what: 'six connections of HTTP/1.1', how: 'over a socket' },
  { id: 'F29', what: 'a thousand clients lose the server', how: 'simulated' },
];

/** @type {Row[]} */
export const ATTACKS = [
  { id: 'A1', what: 'ten clicks, a held key, two tabs: one decision' },
  { id: 'A2', what: 'the answer is lost after the server acted' },
  { id: 'A3', what: 'a request replayed after its decision or end' },
  { id: 'A4', what: 'a decision after the deadline, clock skew' },
  { id: 'A5', what: 'approving while disconnected' },
  { id: 'A6', what: 'words say one thing, the request another' },
  { id: 'A7', what: 'bidi controls, invisible and alike characters' },
  { id: 'A8', what: 'a card that slides under the pointer' },
  { id: 'A9', what: 'overlay and framing' },
  { id: 'A10', what: 'clicks made by a script' },
  { id: 'A11', what: 'HTML and addresses in any text' },
  { id: 'A12', what: 'CSS through tokens and attributes' },
  { id: 'A13', what: 'strict CSP and Trusted Types' },
  { id: 'A14', what: 'a changed file does not run' },
  { id: 'A15', what: 'credentials to another origin' },
  { id: 'A16', what: 'a decision forged from another site' },
  { id: 'A17', what: 'messages between windows' },
  { id: 'A18', what: 'a hostile page, a tag that is taken, two versions' },
  { id: 'A19', what: 'raw reasoning' },
];

/** @type {Row[]} */
export const GOALS = [
  { id: 'R1', what: 'conformance at every chunking' },
  { id: 'R2', what: 'nothing lost, nothing doubled' },
  { id: 'R3', what: 'nothing unfinished is shown' },
  { id: 'R4', what: 'recovery within a bound' },
  { id: 'R5', what: 'half-open is found, without false alarms' },
  { id: 'R6', what: 'no herd' },
  { id: 'R7', what: 'a day without growth' },
  { id: 'R8', what: 'one decision in 10,000 races' },
  { id: 'R9', what: 'no script runs, no request leaves' },
  { id: 'R10', what: 'hostile data is survived' },
  { id: 'R11', what: 'the life cycle of a real browser' },
  { id: 'R12', what: 'every row is named by a test' },
];
