/**
 * R8: randomised races around one approval, two tabs against a model server. Whatever the order of presses, requests,
 * answers, losses, deadlines and replays: one effective decision on the server, and both tabs end equal to it. Runs in
 * browsers and, by the thousand, in Node.
 */
import type { WireFrame } from '../../src/wire/frame.js';
import { fixture, frame, jsonReply, type Fixture } from './fixture.js';
import { settled } from '../support/fake-clock.js';

const LIFE = 40_000;

/** mulberry32: a race can be run again by its number. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

interface Wanted {
  readonly key: string;
  readonly body: { readonly decision: string; readonly digest?: string };
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

/** The other side: one approval, its log, and the requests that are on their way. */
class ModelServer {
  readonly log: WireFrame[] = [];
  readonly wires: Wanted[] = [];
  readonly #replies = new Map<string, () => Response>();
  readonly #digest: string;
  status: 'pending' | 'accepted' | 'rejected' | 'expired' = 'pending';
  effects = 0;
  strangers = 0;

  constructor(digest: string) {
    this.#digest = digest;
  }

  tell(event: string, payload: Readonly<Record<string, unknown>>): void {
    const id = String(this.log.length + 1);
    this.log.push({ ...frame(event, payload), id });
  }

  readonly fetch: typeof globalThis.fetch = (_url, init = {}) =>
    new Promise((resolve, reject) => {
      const key = new Headers(init.headers).get('idempotency-key') ?? '';
      this.wires.push({ key, body: JSON.parse(init.body as string) as Wanted['body'], resolve, reject });
    });

  /** A request arrives. Its answer leaves at once, and may be lost. */
  act({ key, body }: Wanted): Response {
    if (body.digest !== this.#digest) this.strangers += 1;
    const reply = this.#replies.get(key) ?? this.#decide(body.decision);
    this.#replies.set(key, reply);
    return reply();
  }

  expire(): void {
    if (this.status !== 'pending') return;
    this.#settle('expired');
    this.tell('tool.approval_timeout', { approvalId: 'a' });
  }

  #decide(decision: string): () => Response {
    if (this.status === 'expired') return () => jsonReply(410, {});
    if (this.status !== 'pending') {
      const { status } = this;
      return () => jsonReply(409, { decision: status });
    }
    this.#settle(decision === 'approve' ? 'accepted' : 'rejected');
    this.tell('tool.approval_response', { approvalId: 'a', approved: decision === 'approve' });
    return () => jsonReply(202, {});
  }

  #settle(status: ModelServer['status']): void {
    this.status = status;
    this.effects += 1;
  }
}

/** A tab: its session, and how far it has read the log. */
class Tab {
  readonly made: Fixture;
  readonly #server: ModelServer;
  #read = 0;

  constructor(server: ModelServer) {
    this.#server = server;
    this.made = fixture({ config: { approvalUrl: '/answer/{approvalId}', fetch: server.fetch } });
  }

  /** The next frame, or all that are left. */
  follow(frames = Infinity): void {
    const next = this.#server.log.slice(this.#read, this.#read + frames);
    this.#read += next.length;
    this.made.session.push(next);
  }

  replay(): void {
    this.made.session.push(this.#server.log.slice(0, this.#read));
  }

  get status(): string | undefined {
    return this.made.approval('a')?.status;
  }
}

/** How a race has to end: one effect, no digest of anything else, and the same word everywhere. */
export const GOOD_ENDING = /^1 0 (accepted|rejected|expired) \1 \1$/u;

/**
 * Runs with `crypto.subtle` answering at once: the request is the same in all races, its digest is made once, and a race
 * runs the same each time and in each engine.
 */
export async function withDigest<T>(run: (digest: string) => Promise<T>): Promise<T> {
  const bytes = new TextEncoder().encode('{"input":{"n":1},"toolKey":"x.y"}');
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  Object.defineProperty(crypto, 'subtle', { value: { digest: () => Promise.resolve(hash) }, configurable: true });
  try {
    return await run(`sha-256:${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`);
  } finally {
    Reflect.deleteProperty(crypto, 'subtle');
  }
}

/** The effects on the server, the digests it did not know, and how server and tabs ended. */
export async function race(seed: number, digest: string): Promise<string> {
  const pick = random(seed);
  const server = new ModelServer(digest);
  const tabs = [new Tab(server), new Tab(server)] as const;
  const expiresAt = pick(2) === 0 ? { expiresAt: tabs[0].made.clock.now() + LIFE } : {};
  server.tell('run.started', {});
  server.tell('tool.approval_required', { approvalId: 'a', callId: 'c', toolKey: 'x.y', input: { n: 1 }, ...expiresAt });
  for (const tab of tabs) tab.follow();
  const tab = (): Tab => tabs[pick(2) as 0 | 1];
  const wire = (): Wanted | undefined => server.wires.splice(pick(server.wires.length || 1), 1)[0];
  const press = ({ made }: Tab): void => {
    for (let clicks = 1 + pick(3); clicks > 0; clicks -= 1) void made.session.decide('a', { decision: pick(2) === 0 ? 'approve' : 'reject' });
  };
  const steps: readonly (() => void | Promise<void>)[] = [
    () => { press(tab()); },
    () => { for (const each of tabs) press(each); },
    () => { const sent = wire(); if (sent) sent.resolve(server.act(sent)); },
    // The answer is lost after the server acted; the request before it did; the request arrives twice.
    () => { const sent = wire(); if (sent) { server.act(sent); sent.reject(new TypeError('cut')); } },
    () => { wire()?.reject(new TypeError('down')); },
    () => { const sent = wire(); if (sent) { server.act(sent); sent.resolve(server.act(sent)); } },
    () => { tab().follow(1); },
    () => { tab().replay(); },
    async () => { for (const each of tabs) await each.made.clock.tick(pick(2) === 0 ? 10_000 : 31_000); },
    () => { if ('expiresAt' in expiresAt && tabs[0].made.clock.now() >= expiresAt.expiresAt) server.expire(); },
  ];
  for (let n = 4 + pick(12); n > 0; n -= 1) {
    await steps[pick(steps.length)]?.();
    if (pick(2) === 0) await settled();
  }
  return finish(server, tabs);
}

/** The network is well again: what is on its way arrives, and whoever still can decides. */
async function finish(server: ModelServer, tabs: readonly Tab[]): Promise<string> {
  for (let round = 0; round < 20 && (server.status === 'pending' || server.wires.length > 0); round += 1) {
    for (const sent of server.wires.splice(0)) sent.resolve(server.act(sent));
    await settled();
    if (server.status === 'pending' && tabs.every(({ status }) => status === 'expired')) server.expire();
    else if (server.status === 'pending') void tabs.find(({ status }) => status === 'pending')?.made.session.decide('a', { decision: 'approve' });
    await settled();
  }
  for (const tab of tabs) {
    tab.follow();
    tab.replay();
    tab.made.session.dispose();
  }
  return [server.effects, server.strangers, server.status, ...tabs.map(({ status }) => status)].join(' ');
}
