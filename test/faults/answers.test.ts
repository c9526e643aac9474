/** What a server may answer instead of the stream, or at its end: F3 to F9. */
import { expect } from '@open-wc/testing';
import { RUN_LOG } from '../session/run-log.js';
import { type FaultProcess, startFaultProcess, type Step } from '../support/fault-process.js';
import { faultPlan } from '../support/fault-server.js';
import { PageClock } from '../support/page-clock.js';
import { came, clear, frame, luck, says, show, shown, stands, told, uncut, until, type View } from './kit.js';

let server: FaultProcess;
let clock: PageClock;
let unlucky: () => void;

before(async () => {
  server = await startFaultProcess();
});
after(async () => {
  await server.order('end');
});
beforeEach(() => {
  clock = new PageClock();
  unlucky = luck(0);
});
afterEach(() => {
  clear();
  unlucky();
  clock.restore();
});

const SECRET = 'hush-7731';
const WHOLE: Step = { log: true };
const HTML: Step = { headers: { 'content-type': 'text/html' }, body: [`<h1>Sign in</h1><p>${SECRET}</p>`] };
const TYPELESS: Step = { headers: { 'content-type': '' } };
const json = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Step => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: [JSON.stringify({ error: { message } })],
});
const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toUTCString();

interface Row {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Where the connection comes to rest. */
  readonly ends: 'closed' | 'failed';
  readonly code?: string;
  readonly connections: number;
  readonly says?: RegExp;
}

const ROWS: readonly Row[] = [
  ...['message.completed', 'message.partially_completed', 'run.failed', 'run.error', 'run.settlement.completed'].map((event): Row => ({
    name: `F3 leaves at ${event}, though the server would go on`,
    steps: [{ body: [`${frame(event, {})}\n\n`], end: 'hold' }],
    ends: 'closed',
    connections: 1,
  })),
  { name: 'F3 a clean end before the run has ended is none: goes on after the last event', steps: [{ log: true, upTo: 5 }, WHOLE], ends: 'closed', connections: 2 },
  { name: 'F4 204: nothing to stream, for good, without a word', steps: [{ status: 204 }], ends: 'closed', connections: 1 },
  { name: 'F5 401: once again with fresh headers', steps: [{ status: 401 }, WHOLE], ends: 'closed', connections: 2 },
  { name: 'F5 401 twice: a person has to sign in', steps: [{ status: 401 }], ends: 'failed', code: 'auth-required', connections: 2, says: /sign in again/iu },
  { name: 'F5 403: not for this person', steps: [{ status: 403 }], ends: 'failed', code: 'forbidden', connections: 1, says: /\w/u },
  { name: 'F6 408, 500, 502 without a date: again', steps: [{ status: 408 }, { status: 500 }, { status: 502 }, WHOLE], ends: 'closed', connections: 4 },
  { name: 'F7 404: the run is not there', steps: [json(404, 'No such run')], ends: 'failed', code: 'not-found', connections: 1, says: /no longer available/iu },
  { name: 'F7 410: the run is gone', steps: [json(410, 'Gone')], ends: 'failed', code: 'not-found', connections: 1, says: /no longer available/iu },
  { name: 'F7 another 4xx, in the server’s own words where there are some', steps: [json(422, 'Bad cursor')], ends: 'failed', code: 'http', connections: 1, says: /\w/u },
  { name: 'F8 an HTML page from the start', steps: [HTML], ends: 'failed', code: 'content-type', connections: 1, says: /\w/u },
  { name: 'F8 an empty answer without a type', steps: [TYPELESS], ends: 'failed', code: 'content-type', connections: 1, says: /\w/u },
  { name: 'F8 HTML pages behind a stream: three times', steps: [{ log: true, upTo: 5, end: 'cut' }, HTML], ends: 'failed', code: 'content-type', connections: 4 },
  { name: 'F8 one HTML page behind a stream passes', steps: [{ log: true, upTo: 5, end: 'cut' }, HTML, WHOLE], ends: 'closed', connections: 3 },
  { name: 'F8 gzip garbage', steps: [{ headers: { 'content-encoding': 'gzip' }, body: [`data: ${SECRET}\n\n`] }, WHOLE], ends: 'closed', connections: 2 },
  { name: 'F8 something that is not HTTP', steps: [{ raw: 'SSH-2.0-OpenSSH_9.2\r\n', framing: 'close' }, WHOLE], ends: 'closed', connections: 2 },
];

/** Whether the run was read to its end, and nothing but it. */
async function isWhole(view: View): Promise<void> {
  expect(told(view.element.state)).to.equal(await uncut(await server.layLog(RUN_LOG, WHOLE)));
}

