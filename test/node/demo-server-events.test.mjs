import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';

import { streamRun } from '../../demo/server/http/event-stream.mjs';
import { Run } from '../../demo/server/run/run.mjs';
import { scripts } from '../../demo/server/scripts/index.mjs';
import { createFakeClock } from './demo-server-clock.mjs';
import { eventually, isEvent, startServer } from './demo-server-kit.mjs';

const server = await startServer();

/** A finished run and its whole log. @param {string} script */
async function finished(script) {
  const run = await server.run(script, { speed: 10 });
  return { run, whole: (await server.frames(run.events)).seen };
}

test('the stream has the headers that keep proxies out of the way, and says when to retry', async () => {
  const run = await server.run('image');
  const response = await server.get(run.events);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'no-cache, no-transform');
  assert.equal(response.headers.get('x-accel-buffering'), 'no');
  assert.match(await response.text(), /^retry: 1000\n\nid: 1\nevent: capability\.resolved\ndata: \{"runId"/u);
});

test('every frame is an envelope with its own sequence, ids and server time', async () => {
  const from = Date.now();
  const { run, whole } = await finished('image');
  whole.forEach(({ id, event, data }, index) => {
    assert.equal(id, index + 1);
    assert.equal(data['sequence'], id);
    assert.equal(data['runId'], run.runId);
    assert.equal('type' in data, false, 'the name travels as the event field');
    assert.equal(typeof data['payload'], 'object');
    const at = Date.parse(data['at']);
    assert.ok(at >= from && at <= Date.now() && data['at'].endsWith('Z'));
    if (event.startsWith('message.')) assert.match(data['messageId'], /^msg_/u);
    if (event.startsWith('tool.')) assert.equal(data['stepId'], data['payload'].callId);
  });
});

test('replay from every cursor equals the tail, by header and by query', async () => {
  const { run, whole } = await finished('recovery');
  for (let cursor = 0; cursor < whole.length; cursor += 1) {
    const [byHeader, byQuery] = await Promise.all([
      server.frames(run.events, { lastEventId: cursor }),
      server.frames(`${run.events}?lastEventId=${String(cursor)}`),
    ]);
    assert.deepEqual(byHeader.seen, whole.slice(cursor));
    assert.deepEqual(byQuery.seen, whole.slice(cursor));
  }
});

test('the header wins over the query', async () => {
  const { run, whole } = await finished('image');
  const { seen } = await server.frames(`${run.events}?lastEventId=1`, { lastEventId: 5 });
  assert.deepEqual(seen, whole.slice(5));
});

test('a finished run with nothing left is 204; a cursor beyond the end replays all', async () => {
  const { run, whole } = await finished('image');
  const done = await server.get(run.events, { headers: { 'last-event-id': String(whole.length) } });
  assert.equal(done.status, 204);
  assert.equal(await done.text(), '');
  const beyond = await server.frames(run.events, { lastEventId: whole.length + 40 });
  assert.deepEqual(beyond.seen, whole);
});

test('a cursor that is none is 400 in words', async () => {
  const run = await server.run('image');
  for (const cursor of ['abc', '-1', '1.5', '1e3', '99999999999999999999', ' ']) {
    const response = await server.get(`${run.events}?lastEventId=${encodeURIComponent(cursor)}`);
    assert.equal(response.status, 400, cursor);
    assert.equal((await response.json()).error.code, 'invalid_cursor');
  }
});

test('two subscribers get the same, whenever they come', async () => {
  const run = await server.run('research');
  const early = server.frames(run.events);
  await server.frames(run.events, { until: isEvent('tool.progress') });
  const late = server.frames(run.events);
  const [first, second] = await Promise.all([early, late]);
  assert.ok(first.seen.length > 100);
  assert.deepEqual(first.seen, second.seen);
});

test('cut and resume, again and again, gives exactly the uncut log', async () => {
  const run = await server.run('research', { speed: 0.5 });
  const uncut = server.frames(run.events).then(({ broken }) => {
    assert.ok(broken, 'a cut tears every open connection of the run');
  });
  /** @type {import('./demo-server-kit.mjs').Frame[]} */
  const pieces = [];
  let cuts = 0;
  for (let ended = false; !ended; ) {
    let got = 0;
    const { seen, broken } = await server.frames(run.events, {
      lastEventId: pieces.length,
      onFrame: () => {
        got += 1;
        if (got === 25) void server.post(run.cut);
      },
    });
    pieces.push(...seen);
    cuts += broken ? 1 : 0;
    ended = !broken;
  }
  await uncut;
  assert.ok(cuts >= 3, `${String(cuts)} cuts`);
  assert.deepEqual(pieces, (await server.frames(run.events)).seen);
});

test('cut says how many connections it tore', async () => {
  const run = await server.run('booking', { speed: 0.1 });
  const open = new Set();
  const streams = ['a', 'b'].map((name) => server.frames(run.events, { onFrame: () => open.add(name) }));
  await eventually(() => open.size === 2);
  const reply = await server.post(run.cut);
  assert.equal(reply.status, 200);
  assert.deepEqual(await reply.json(), { runId: run.runId, cut: 2 });
  assert.ok((await Promise.all(streams)).every(({ broken }) => broken));
  assert.deepEqual(await (await server.post(run.cut)).json(), { runId: run.runId, cut: 0 });
});

test('heartbeats come while the run is silent', async () => {
  const beating = await startServer({ heartbeatMs: 10 });
  const run = await beating.run('booking');
  await beating.frames(run.events, { until: isEvent('tool.approval_required') });
  const abort = new AbortController();
  const response = await beating.get(run.events, { signal: abort.signal });
  assert.ok(response.body);
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.split(': heartbeat\n\n').length > 3) break;
  }
  abort.abort();
});

test('a slow reader gets everything in the end', async () => {
  const run = await server.run('many');
  const response = await server.get(run.events);
  // Not read until the run is over: the socket is full long before.
  await server.frames(run.events);
  const names = (await response.text()).match(/^event: .*$/gmu) ?? [];
  const { seen } = await server.frames(run.events);
  assert.deepEqual(names, seen.map(({ event }) => `event: ${event}`));
});

test('a reader that does not read is not written to', () => {
  const [script] = scripts;
  assert.ok(script);
  const run = new Run({ script, lang: 'en', speed: 1, clock: createFakeClock(0) });
  /** @type {string[]} */
  const written = [];
  const socket = Object.assign(new EventEmitter(), {
    writableNeedDrain: false,
    writeHead: () => socket,
    write: (/** @type {string} */ text) => written.push(text),
    end: () => socket,
    destroy: () => socket,
  });
  streamRun(/** @type {any} */ (socket), run, 0, 1000);
  run.emit('one', {});
  socket.writableNeedDrain = true;
  for (const type of ['two', 'three', 'four']) run.emit(type, {});
  const names = () => written.flatMap((text) => /^event: (.*)$/mu.exec(text)?.[1] ?? []);
  assert.deepEqual(names(), ['one']);
  socket.writableNeedDrain = false;
  socket.emit('drain');
  assert.deepEqual(names(), ['one', 'two', 'three', 'four']);
  socket.emit('close');
});

test('unknown runs are 404, other methods 405', async () => {
  assert.equal((await server.get('/api/runs/run_none/events')).status, 404);
  const run = await server.run('image');
  const wrong = await server.post(run.events);
  assert.equal(wrong.status, 405);
  assert.equal(wrong.headers.get('allow'), 'GET');
});
