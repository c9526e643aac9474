/**
 * A second, independent reader of the same stream, only for the pane with the frames. The element has its own
 * connection; a pane that was fed by the element would show what the element made of the stream, and could not show a cut.
 *
 * Small on purpose: our own server writes LF and whole `event`, `id` and `data` lines, nothing else. A page that reads
 * other servers needs the real decoder inside the bundle (CR, BOM, `data` over several lines, split characters).
 */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 8000;
const TERMINAL = new Set(['message.completed', 'message.partially_completed', 'run.failed', 'run.error', 'run.settlement.completed']);

/**
 * @typedef {{ event: string, id: string, data: string }} Frame
 * @typedef {object} Listener
 * @property {(frame: Frame) => void} frame
 * @property {(state: 'connecting' | 'open' | 'cut' | 'gone' | 'ended', details: { after?: string, status?: number }) => void} state
 */

/**
 * Reads until the run has ended, reconnecting with the last id.
 * @param {string} url
 * @param {Listener} listener
 * @param {AbortSignal} signal
 */
export async function readStream(url, listener, signal) {
  let after = '';
  let wait = FIRST_WAIT;
  const take = (frame) => {
    after = frame.id === '' ? after : frame.id;
    wait = FIRST_WAIT;
    listener.frame(frame);
    return TERMINAL.has(frame.event);
  };
  while (!signal.aborted) {
    listener.state('connecting', { after });
    const end = await readOnce(url, { after, take, signal, opened: () => listener.state('open', { after }) });
    if (signal.aborted) return;
    if (end !== 'cut') {
      listener.state(end === 'ended' ? 'ended' : 'gone', { after, status: end === 'ended' ? undefined : end });
      return;
    }
    listener.state('cut', { after });
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

/**
 * @param {string} url
 * @param {{ after: string, take: (frame: Frame) => boolean, signal: AbortSignal, opened: () => void }} options
 * @returns {Promise<'ended' | 'cut' | number>} A number is the status of a refusal.
 */
async function readOnce(url, { after, take, signal, opened }) {
  try {
    const headers = { accept: 'text/event-stream', ...(after === '' ? {} : { 'last-event-id': after }) };
    const response = await fetch(url, { headers, signal, cache: 'no-store' });
    if (response.status === 204) return 'ended';
    if (response.status >= 500) return 'cut';
    if (!response.ok || response.body === null) return response.status;
    opened();
    return await readBody(response.body.getReader(), take);
  } catch {
    return 'cut';
  }
}

/**
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @param {(frame: Frame) => boolean} take
 */
async function readBody(reader, take) {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return 'cut';
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const frame of blocks.map(parse)) {
      if (frame !== undefined && take(frame)) {
        await reader.cancel();
        return 'ended';
      }
    }
  }
}

/**
 * @param {string} block
 * @returns {Frame | undefined} Undefined for comments and `retry`.
 */
function parse(block) {
  const fields = { event: 'message', id: '', data: '' };
  for (const line of block.split('\n')) {
    const [, name, value] = /^(event|id|data): ?(.*)$/u.exec(line) ?? [];
    if (name !== undefined) fields[name] = value;
  }
  return fields.data === '' ? undefined : fields;
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal
 */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
