import { expect } from '@open-wc/testing';
import { faultOf, parseMessage } from '../../src/wire/tabs-message.js';
import { TransportError } from '../../src/wire/transport.js';

const frame = { data: '{}', event: 'tool.started', id: '1' };
const welcome = { type: 'welcome', from: 'a', to: 'b', at: 0, opened: true };

const GOOD: readonly unknown[] = [
  { type: 'join', from: 'a' },
  { type: 'join', from: 'a', cursor: '7' },
  { type: 'leave', from: 'a' },
  { type: 'lead', from: 'a' },
  welcome,
  { ...welcome, date: 1_700_000_000_000, entries: [{ frame }, { cursor: '' }, { retry: 5 }, { lost: 'words' }] },
  { type: 'open', from: 'a', date: 0 },
  { type: 'entries', from: 'a', at: 3, entries: [{ frame: { data: '' } }] },
  { type: 'alive', from: 'a' },
  { type: 'left', from: 'a' },
  { type: 'end', from: 'a' },
  { type: 'end', from: 'a', fault: { code: 'http', message: 'busy', status: 503, retryAfter: 1000 } },
  { type: 'end', from: 'a', fault: { code: 'snapshot', message: '', snapshot: [1] } },
];

const BAD: readonly unknown[] = [
  undefined,
  null,
  'join',
  7,
  [],
  {},
  { type: 'join' },
  { type: 'join', from: 1 },
  { type: 'join', from: 'a', cursor: 7 },
  { type: 'constructor', from: 'a' },
  { type: 'toString', from: 'a' },
  { type: 'unheard', from: 'a' },
  { ...welcome, to: undefined },
  { ...welcome, at: -1 },
  { ...welcome, at: 1.5 },
  { ...welcome, opened: 'yes' },
  { ...welcome, date: Infinity },
  { ...welcome, date: 1e300 },
  { ...welcome, entries: {} },
  { ...welcome, entries: [null] },
  { ...welcome, entries: [{}] },
  { type: 'open', from: 'a', date: 'Mon' },
  { type: 'entries', from: 'a', at: 0 },
  { type: 'entries', from: 'a', at: 0, entries: [{ frame: { data: {} } }] },
  { type: 'entries', from: 'a', at: 0, entries: [{ frame: { data: '', id: 1 } }] },
  { type: 'entries', from: 'a', at: 0, entries: [{ frame: { data: '', event: {} } }] },
  { type: 'entries', from: 'a', at: 0, entries: [{ retry: '5' }] },
  { type: 'entries', from: 'a', at: 0, entries: [{ retry: Number.NaN }] },
  { type: 'end', from: 'a', fault: 'http' },
  { type: 'end', from: 'a', fault: { code: 'constructor', message: '' } },
  { type: 'end', from: 'a', fault: { code: 'http', message: '', status: '503' } },
];

describe('tabs: messages', () => {
  for (const message of GOOD) {
    it(`takes ${JSON.stringify(message)}`, () => {
      expect(parseMessage(structuredClone(message))).to.deep.equal(message);
    });
  }

  for (const message of BAD) {
    it(`refuses ${message === undefined ? 'nothing' : JSON.stringify(message)}`, () => {
      expect(parseMessage(message)).to.equal(undefined);
    });
  }

  it('A15 passes on of an error what is ours, and nothing of a cause or of a host', () => {
    const ours = new TransportError('http', 'busy', { status: 503, retryAfter: 5, cause: new Error('token') });
    expect(faultOf(ours)).to.deep.equal({ code: 'http', message: 'busy', status: 503, retryAfter: 5 });
    expect(faultOf(new TransportError('snapshot', '', { snapshot: null }))).to.deep.equal({ code: 'snapshot', message: '', snapshot: null });
    for (const foreign of [new Error('Bearer secret'), 'secret', null, { code: 'http', message: 'secret' }]) {
      expect(faultOf(foreign)).to.deep.equal({ code: 'network', message: 'The connection was cut' });
    }
  });
});
