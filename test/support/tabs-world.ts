import { createTabsTransport } from '../../src/wire/tabs-transport.js';
import { TransportError, type Transport, type TransportRequest, type TransportSink } from '../../src/wire/transport.js';
import { FakeClock, settled } from './fake-clock.js';
import { FakeOrigin } from './fake-tabs.js';

interface Connection {
  readonly tab: string;
  readonly request: TransportRequest;
  readonly sink: TransportSink;
  end(): void;
  fail(error: unknown): void;
}

/** A server that keeps a log, with one connection for each tab that opens one. */
export class Server {
  readonly connections: Connection[] = [];
  #count = 0;

  transport(tab: string, origin: FakeOrigin): Transport {
    return (request, sink) =>
      new Promise((resolve, reject) => {
        const connection = { tab, request, sink, end: resolve, fail: reject };
        this.connections.push(connection);
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
        if (origin.isDead(tab)) return;
        sink.open({ headers: new Headers({ date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'set-cookie': 'secret' }) });
        for (let id = Number(request.lastEventId ?? 0) + 1; id <= this.#count; id += 1) this.#send(connection, id);
      });
  }

  /** Connections that are there. */
  live(origin: FakeOrigin): readonly Connection[] {
    return this.connections.filter(({ tab, request }) => !request.signal.aborted && !origin.isDead(tab));
  }

  get last(): Connection {
    return this.connections.at(-1)!;
  }

  publish(origin: FakeOrigin): void {
    this.#count += 1;
    for (const connection of this.live(origin)) this.#send(connection, this.#count);
  }

  get count(): number {
    return this.#count;
  }

  #send({ sink }: Connection, id: number): void {
    sink.alive();
    sink.frames([{ data: `event ${String(id)}`, id: String(id) }]);
  }
}

export interface Viewer {
  readonly tab: string;
  readonly calls: string[];
  /** Ids of the frames, in order. */
  readonly ids: number[];
  cursor: string | undefined;
  readonly abort: () => void;
  /** How the attempt ended. */
  outcome: unknown;
}

/** One origin, one server, one clock, and as many tabs as are opened. */
export function world(patience = Infinity) {
  const origin = new FakeOrigin();
  const server = new Server();
  const clock = new FakeClock();
  const transports = new Map<string, Transport>();
  /** One attempt of a tab; the tab's own transport stays over its attempts. */
  function open(tab: string, cursor?: string, own = server.transport(tab, origin)): Viewer {
    const transport =
      transports.get(tab) ??
      createTabsTransport({
        key: 'key',
        transport: own,
        clock,
        patience,
        errorOf: ({ code, message, ...details }) => new TransportError(code, message, details),
        place: origin.place(tab),
      });
    transports.set(tab, transport);
    const controller = new AbortController();
    const viewer: Viewer = { tab, calls: [], ids: [], cursor, abort: () => controller.abort(), outcome: undefined };
    const sink: TransportSink = {
      open: ({ headers }) => viewer.calls.push(`open ${headers?.get('date') ?? '-'} ${headers?.get('set-cookie') ?? '-'}`),
      frames: (frames) => {
        for (const { id } of frames) {
          viewer.ids.push(Number(id));
          viewer.cursor = id;
        }
        viewer.calls.push(`frames ${frames.map(({ id }) => id).join(' ')}`);
      },
      alive: () => viewer.calls.push('alive'),
      retry: (milliseconds) => viewer.calls.push(`retry ${String(milliseconds)}`),
      cursor: (id) => viewer.calls.push(`cursor ${id}`),
      lost: ({ code, message }) => viewer.calls.push(`lost ${code} ${message}`),
    };
    const request = { url: '/', method: 'GET', headers: {}, credentials: 'same-origin' as const, signal: controller.signal };
    transport({ ...request, ...(cursor !== undefined && { lastEventId: cursor }) }, sink)
      .then(
        () => (viewer.outcome = 'ended'),
        (error: unknown) => (viewer.outcome = error),
      )
      .finally(viewer.abort);
    return viewer;
  }
  const publish = async (): Promise<void> => {
    server.publish(origin);
    await settled();
  };
  return { origin, server, clock, open, publish };
}

/** The numbers from 1. */
export const range = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1);
