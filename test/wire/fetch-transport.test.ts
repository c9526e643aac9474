import { expect } from '@open-wc/testing';
import { createFetchTransport } from '../../src/wire/fetch-transport.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { TransportError, type TransportRequest } from '../../src/wire/transport.js';
import { faultPlan, type Step } from '../support/fault-server.js';

interface Listening {
  readonly batches: (readonly WireFrame[])[];
  readonly opened: Headers[];
  readonly retries: number[];
  readonly cursors: string[];
  readonly lost: TransportError[];
  alive: number;
  /** Undefined when the stream ended by itself. */
  error?: unknown;
}

type Overrides = Partial<TransportRequest> & { readonly maxEventSize?: number; readonly onFrames?: () => void };

async function listen(url: string, { maxEventSize, onFrames, ...request }: Overrides = {}): Promise<Listening> {
  const heard: Listening = { batches: [], opened: [], retries: [], cursors: [], lost: [], alive: 0 };
  const signal = request.signal ?? new AbortController().signal;
  try {
    await createFetchTransport({ maxEventSize })(
      { url, method: 'GET', headers: {}, credentials: 'same-origin', ...request, signal },
      {
        open: ({ headers }) => headers && heard.opened.push(headers),
        frames: (frames) => {
          heard.batches.push(frames);
          onFrames?.();
        },
        alive: () => (heard.alive += 1),
        retry: (milliseconds) => heard.retries.push(milliseconds),
        cursor: (id) => heard.cursors.push(id),
        lost: (error) => heard.lost.push(error),
      },
    );
  } catch (error) {
    heard.error = error;
  }
  return heard;
}

async function answerTo(step: Step, overrides?: Overrides): Promise<Listening> {
  const plan = await faultPlan({ steps: [step] });
  return listen(plan.url(), overrides);
}

function errorOf({ error }: Listening): TransportError {
  expect(error).to.be.instanceOf(TransportError);
  return error as TransportError;
}

describe('fetch transport: requests', () => {
  it('GETs as an event stream, without the cache', async () => {
    const plan = await faultPlan({ steps: [{}] });
    await listen(plan.url(), { headers: { Authorization: 'Bearer t', 'X-Tenant': 'a' }, body: { ignored: true } });
    const [request] = await plan.requests();
    expect(request?.method).to.equal('GET');
    expect(request?.headers).to.include({ accept: 'text/event-stream', authorization: 'Bearer t', 'x-tenant': 'a' });
    expect(request?.headers['cache-control']).to.equal('no-cache');
    expect(request?.headers['last-event-id']).to.equal(undefined);
    expect(request?.body).to.equal('');
  });

  it('POSTs a body as JSON, unless the host named a type', async () => {
    const plan = await faultPlan({ steps: [{}] });
    await listen(plan.url(), { method: 'POST', body: { prompt: 'hi' } });
    await listen(plan.url(), { method: 'POST', body: 'x=1', headers: { 'Content-Type': 'text/plain', Accept: 'a/b' } });
    await listen(plan.url(), { method: 'POST', body: new URLSearchParams({ x: '1' }) });
    const [json, text, form] = await plan.requests();
    expect(json?.headers['content-type']).to.equal('application/json');
    expect(json?.body).to.equal('{"prompt":"hi"}');
    expect(text?.headers).to.include({ 'content-type': 'text/plain', accept: 'a/b' });
    expect(form?.headers['content-type']).to.match(/^application\/x-www-form-urlencoded/);
  });

  it('sends the cursor as UTF-8', async () => {
    const plan = await faultPlan({ steps: [{}] });
    await listen(plan.url(), { lastEventId: '…' });
    const [request] = await plan.requests();
    const bytes = '\u00e2\u0080\u00a6';
    // WebKitGTK writes header values as UTF-8 itself, so that they are encoded twice there.
    const twice = String.fromCharCode(...new TextEncoder().encode(bytes));
    expect(request?.headers['last-event-id']).to.be.oneOf([bytes, twice]);
  });
});

