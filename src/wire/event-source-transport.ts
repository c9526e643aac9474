import { type Transport, TransportError, type TransportRequest, type TransportSink } from './transport.js';

export interface EventSourceOptions {
  /** SSE `event:` names to listen for, besides frames without one. Default: those that the dialect tells. */
  readonly events?: readonly string[];
  /** Names that are only a sign of life. Default `ping` and `heartbeat`. */
  readonly heartbeats?: readonly string[];
  /** The name of the query parameter that carries the cursor. Default `lastEventId`. */
  readonly cursorParameter?: string;
  /** Replaces the global `EventSource`. */
  readonly EventSource?: typeof globalThis.EventSource;
}

const HEARTBEATS = ['ping', 'heartbeat'];

/**
 * A transport over the browser's own `EventSource`, for the `transport` property. It can do less than the default one:
 * - GET only, without the headers of the request, and with cookies as `credentials` says (`omit` counts for other
 *   origins only). The cursor goes into the address (ours, B3), since it can be no header of a first attempt;
 * - it does not tell comments, `retry:`, nor the status of a refusal: use an event as heartbeat, or `idle-timeout="0"`;
 *   204, 401 and 404 are all `network` here;
 * - it hears only named events that it asks for.
 *
 * Each attempt is a new `EventSource`, closed at its first error, whether or not the browser would go on by itself: so
 * waiting, budget and what a person sees are the same as ever.
 */
export function eventSourceTransport(options: EventSourceOptions = {}): Transport {
  return async (request, sink) => {
    request.signal.throwIfAborted();
    if (request.method.toUpperCase() !== 'GET') throw new TransportError('address', 'An EventSource can only GET');
    await listen(open(request, options), request, sink, options);
  };
}

function open(request: TransportRequest, options: EventSourceOptions): EventSource {
  const Source = options.EventSource ?? globalThis.EventSource;
  try {
    return new Source(addressOf(request, options.cursorParameter ?? 'lastEventId'), { withCredentials: request.credentials === 'include' });
  } catch {
    throw new TransportError('address', 'The address of the stream cannot be used');
  }
}

function addressOf({ url, lastEventId }: TransportRequest, parameter: string): string {
  const address = new URL(url, (globalThis.document as Document | undefined)?.baseURI);
  // Not the URL's own: the browser asks for a password then, in the middle of a page.
  if (address.username !== '' || address.password !== '') throw new TypeError('credentials in the address');
  if (lastEventId !== undefined && lastEventId !== '') address.searchParams.set(parameter, lastEventId);
  return address.href;
}

function listen(source: EventSource, request: TransportRequest, sink: TransportSink, options: EventSourceOptions): Promise<void> {
  const { signal } = request;
  let opened = false;
  // `lastEventId` of an event is the newest one so far: only where it changes is it this frame's own.
  let lastId = '';
  return new Promise<void>((resolve, reject) => {
    const end = (settle: () => void): void => {
      source.close();
      signal.removeEventListener('abort', abort);
      settle();
    };
    const abort = (): void => {
      end(() => {
        reject(signal.reason as Error);
      });
    };
    const hear = (event: MessageEvent<string> | Event): void => {
      // `error` is also the browser's own.
      if (!('data' in event)) return;
      const { type, data, lastEventId } = event;
      const isOwn = lastEventId !== lastId;
      lastId = lastEventId;
      sink.frames([{ ...(type !== 'message' && { event: type }), data, ...(isOwn && { id: lastEventId }) }]);
    };
    signal.addEventListener('abort', abort, { once: true });
    source.onopen = () => {
      opened = true;
      sink.open({});
    };
    source.onerror = (event) => {
      if ('data' in event) return;
      // A refusal, or no answer; once it was open, the end of the body or a cut, which look the same from here.
      end(() => {
        if (opened) resolve();
        else reject(new TransportError('network', 'The stream could not be opened'));
      });
    };
    for (const name of new Set(['message', ...(options.events ?? request.eventNames ?? [])])) source.addEventListener(name, hear);
    for (const name of options.heartbeats ?? HEARTBEATS) {
      source.addEventListener(name, () => {
        sink.alive();
      });
    }
  });
}