describe('faults: answers', function () {
  this.timeout(60_000);

  for (const row of ROWS) {
    it(row.name, async () => {
      const laid = await server.layLog(RUN_LOG, ...row.steps);
      const view = show(laid);
      await stands(view, row.ends);
      // A minute later still so: nobody knocks again, and no timer waits to do so.
      clock.advance(60_000);
      await until(async () => (await laid.seen()).every(({ open }) => !open), 'its sockets are closed');
      expect(await laid.seen()).to.have.length(row.connections);
      expect(view.element.state.connection).to.include({ status: row.ends });
      expect(view.element.state.connection.error?.code).to.equal(row.code);
      if (row.says) expect(await says(view)).to.match(row.says);
      if (row.steps.at(-1) === WHOLE) await isWhole(view);
      expect(shown(view.element) + JSON.stringify(view.element.state)).not.to.include(SECRET);
    });
  }

  it('F3 tool.failed ends a call and no run', async () => {
    const laid = await server.lay({ body: [`${frame('tool.failed', { callId: 'c' })}\n\n`] }, { body: [':\n\n'], end: 'hold' });
    const view = show(laid);
    await came(laid, 2);
    await stands(view, 'open');
    expect(view.element.state.calls.get('c')?.status).to.equal('failed');
  });

  it('F5 the headers function is asked for each attempt, waited for, and its token is nowhere else', async () => {
    const laid = await server.layLog(RUN_LOG, { status: 401 }, WHOLE);
    const asked: ((token: string) => void)[] = [];
    const headers = (): Promise<Record<string, string>> =>
      new Promise((resolve) => asked.push((token) => resolve({ authorization: `Bearer ${token}` })));
    const view = show(laid, { headers });
    await until(() => asked.length === 1, 'asked');
    expect(await laid.seen(), 'nothing goes out without them').to.deep.equal([]);
    asked[0]?.(`${SECRET}-1`);
    await until(() => asked.length === 2, 'asked again');
    asked[1]?.(`${SECRET}-2`);
    await stands(view, 'closed');
    const requests = await laid.seen();
    expect(requests.map(({ headers }) => headers['authorization'])).to.deep.equal([`Bearer ${SECRET}-1`, `Bearer ${SECRET}-2`]);
    expect(asked).to.have.length(2);
    const { state } = view.element;
    expect(JSON.stringify([requests.map(({ path }) => path), told(state), state.connection]) + shown(view.element)).not.to.include(SECRET);
  });

  it('F5 headers that cannot be had are asked for again', async () => {
    const laid = await server.layLog(RUN_LOG, WHOLE);
    let calls = 0;
    const view = show(laid, { headers: () => ((calls += 1) < 3 ? Promise.reject(new Error(SECRET)) : Promise.resolve({})) });
    await stands(view, 'closed');
    expect([calls, view.errors]).to.deep.equal([3, ['headers-failed']]);
    expect(await laid.seen()).to.have.length(1);
  });

  const waits: readonly (readonly [name: string, step: Step, least: number])[] = [
    ['seconds', json(429, 'Slowly', { 'retry-after': '7' }), 7_000],
    ['a date, by the server’s own clock', { status: 503, headers: { 'retry-after': ago(3_590_000), date: ago(3_600_000) } }, 9_000],
    ['more than five minutes, which are the most', json(503, 'Tomorrow', { 'retry-after': '86400' }), 300_000],
  ];
  for (const [name, step, least] of waits) {
    it(`F6 Retry-After: ${name}`, async () => {
      const laid = await server.layLog(RUN_LOG, step, WHOLE);
      const view = show(laid);
      await until(() => view.element.state.connection.retryAt !== undefined, 'it waits');
      expect(await says(view)).to.match(/Reconnecting in/u);
      clock.advance(least - 500);
      expect(await laid.seen(), 'not a moment sooner').to.have.length(1);
      clock.advance(1_500);
      await stands(view, 'closed');
      await isWhole(view);
    });
  }

  it('F9 a redirect to another origin gets neither credentials nor headers: it is not followed', async () => {
    const other = await startFaultProcess();
    const elsewhere = await other.layLog(RUN_LOG, WHOLE);
    const away: Step = { status: 302, headers: { location: elsewhere.url } };
    const home = await faultPlan({ steps: [{ status: 302, headers: { location: elsewhere.url } }] });
    const refused = [
      show({ url: home.url() }, { headers: { 'x-api-key': SECRET } }),
      show({ url: home.url('?key=bare') }),
      show(await server.lay(away), { headers: { 'x-api-key': SECRET } }),
    ];
    for (const view of refused) await until(() => view.errors.includes('network'), 'refused');
    expect(await elsewhere.seen()).to.deep.equal([]);
    await other.order('end');
  });

  it('F9 a redirect within the page’s origin is followed', async () => {
    const goal = await faultPlan({ log: RUN_LOG, steps: [{ log: true }] });
    const start = await faultPlan({ steps: [{ status: 307, headers: { location: goal.url() } }] });
    const view = show({ url: start.url() }, { headers: { 'x-api-key': SECRET } });
    await stands(view, 'closed');
    await isWhole(view);
    expect((await goal.requests())[0]?.headers['x-api-key']).to.equal(SECRET);
  });
});