describe('fetch transport: streams', () => {
  it('hands over one batch per chunk, and ends with the body', async () => {
    const heard = await answerTo({
      headers: { 'content-type': 'text/event-stream;charset=windows-1252' },
      body: ['retry: 300\n\nid:1\ndata:a…\n\nevent:e\ndata:b\n\n', { wait: 30 }, ': ping\n\n', { wait: 30 }, 'id:2\n\n'],
    });
    expect(heard.error).to.equal(undefined);
    expect(heard.batches).to.deep.equal([[{ data: 'a…', id: '1' }, { data: 'b', event: 'e' }]]);
    expect(heard.retries).to.deep.equal([300]);
    expect(heard.cursors.at(-1)).to.equal('2');
    expect(heard.alive).to.be.at.least(2);
    expect(heard.opened).to.have.length(1);
  });

  it('F2 drops the event that a cut left unfinished, and its id', async () => {
    const heard = await answerTo({ body: ['id:1\ndata:a\n\nid:2\ndata:b\n'], end: 'cut' });
    // WebKitGTK takes a socket that was cut for a clean end.
    if (heard.error !== undefined) expect(errorOf(heard).code).to.equal('network');
    expect(heard.batches.flat().every(({ data }) => data === 'a')).to.equal(true);
    expect(heard.cursors).to.deep.equal([]);
  });

  it('F11 tells of an event over the limit, and goes on', async () => {
    const heard = await answerTo({ body: [`data:${'x'.repeat(300)}\n\ndata:b\n\n`] }, { maxEventSize: 100 });
    expect(heard.lost.map(({ code }) => code)).to.deep.equal(['event-too-large']);
    expect(heard.batches.flat()).to.deep.equal([{ data: 'b' }]);
  });

  it('opens for a type with a trailing semicolon', async () => {
    const heard = await answerTo({ headers: { 'content-type': 'text/event-stream;' }, body: ['data:a\n\n'] });
    expect(heard.batches.flat()).to.deep.equal([{ data: 'a' }]);
  });

  it('stops at an abort, says nothing after it, and lets the socket go', async () => {
    const plan = await faultPlan({ steps: [{ body: ['data:a\n\n', { wait: 20 }, 'data:b\n\n'], end: 'hold' }] });
    const controller = new AbortController();
    const heard = await listen(plan.url(), {
      signal: controller.signal,
      onFrames: () => {
        controller.abort();
      },
    });
    expect((heard.error as Error).name).to.equal('AbortError');
    expect(heard.batches.flat()).to.deep.equal([{ data: 'a' }]);
    for (let i = 0; i < 100 && !(await plan.requests())[0]?.closed; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect((await plan.requests())[0]?.closed).to.equal(true);
  });
});

describe('fetch transport: refusals', () => {
  const json = { 'content-type': 'application/json' };
  const rows: readonly (readonly [string, Step, string, string?])[] = [
    ['F4 204', { status: 204 }, 'no-stream'],
    ['F5 401', { status: 401, headers: json, body: ['{"error":{"message":"Sign in"}}'] }, 'auth', 'Sign in'],
    ['F5 403', { status: 403 }, 'http', 'The server answered with status 403'],
    ['F7 404', { status: 404, headers: json, body: ['{"error":"No such run"}'] }, 'http', 'No such run'],
    ['F7 410', { status: 410, headers: json, body: ['not json'] }, 'http', 'The server answered with status 410'],
    ['F7 422', { status: 422, headers: json, body: ['{"message":"Bad"}'] }, 'http', 'Bad'],
    ['F6 503', { status: 503 }, 'http'],
    ['205', { status: 205 }, 'http'],
    ['210, even as a stream', { status: 210, body: ['data:a\n\n'] }, 'http'],
    ['299', { status: 299 }, 'http'],
    ['F8 an HTML page', { headers: { 'content-type': 'text/html' }, body: ['<b>secret</b>'] }, 'content-type', 'The server sent text/html instead of text/event-stream'],
    ['a bogus type', { headers: { 'content-type': 'x bogus' }, body: ['data:a\n\n'] }, 'content-type', 'The server sent no known content type instead of text/event-stream'],
    ['a bogus valid type', { headers: { 'content-type': 'text/x-bogus' }, body: ['data:a\n\n'] }, 'content-type'],
    ['broken JSON', { headers: json, body: ['{'] }, 'content-type'],
  ];
  for (const [name, step, code, message] of rows) {
    it(name, async () => {
      const heard = await answerTo(step);
      const error = errorOf(heard);
      expect(error.code).to.equal(code);
      expect(error.status).to.equal(step.status ?? 200);
      if (message !== undefined) expect(error.message).to.equal(message);
      expect(heard.batches).to.deep.equal([]);
      expect(heard.opened).to.deep.equal([]);
      expect(JSON.stringify(error) + error.message).to.not.include('secret');
    });
  }

  it('an address or a method that cannot be requested is no lost network, and its password is not told', async () => {
    for (const [url, method] of [['http://:bad', 'GET'], ['http://user:secret@localhost/', 'GET'], ['/run', 'TRACE']] as const) {
      const error = errorOf(await listen(url, { method }));
      expect(error.code).to.equal('address');
      expect(error.message).not.to.include('secret');
    }
  });

  it('takes nothing from an error page but a bounded JSON message', async () => {
    const html = await answerTo({ status: 500, headers: { 'content-type': 'text/html' }, body: ['<i>secret</i>'] });
    expect(errorOf(html).message).to.equal('The server answered with status 500');
    const long = JSON.stringify({ error: { message: 'm'.repeat(5000) } });
    expect(errorOf(await answerTo({ status: 500, headers: json, body: [long] })).message).to.have.length(301);
    const huge = JSON.stringify({ error: { message: 'm'.repeat(50_000) } });
    const refused = await answerTo({ status: 500, headers: json, body: [huge] });
    expect(errorOf(refused).message).to.equal('The server answered with status 500');
  });

  it('C11 hands a JSON snapshot over', async () => {
    const heard = await answerTo({ headers: { 'content-type': 'application/json; charset=utf-8' }, body: ['{"data":[]}'] });
    expect(errorOf(heard).code).to.equal('snapshot');
    expect(errorOf(heard).snapshot).to.deep.equal({ data: [] });
  });

  it('F6 reads Retry-After as seconds and as a date', async () => {
    const seconds = await answerTo({ status: 429, headers: { 'retry-after': '7' } });
    expect(errorOf(seconds).retryAfter).to.equal(7000);
    const now = Date.now();
    const at = new Date(now + 60_000).toUTCString();
    const date = await answerTo({ status: 503, headers: { 'retry-after': at, date: new Date(now).toUTCString() } });
    expect(errorOf(date).retryAfter).to.be.within(59_000, 61_000);
    const nonsense = await answerTo({ status: 503, headers: { 'retry-after': 'soon' } });
    expect(errorOf(nonsense).retryAfter).to.equal(undefined);
  });

  it('F8 takes no frame from gzip garbage', async () => {
    const garbage = btoa(Array.from({ length: 400 }, (_, i) => String.fromCharCode((i * 89 + 31) % 256)).join(''));
    const heard = await answerTo({ headers: { 'content-encoding': 'gzip' }, body: [{ base64: garbage }] });
    // WebKitGTK hands the bytes over as they are.
    if (heard.error !== undefined) expect(errorOf(heard).code).to.equal('network');
    expect(heard.batches).to.deep.equal([]);
  });

  it('F9 follows a redirect within the origin, and none out of it', async () => {
    const target = await faultPlan({ steps: [{ body: ['data:a\n\n'] }] });
    const inside = await answerTo({ status: 302, headers: { location: target.url() } }, { headers: { 'X-Key': 'k' } });
    expect(inside.batches.flat()).to.deep.equal([{ data: 'a' }]);
    const other = new URL(target.url(), location.href);
    other.hostname = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    const outside = await answerTo({ status: 302, headers: { location: other.href } }, { headers: { 'X-Key': 'k' } });
    expect(errorOf(outside).code).to.equal('network');
    expect(await target.requests()).to.have.length(1);
  });

  it('calls a server that is not there a network error, without its address', async () => {
    const error = errorOf(await listen('http://localhost:1/secret'));
    expect(error.code).to.equal('network');
    expect(`${error.message} ${String(error.cause)} ${error.stack ?? ''}`).to.not.include('secret');
  });
});
