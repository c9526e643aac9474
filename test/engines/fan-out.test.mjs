/**
 * A real fan-out engine: nginx with Nchan, messages kept by Redis, started here on loopback. Cuts from both sides, restarts
 * and crashes in mid-run: nothing lost, nothing doubled.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBackend } from './backend.mjs';
import { startCutter } from './cutter.mjs';
import { startEngine } from './engine.mjs';
import { SOURCES, startReader } from './reader.mjs';
import { messagesOf, publish, publishAll } from './run.mjs';
import { withServers } from './servers.mjs';
import { importSources } from './sources.mjs';

withServers('Nchan', (paths) => describe('Nchan', () => {
  /** @type {Awaited<ReturnType<typeof startBackend>>} */
  let backend;
  /** @type {Awaited<ReturnType<typeof startEngine>>} */
  let engine;
  /** @type {Awaited<ReturnType<typeof startCutter>>} */
  let cutter;
  /** @type {import('./reader.mjs').Sources} */
  let sources;
  /** All that were started, so that a failed test leaves none behind. */
  /** @type {ReturnType<typeof startReader>[]} */
  const readers = [];
  /** @param {import('./reader.mjs').ReaderOptions} options */
  const start = (options) => {
    const reader = startReader(sources, options);
    readers.push(reader);
    return reader;
  };

  before(async () => {
    sources = await importSources(SOURCES);
    backend = await startBackend();
    engine = await startEngine(paths, backend.port);
    cutter = await startCutter(engine.port);
  });

  after(async () => {
    for (const reader of readers) reader.close();
    await cutter?.stop();
    await engine?.stop();
    await backend?.stop();
  });

  /** @param {string} run */
  const publishUrl = (run) => `${engine.publishOrigin}/runs/${run}/events`;
  /** @param {string} run @param {string} [origin] */
  const streamUrl = (run, origin = engine.origin) => `${origin}/api/runs/${run}/events`;
  /** @param {readonly unknown[]} messages */
  const all = (messages) => messages.map((_, index) => index + 1);

  /** The final state of a run, read once and without a cut. @param {string} run */
  async function uncut(run) {
    const reader = start({ url: streamUrl(run) });
    const late = sleep(30_000, 'late', { ref: false });
    assert.notEqual(await Promise.race([reader.ended, late]), 'late', `an uncut reader of ${run} stopped after ${String(reader.sequences.at(-1))}`);
    reader.close();
    // A socket that was kept from before a crash may fail it once, before anything was read.
    assert.ok(reader.cursors.every((cursor) => cursor === undefined), reader.faults.join('\n'));
    assert.equal(reader.state().run.status, 'settled');
    return reader.state();
  }

  it('speaks event streams to those who ask for one, with opaque ids', async () => {
    const messages = messagesOf('plain');
    await publishAll(publishUrl('plain'), messages);
    assert.equal((await fetch(streamUrl('plain'))).status, 403, 'without Accept: text/event-stream');
    const reader = start({ url: streamUrl('plain'), ownCut: (attempt) => (attempt === 0 ? 900 : undefined), random: () => 0 });
    await reader.ended;
    reader.close();
    assert.match(String(reader.cursors[1]), /^\d{10,}:\d+$/u);
    assert.deepEqual(reader.sequences, all(messages));
    const { message } = reader.state();
    assert.equal(message.text, Array.from({ length: 8 }, (_, index) => `söz ${String(index)} · `).join(''));
  });

  it('F5 F6 F7 shows a run to whom the backend does, and passes its refusals on in its own words', async () => {
    for (const status of [401, 403, 404, 410, 429, 503]) {
      const run = `deny_${String(status)}`;
      await publish(publishUrl(run), { event: 'message.delta', body: '{"payload":{"delta":"secret"}}' });
      const answer = await fetch(streamUrl(run), { headers: { accept: 'text/event-stream' } });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('retry-after'), '7');
      assert.deepEqual(await answer.json(), { error: { code: 'denied', message: `Denied by ${String(status)}.` } });
    }
  });

  it('F12 F13 keeps an idle stream alive with pings, of which no event is made', async () => {
    const reader = start({ url: streamUrl('idle'), idleTimeout: 1600 });
    await sleep(3500);
    assert.deepEqual([reader.cursors.length, reader.faults, reader.sequences], [1, [], []]);
    await publishAll(publishUrl('idle'), messagesOf('idle'));
    await reader.ended;
    assert.equal(reader.cursors.length, 1);
    assert.deepEqual(reader.state(), await uncut('idle'));
  });

  it('F2 is cut by the wire all over the answer, and resumed', async () => {
    const messages = messagesOf('bytes');
    await publishAll(publishUrl('bytes'), messages);
    const expected = await uncut('bytes');
    const whole = await fetch(streamUrl('bytes'), { headers: { accept: 'text/event-stream' }, signal: AbortSignal.timeout(400) });
    let size = 400;
    await (async () => {
      for await (const chunk of whole.body ?? []) size += chunk.length;
    })().catch(() => undefined);
    // Every nineteenth: all of them take half a minute, and the parser is cut at each byte elsewhere.
    const offsets = Array.from({ length: Math.ceil(size / 19) }, (_, index) => index * 19 + 1);
    await inPool(60, offsets, async (offset) => {
      const reader = start({
        url: streamUrl('bytes', cutter.origin),
        wireCut: (attempt) => (attempt === 0 ? offset : undefined),
        random: () => 0,
      });
      await reader.ended;
      reader.close();
      assert.deepEqual(reader.sequences, all(messages), `cut after ${String(offset)} bytes`);
      assert.deepEqual(reader.state(), expected, `cut after ${String(offset)} bytes`);
    });
  });

  it('F2 is hung up on by the reader, again and again', async () => {
    const messages = messagesOf('own');
    await publishAll(publishUrl('own'), messages);
    const expected = await uncut('own');
    await inPool(20, Array.from({ length: 20 }, (_, index) => 280 + index * 13), async (bytes) => {
      // Each attempt brings one event or a little more.
      const reader = start({ url: streamUrl('own'), ownCut: (attempt) => (attempt < 8 ? bytes : undefined), random: () => 0 });
      await reader.ended;
      reader.close();
      assert.ok(reader.cursors.length > 5, `${String(reader.cursors.length)} attempts`);
      assert.deepEqual(reader.sequences, all(messages));
      assert.deepEqual(reader.state(), expected);
    });
  });

  it('F1 takes 500 readers of one run through cuts, a restart of nginx and a crash of it', async () => {
    const messages = messagesOf('crowd', 60);
    const url = publishUrl('crowd');
    const crowd = Array.from({ length: 500 }, (_, index) =>
      start({
        // Part of the window of each wait, so that the test is not all waiting.
        random: () => Math.random() / 3,
        url: index % 2 === 0 ? streamUrl('crowd') : streamUrl('crowd', cutter.origin),
        // A third of them is cut at places of its own besides, on the first three attempts.
        ownCut: (attempt) => (index % 6 === 0 && attempt < 3 ? 50 + index * 3 : undefined),
        wireCut: (attempt) => (index % 6 === 1 && attempt < 3 ? 300 + index * 5 : undefined),
      }),
    );
    await Promise.all(crowd.map(({ opened }) => opened));
    let again = 0;
    again += await publishAll(url, messages.slice(0, 20), 10);
    cutter.cutAll(/runs\/crowd/u, true);
    again += await publishAll(url, messages.slice(20, 30), 10);
    const restarted = engine.restart();
    again += await publishAll(url, messages.slice(30, 45), 10);
    await restarted;
    const crashed = engine.crash();
    again += await publishAll(url, messages.slice(45, 60), 10);
    await crashed;
    cutter.cutAll(/runs\/crowd/u, false);
    again += await publishAll(url, messages.slice(60), 10);

    const expected = await uncut('crowd');
    const late = sleep(60_000, 'late', { ref: false });
    assert.notEqual(await Promise.race([Promise.all(crowd.map(({ ended }) => ended)), late]), 'late', unfinished(crowd));
    for (const reader of crowd) {
      reader.close();
      assert.deepEqual([...new Set(reader.sequences)], all(messages), 'every message, in order');
      // An unacknowledged message was published again: the same sequence under another id. Nothing else comes twice.
      assert.ok(reader.sequences.length <= messages.length + again, `${String(reader.sequences.length)} frames`);
      assert.deepEqual(reader.state(), expected);
    }
    assert.ok(crowd.every(({ cursors }) => cursors.length > 1), 'each was cut');
    const lengths = new Set(crowd.map(({ sequences }) => sequences.length));
    console.log(`500 readers, ${String(crowd.reduce((sum, { cursors }) => sum + cursors.length, 0))} connections; frames each: ${[...lengths].join(', ')} of ${String(messages.length)}; workers that died by themselves: ${String(engine.mended())}`);
  });

  it('keeps a run in Redis while nginx is away', async () => {
    const messages = messagesOf('kept');
    await publishAll(publishUrl('kept'), messages);
    const before = await uncut('kept');
    await engine.restart(0);
    assert.deepEqual(await uncut('kept'), before);
  });

  it('F1 goes on after a crash of Redis, which writes what it takes', async () => {
    const messages = messagesOf('written', 20);
    const reader = start({ url: streamUrl('written') });
    await publishAll(publishUrl('written'), messages.slice(0, 16));
    await Promise.all([engine.crashRedis(), publishAll(publishUrl('written'), messages.slice(16), 20)]);
    await reader.ended;
    assert.deepEqual([...new Set(reader.sequences)], all(messages));
    assert.deepEqual(reader.state(), await uncut('written'));
  });

  it('F1 goes on while nginx reads its configuration again', async () => {
    const messages = messagesOf('reloaded');
    const early = start({ url: streamUrl('reloaded') });
    await publishAll(publishUrl('reloaded'), messages.slice(0, 6));
    await engine.reload();
    const late = start({ url: streamUrl('reloaded') });
    // What a worker took on its way out and did not say so, comes twice.
    const again = await publishAll(publishUrl('reloaded'), messages.slice(6));
    await Promise.all([early.ended, late.ended]);
    const expected = await uncut('reloaded');
    for (const reader of [early, late]) {
      assert.deepEqual([...new Set(reader.sequences)], all(messages));
      assert.ok(reader.sequences.length <= messages.length + again, `${String(reader.sequences.length)} frames`);
      assert.deepEqual(reader.state(), expected);
    }
    console.log(`a reload cost the open stream ${String(early.cursors.length - 1)} connections`);
  });

  it('F18 applies once what a publisher has sent twice', async () => {
    const messages = messagesOf('twice');
    for (const message of messages) {
      await publish(publishUrl('twice'), message);
      if (message.event === 'message.delta') await publish(publishUrl('twice'), message);
    }
    const once = messagesOf('once');
    await publishAll(publishUrl('once'), once);
    const [twice, single] = [await uncut('twice'), await uncut('once')];
    assert.deepEqual(twice.message.text, single.message.text);
  });
}));

/** @param {ReturnType<typeof startReader>[]} readers */
function unfinished(readers) {
  const open = readers.filter((reader) => reader.state().run.status !== 'settled');
  return `${String(open.length)} readers never ended; the first one saw ${String(open[0]?.sequences.at(-1))}`;
}

/**
 * Runs a job over all items, some at a time.
 * @template T
 * @param {number} width
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<void>} job
 */
async function inPool(width, items, job) {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await job(item);
  };
  await Promise.all(Array.from({ length: width }, work));
}
