/** The client side of `routes/fault-process.mjs`: fault servers with processes and sockets of their own. */

/** Text, bytes, one text again and again (each written by itself), or a gate that waits until the test opens it. */
export type Piece =
  | string
  | { readonly base64: string }
  | { readonly repeat: string; readonly times: number }
  | { readonly gate: string };

/** What one connection is answered. All of it is optional: without anything, an empty event stream that ends. */
export interface Step {
  /** Nothing is sent, not even a head. */
  readonly silent?: boolean;
  /** In the place of the head, as it is. */
  readonly raw?: string;
  readonly status?: number;
  /** Over those of an event stream. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The plan's frames after the request's `Last-Event-ID`, ahead of `body`. */
  readonly log?: boolean;
  /** Of the log, no more than so many frames from its start. */
  readonly upTo?: number;
  /** The whole log, whatever the request's cursor. */
  readonly replay?: boolean;
  readonly body?: readonly Piece[];
  /** Bytes of the body (before compression), after which the connection ends. */
  readonly cut?: number;
  readonly gzip?: boolean;
  /** A proxy on the way holds back until it has so many bytes. */
  readonly buffer?: number;
  /** So many bytes at a time, with milliseconds between. */
  readonly drip?: { readonly bytes: number; readonly pause: number };
  /** `close`: the body ends with the connection, so that a cut looks like an end. */
  readonly framing?: 'chunked' | 'close';
  /** `end` in order, `cut` without the end of the body, `reset` (RST), or `hold`: open and silent. */
  readonly end?: 'end' | 'cut' | 'reset' | 'hold';
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Its socket is open still. */
  readonly open: boolean;
}

export interface Laid {
  readonly url: string;
  /** What came so far, in order. */
  seen(): Promise<readonly Seen[]>;
  /** Opens a gate, for all that wait there and will. */
  open(gate: string): Promise<void>;
}

export interface FaultProcess {
  readonly origin: string;
  /** One step per connection; the last one for all that follow. `log`: frames without ids, which are numbered from 1. */
  lay(...steps: readonly Step[]): Promise<Laid>;
  layLog(log: readonly string[], ...steps: readonly Step[]): Promise<Laid>;
  order(order: 'stop' | 'continue' | 'kill' | 'start' | 'end'): Promise<void>;
}

// The page's own, whatever a test puts in its place.
const request = globalThis.fetch.bind(globalThis);

async function call(path: string, body?: unknown): Promise<unknown> {
  const answer = await request(`/fault-process${path}`, { method: 'POST', ...(body !== undefined && { body: JSON.stringify(body) }) });
  return answer.json();
}

/** Starts a server. End it with `order('end')`. */
export async function startFaultProcess(): Promise<FaultProcess> {
  const { id, origin } = (await call('')) as { id: string; origin: string };
  const layLog = async (log: readonly string[], ...steps: readonly Step[]): Promise<Laid> => {
    const { name } = (await call(`/${id}/plan`, { log, steps })) as { name: string };
    return {
      url: `${origin}/${name}`,
      seen: async () => (await call(`/${id}/seen/${name}`)) as readonly Seen[],
      open: async (gate) => {
        await call(`/${id}/open/${name}/${gate}`);
      },
    };
  };
  return {
    origin,
    lay: (...steps) => layLog([], ...steps),
    layLog,
    order: async (order) => {
      await call(`/${id}/do/${order}`);
    },
  };
}
