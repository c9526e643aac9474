import type { WireFrame } from './frame.js';
import { contentType, isJson, readJsonObject, readText, redirectPolicy, retryAfter, utf8HeaderValue, wordsOf } from './http.js';
import { SseDecoder } from './sse-decoder.js';
import { type Transport, TransportError, type TransportRequest, type TransportSink } from './transport.js';

/** A snapshot instead of a stream may be as large as one event. */
const MAX_SNAPSHOT = 16 * 1024 * 1024;

export interface FetchTransportOptions {
  /** Replaces the global `fetch`, which is otherwise looked up at each call. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Characters of one event; default 16 Mi. */
  readonly maxEventSize?: number | undefined;
}

/**
 * The default transport: fetch and a reader, since EventSource can neither POST nor send headers. After an abort it
 * rejects with the signal's reason and calls the sink no more.
 *
 * A server of another origin must allow the request headers that are used: `Last-Event-ID` on reconnect is one.
 */
export function createFetchTransport(options: FetchTransportOptions = {}): Transport {
  const send: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  return async (request, sink) => {
    const response = await open(request, send);
    if (response.status !== 200 || contentType(response.headers) !== 'text/event-stream') {
      throw await refusal(response, request.signal);
    }
    sink.open({ headers: response.headers });
    await pump(response, request.signal, sink, options.maxEventSize);
  };
}

async function open(request: TransportRequest, send: typeof globalThis.fetch): Promise<Response> {
  const { signal, credentials, url } = request;
  const headers = new Headers(request.headers);
  const policy = redirectPolicy(url, headers, credentials);
  const body = bodyOf(request);
  if (!headers.has('accept')) headers.set('accept', 'text/event-stream');
  if (body?.json === true && !headers.has('content-type')) headers.set('content-type', 'application/json');
  if (request.lastEventId) headers.set('last-event-id', utf8HeaderValue(request.lastEventId));
  checkAddress(request);
  try {
    return await send(url, {
      ...policy,
      method: request.method,
      headers,
      credentials,
      signal,
      cache: 'no-store',
      ...(body && { body: body.value }),
    });
  } catch {
    signal.throwIfAborted();
    // Not the engine's own words: they may hold the address with its user and password.
    throw new TransportError('network', 'The server could not be reached');
  }
}

/** An address or a method that cannot be requested at all fails like a lost network in fetch, and would be tried for ever. */
function checkAddress({ url, method }: TransportRequest): void {
  try {
    Reflect.construct(Request, [url, { method }]);
  } catch {
    throw new TransportError('address', 'The address or the method of the stream cannot be used');
  }
}

/** A GET has no body. What fetch takes goes as it is, anything else as JSON. */
function bodyOf({ method, body }: TransportRequest): { readonly value: BodyInit; readonly json: boolean } | undefined {
  if (body === undefined || body === null || /^(?:get|head)$/i.test(method)) return undefined;
  // A string is JSON already: the attribute of an element, or the host's own text.
  if (typeof body === 'string') return { value: body, json: true };
  const native = [Blob, FormData, URLSearchParams, ArrayBuffer, ReadableStream].some((type) => body instanceof type);
  if (native || ArrayBuffer.isView(body)) return { value: body as BodyInit, json: false };
  return { value: JSON.stringify(body), json: true };
}

/** Why an answer is not a stream. Of its body only a JSON error message, or a JSON snapshot, goes any further. */
async function refusal(response: Response, signal: AbortSignal): Promise<TransportError> {
  const { status, headers } = response;
  if (status === 200) return wrongType(response, signal);
  const wait = retryAfter(headers, Date.now());
  const details = { status, ...(wait !== undefined && { retryAfter: wait }) };
  const words = wordsOf(await readJsonObject(response));
  signal.throwIfAborted();
  if (status === 204) return new TransportError('no-stream', 'There is nothing to stream', details);
  const message = words ?? `The server answered with status ${String(status)}`;
  return new TransportError(status === 401 ? 'auth' : 'http', message, details);
}

async function wrongType(response: Response, signal: AbortSignal): Promise<TransportError> {
  const type = contentType(response.headers);
  const details = { status: response.status };
  if (isJson(response.headers)) {
    const text = await readText(response, MAX_SNAPSHOT);
    signal.throwIfAborted();
    try {
      return new TransportError('snapshot', 'The server sent a snapshot instead of a stream', {
        ...details,
        snapshot: JSON.parse(text ?? ''),
      });
    } catch {
      return new TransportError('content-type', 'The server sent broken JSON instead of a stream', details);
    }
  }
  response.body?.cancel().catch(() => undefined);
  const named = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'no known content type';
  return new TransportError('content-type', `The server sent ${named} instead of text/event-stream`, details);
}

async function pump(
  response: Response,
  signal: AbortSignal,
  sink: TransportSink,
  maxEventSize: number | undefined,
): Promise<void> {
  const decoder = new SseDecoder({
    ...(maxEventSize !== undefined && { maxEventSize }),
    onRetry: (milliseconds) => {
      if (!signal.aborted) sink.retry(milliseconds);
    },
    onTooLarge: (limit) => {
      sink.lost(new TransportError('event-too-large', `An event was larger than ${String(limit)} characters`));
    },
  });
  // Not `for await`: streams are not async iterable in WebKitGTK.
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (let bytes = await read(reader, signal); bytes; bytes = await read(reader, signal)) {
      sink.alive();
      deliver(decoder, decoder.push(bytes), sink);
      signal.throwIfAborted();
    }
  } finally {
    // Also after a cut: a `retry` in an unfinished block counts.
    decoder.end();
    reader.cancel().catch(() => undefined);
  }
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  let result: ReadableStreamReadResult<Uint8Array>;
  try {
    result = await reader.read();
  } catch {
    signal.throwIfAborted();
    throw new TransportError('network', 'The connection was cut');
  }
  signal.throwIfAborted();
  return result.done ? undefined : result.value;
}

function deliver(decoder: SseDecoder, frames: readonly WireFrame[], sink: TransportSink): void {
  if (frames.length > 0) sink.frames(frames);
  const { lastEventId } = decoder;
  const told = frames.findLast((frame) => frame.id !== undefined)?.id;
  if (lastEventId !== undefined && lastEventId !== told) sink.cursor(lastEventId);
}
