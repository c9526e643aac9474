import { expect } from '@open-wc/testing';
import { type AttemptFacts, judge, type Verdict } from '../../src/wire/policy.js';

const FACTS: AttemptFacts = {
  outcome: 'ended',
  opened: true,
  openedBefore: false,
  resumed: false,
  reopenable: true,
  complete: false,
  refreshed: false,
  strikes: 0,
};
const ONCE = { reopenable: false } as const;

/** [what, facts, action, code, retryable] */
const ROWS: readonly (readonly [string, Partial<AttemptFacts>, Verdict['action'], Verdict['code'], boolean])[] = [
  ['F3 an end before the run', {}, 'retry', 'stream-interrupted', true],
  ['the end of a body that was all', { complete: true }, 'done', undefined, false],
  ['an early end of a one-shot turn', { ...ONCE }, 'closed', 'stream-interrupted', true],
  ['an address that cannot be requested', { outcome: 'address', opened: false }, 'final', 'address', false],
  ['F1 the network', { outcome: 'network' }, 'retry', 'network', true],
  ['the network, of a one-shot turn that had begun', { ...ONCE, outcome: 'network' }, 'closed', 'stream-interrupted', true],
  ['the network, of a one-shot turn that had not', { ...ONCE, outcome: 'network', opened: false }, 'final', 'network', true],
  ['the network, of a one-shot turn whose run is over', { ...ONCE, outcome: 'network', complete: true }, 'done', undefined, false],
  ['F13 silence', { outcome: 'idle' }, 'retry', 'idle', true],
  ['silence in a one-shot turn', { ...ONCE, outcome: 'idle' }, 'closed', 'stream-interrupted', true],
  ['F4 204', { outcome: 'no-stream', opened: false }, 'done', undefined, false],
  ['C11 a snapshot', { outcome: 'snapshot', opened: false }, 'done', undefined, false],
  ['F5 401', { outcome: 'auth', status: 401 }, 'refresh-auth', 'auth-required', true],
  ['F5 401 of a one-shot turn', { ...ONCE, outcome: 'auth', status: 401 }, 'refresh-auth', 'auth-required', true],
  ['F5 401 with fresh headers', { outcome: 'auth', status: 401, refreshed: true }, 'final', 'auth-required', true],
  ['F5 headers that cannot be had', { outcome: 'headers', opened: false }, 'retry', 'headers-failed', true],
  ['F5 403', { outcome: 'http', status: 403 }, 'final', 'forbidden', false],
  ['F7 404', { outcome: 'http', status: 404 }, 'final', 'not-found', false],
  ['F7 410', { outcome: 'http', status: 410 }, 'final', 'not-found', false],
  ['F7 another 4xx', { outcome: 'http', status: 418 }, 'final', 'http', false],
  ...[409, 410, 412, 416].map(
    (status) => [`C4 ${String(status)} with a cursor`, { outcome: 'http', status, opened: false, resumed: true }, 'start-over', undefined, true] as const,
  ),
  ['C4 a cursor that is refused in a turn that is opened by hand', { ...ONCE, outcome: 'http', status: 412, resumed: true }, 'start-over', undefined, true],
  ['409 without a cursor', { outcome: 'http', status: 409 }, 'final', 'http', false],
  ['404 with a cursor is about the run', { outcome: 'http', status: 404, resumed: true }, 'final', 'not-found', false],
  ['F3 an end after the run', { complete: true, opened: true }, 'done', undefined, false],
  ['a 2xx that is no 200', { outcome: 'http', status: 299 }, 'final', 'http', false],
  ...[408, 429, 500, 502, 503, 504].map(
    (status) => [`F6 ${String(status)}`, { outcome: 'http', status }, 'retry', 'http', true] as const,
  ),
  ['503 of a one-shot turn', { ...ONCE, outcome: 'http', status: 503, opened: false }, 'final', 'http', true],
  ['F8 a wrong type from the start', { outcome: 'content-type', opened: false, strikes: 1 }, 'final', 'content-type', false],
  ['F8 a wrong type after a stream', { outcome: 'content-type', openedBefore: true, strikes: 2 }, 'retry', 'content-type', true],
  ['F8 the third in a row', { outcome: 'content-type', openedBefore: true, strikes: 3 }, 'final', 'content-type', true],
  ['F11 a transport that gives up over an event', { outcome: 'event-too-large' }, 'final', 'event-too-large', false],
];

describe('reconnect policy', () => {
  for (const [name, facts, action, code, retryable] of ROWS) {
    it(name, () => {
      const verdict = judge({ ...FACTS, ...facts });
      expect([verdict.action, verdict.code, verdict.retryable]).to.deep.equal([action, code, retryable]);
    });
  }
});
