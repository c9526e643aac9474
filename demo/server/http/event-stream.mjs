/** @import { ServerResponse } from 'node:http' */
/** @import { Run } from '../run/run.mjs' */
/** @import { LogEvent } from '../run/types.mjs' */

/** `no-transform` and `x-accel-buffering` keep proxies from holding events back to compress or batch them. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};

/**
 * @param {LogEvent} event
 * @returns {string}
 */
function frame({ type, ...envelope }) {
  return `id: ${String(envelope.sequence)}\nevent: ${type}\ndata: ${JSON.stringify(envelope)}\n\n`;
}

/**
 * Sends a run's log after `cursor`, then what follows, until the terminal event. The log itself is the buffer: a slow
 * reader is given the next event when its socket has drained, and costs no memory of its own.
 *
 * @param {ServerResponse} res
 * @param {Run} run
 * @param {number} cursor
 * @param {number} heartbeatMs Comments between events, so that a client can tell silence from death.
 */
export function streamRun(res, run, cursor, heartbeatMs) {
  const { clock, log } = run;
  let position = cursor;
  /** @type {unknown} */
  let timer;

  const pump = () => {
    for (let event = log.next(position); event && !res.writableNeedDrain; event = log.next(position)) {
      position = event.sequence;
      res.write(frame(event));
    }
    if (log.ended && position === log.last) res.end();
  };
  const beat = () => {
    timer = clock.setTimeout(() => {
      res.write(': heartbeat\n\n');
      beat();
    }, heartbeatMs);
  };
  const subscriber = { cut: () => res.destroy(), end: () => res.end() };
  const unsubscribe = log.subscribe(pump);

  // A response that was finished or torn down emits close either way: the one place to let go.
  res.on('close', () => {
    unsubscribe();
    clock.clearTimeout(timer);
    run.subscribers.delete(subscriber);
  });
  res.on('drain', pump);
  res.on('error', () => res.destroy());
  run.subscribers.add(subscriber);
  res.writeHead(200, HEADERS);
  res.write('retry: 1000\n\n');
  beat();
  pump();
}
