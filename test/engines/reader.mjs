/** Readers in Node: the session of the element, with its own transport, decoder and reducer, and no element. */

/** @typedef {{ session: any, store: any, transport: any }} Sources What `importSources` gave. */

export const SOURCES = {
  session: 'src/session/activity-session.ts',
  store: 'src/store/store.ts',
  transport: 'src/wire/fetch-transport.ts',
};

/**
 * @typedef {object} ReaderOptions
 * @property {string} url
 * @property {(attempt: number) => number | undefined} [wireCut] Bytes of the answer after which the wire breaks.
 * @property {(attempt: number) => number | undefined} [ownCut] Bytes of the body after which the reader itself hangs up.
 * @property {number} [idleTimeout] Milliseconds of silence after which it connects again.
 * @property {() => number} [random] For the waiting; 0 = none on the first attempt.
 */

/**
 * Reads a run to its end.
 * @param {Sources} sources
 * @param {ReaderOptions} options
 */
export function startReader({ session, store, transport }, { url, wireCut, ownCut, idleTimeout, random = Math.random }) {
  const states = store.createActivityStore();
  /** @type {number[]} */
  const sequences = [];
  /** @type {(string | undefined)[]} */
  const cursors = [];
  let attempts = 0;
  const inner = transport.createFetchTransport({ fetch: cutting((attempt) => ownCut?.(attempt)) });
  /** @type {(value: unknown) => void} */
  let finish = () => undefined;
  const ended = new Promise((resolve) => (finish = resolve));

  /** @type {(value: unknown) => void} */
  let tellOpen = () => undefined;
  const opened = new Promise((resolve) => (tellOpen = resolve));

  /** @type {string[]} */
  const faults = [];
  /** @param {{ code: string, message: string }} fault */
  const onError = ({ code, message }) => faults.push(`${code}: ${message}`);
  const reader = new session.ActivitySession({ store: states, onError, random });
  reader.configure({
    src: url,
    idleTimeout,
    headers: () => {
      const cut = wireCut?.(attempts);
      attempts += 1;
      return cut === undefined ? {} : { 'x-cut': String(cut) };
    },
    /** @param {any} request @param {any} sink */
    transport: (request, sink) => {
      cursors.push(request.lastEventId);
      /** @param {readonly { data: string }[]} frames */
      const frames = (frames) => {
        for (const { data } of frames) sequences.push(JSON.parse(data).sequence);
        sink.frames(frames);
        if (states.getState().connection.status === 'closed') finish(undefined);
      };
      /** @param {any} info */
      const open = (info) => {
        tellOpen(undefined);
        sink.open(info);
      };
      return inner(request, { ...sink, open, frames });
    },
  });
  reader.connect();
  return {
    /** Resolves with the first connection. */
    opened,
    /** Resolves with the end of the run. */
    ended,
    /** The sequence numbers of all whole frames, as they came over the wire. */
    sequences,
    /** What each attempt sent as `Last-Event-ID`. */
    cursors,
    faults,
    state: () => contentOf(states.getState()),
    close: () => reader.dispose(),
  };
}

/** All of a state but where its connection stands, as JSON: the way it also comes out of a page. @param {any} state */
export function contentOf(state) {
  return JSON.parse(JSON.stringify({ ...state, connection: undefined }, (_key, value) => (value instanceof Map ? [...value] : value)));
}

/**
 * A fetch whose answers are hung up on by the reader.
 * @param {(attempt: number) => number | undefined} limitOf
 * @returns {typeof globalThis.fetch}
 */
function cutting(limitOf) {
  let attempt = 0;
  return async (input, init) => {
    const limit = limitOf(attempt);
    attempt += 1;
    if (limit === undefined) return fetch(input, init);
    const own = new AbortController();
    init?.signal?.addEventListener('abort', () => own.abort(), { once: true });
    const answer = await fetch(input, { ...init, signal: own.signal });
    const source = answer.body?.getReader();
    let left = limit;
    const body = new ReadableStream({
      async pull(controller) {
        const { done, value } = left > 0 && source ? await source.read() : { done: left > 0, value: undefined };
        if (done) return controller.close();
        if (value === undefined) {
          own.abort();
          return controller.error(new TypeError('hung up'));
        }
        controller.enqueue(value.subarray(0, left));
        left -= value.length;
      },
      cancel: () => own.abort(),
    });
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}
