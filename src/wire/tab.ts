import type { Clock } from './clock.js';
import { deliver } from './tabs-deliver.js';
import type { TabsLog } from './tabs-log.js';
import { faultOf, parseMessage, type TabsEntry, type TabsFault, type TabsMessage } from './tabs-message.js';
import type { TabsChannel, TabsPlace } from './tabs-place.js';
import { PATIENCE, stepTab, type TabsEffect, type TabsInput, type TabsRole } from './tabs-protocol.js';
import type { Transport, TransportError, TransportRequest, TransportSink } from './transport.js';

/** A leader tells of bytes without entries no more often than this, in milliseconds. */
const ALIVE_EVERY = 1_000;

/** What a tab keeps from one attempt to the next. */
export interface TabMemory {
  readonly log: TabsLog;
  /** A leader that brought nothing for so long that the attempt was given up: frozen, though it may still answer. */
  silent?: string;
}

export interface TabOptions {
  readonly key: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly patience: number;
  readonly errorOf: (fault: TabsFault) => TransportError;
  readonly channel: TabsChannel;
  readonly locks: TabsPlace['locks'];
  readonly memory: TabMemory;
  readonly request: TransportRequest;
  readonly sink: TransportSink;
}

/** One attempt of one tab: what `stepTab` says, done; and the side of the leader. */
export class Tab {
  /** Settles as a transport does. */
  readonly ended: Promise<void>;
  readonly #options: TabOptions;
  readonly #log: TabsLog;
  readonly #name = crypto.randomUUID();
  readonly #lock = new AbortController();
  readonly #followers = new Set<string>();
  #role: TabsRole = { name: 'waiting' };
  #over = false;
  #cursor: string | undefined;
  #opened = false;
  /** Server time less monotonic time, in milliseconds; known to a leader whose answer had a date. */
  #ahead: number | undefined;
  #at = 0;
  #toldAlive = -Infinity;
  #settle!: (fault: unknown) => void;
  #release: () => void = () => undefined;
  #cancel: (() => void) | undefined;

  constructor(options: TabOptions) {
    this.#options = options;
    this.#log = options.memory.log;
    this.#cursor = options.request.lastEventId;
    this.ended = new Promise((resolve, reject) => {
      this.#settle = (fault) => {
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- passed on as the transport gave it
        if (fault === undefined) resolve(); else reject(fault);
      };
    });
    const { channel, request } = options;
    if (request.signal.aborted) {
      this.#leave();
      return;
    }
    request.signal.addEventListener('abort', this.#leave, { once: true });
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = parseMessage(data);
      if (message) this.#hear(message);
    };
    this.#join();
    this.#wait();
    this.#queue();
  }

  /** Asks for the lock, and holds it until the end of the attempt. */
  #queue(): void {
    const { locks, key } = this.#options;
    const hold = (): Promise<void> => {
      const held = new Promise<void>((resolve) => {
        this.#release = resolve;
      });
      if (this.#over || this.#role.name === 'alone') this.#release();
      else this.#take({ type: 'granted' });
      return held;
    };
    const refused = (): void => {
      // Not allowed here. A lock that was given up is none of our business any more.
      if (!this.#lock.signal.aborted && !this.#over) this.#become({ name: 'alone' });
    };
    try {
      locks.request(key, { signal: this.#lock.signal }, hold).catch(refused);
    } catch {
      refused();
    }
  }

  #hear(message: TabsMessage): void {
    if (this.#role.name !== 'leading') {
      if (message.type !== 'welcome') this.#take(message);
      else if (message.to === this.#name) this.#take(message.from === this.#options.memory.silent ? { type: 'silence' } : message);
    } else if (message.type === 'join') {
      this.#followers.add(message.from);
      this.#welcome(message.from, message.cursor);
    } else if (message.type === 'leave') {
      this.#followers.delete(message.from);
    }
  }

  #take(input: TabsInput): void {
    const { role, effects } = stepTab(this.#role, input);
    this.#become(role);
    for (const effect of effects) {
      if (this.#over) return;
      this.#do(effect);
    }
  }

  #become(role: TabsRole): void {
    if (role === this.#role) return;
    this.#role = role;
    this.#wait();
    if (role.name !== 'leading' && role.name !== 'alone') return;
    if (role.name === 'alone') this.#partWithOthers();
    void this.#connect();
  }

  /** Starts the patience of the role anew. */
  #wait(): void {
    this.#cancel?.();
    const { clock, patience } = this.#options;
    const limit = PATIENCE[this.#role.name];
    this.#cancel = limit === undefined ? undefined : clock.after(Math.min(limit, patience), () => this.#take({ type: 'silence' }));
  }

  #do(effect: TabsEffect): void {
    const { sink } = this.#options;
    switch (effect.do) {
      case 'join':
        this.#join();
        return;
      case 'alive':
        sink.alive();
        return;
      case 'open':
        this.#open(effect.date === undefined ? {} : { headers: new Headers({ date: new Date(effect.date).toUTCString() }) });
        return;
      case 'deliver':
        this.#record(effect.entries);
        deliver(effect.entries, sink, this.#options.errorOf);
        return;
      case 'finish':
        this.#finish(effect.fault && this.#options.errorOf(effect.fault));
    }
  }

  #join(): void {
    this.#log.resume(this.#cursor);
    this.#post({ type: 'join', from: this.#name, ...(this.#cursor !== undefined && { cursor: this.#cursor }) });
  }

  #record(entries: readonly TabsEntry[]): void {
    this.#log.add(entries);
    this.#cursor = this.#log.cursor;
  }

  #open(info: { readonly headers?: Headers }): void {
    if (this.#opened) return;
    this.#opened = true;
    this.#options.sink.open(info);
  }

  #welcome(to: string, cursor: string | undefined): void {
    const entries = this.#log.after(cursor);
    const about = { at: this.#at, opened: this.#opened, ...this.#date(), ...(entries && { entries }) };
    this.#post({ type: 'welcome', from: this.#name, to, ...about });
  }

  #date(): { readonly date?: number } {
    return this.#ahead === undefined ? {} : { date: this.#ahead + this.#options.clock.monotonic() };
  }

  async #connect(): Promise<void> {
    const { request, transport } = this.#options;
    const { url, method, headers, body, credentials, signal } = request;
    const cursor = this.#cursor;
    this.#log.resume(cursor);
    if (this.#role.name === 'leading') this.#post({ type: 'lead', from: this.#name });
    try {
      const own = { url, method, headers, body, credentials, signal, ...(cursor !== undefined && { lastEventId: cursor }) };
      await transport(own, this.#sink());
      this.#finish(undefined);
    } catch (error) {
      this.#finish(error);
    }
  }

  /** What the connection tells goes to the others first: the own side may end the attempt over it. */
  #sink(): TransportSink {
    const { sink, clock, errorOf } = this.#options;
    const pass = (entries: readonly TabsEntry[]): void => {
      this.#record(entries);
      this.#tell({ type: 'entries', from: this.#name, at: this.#at, entries });
      this.#at += entries.length;
      deliver(entries, sink, errorOf);
    };
    const live =
      <A extends readonly unknown[]>(tell: (...values: A) => void) =>
      (...values: A): void => {
        if (!this.#over) tell(...values);
      };
    return {
      open: live((info) => {
        const date = Date.parse(info.headers?.get('date') ?? '');
        if (!Number.isNaN(date)) this.#ahead = date - clock.monotonic();
        this.#tell({ type: 'open', from: this.#name, ...this.#date() });
        this.#open(info);
      }),
      frames: live((frames) => pass(frames.map((frame) => ({ frame })))),
      alive: live(() => {
        if (clock.monotonic() - this.#toldAlive >= ALIVE_EVERY) {
          this.#toldAlive = clock.monotonic();
          this.#tell({ type: 'alive', from: this.#name });
        }
        sink.alive();
      }),
      retry: live((retry) => pass([{ retry }])),
      cursor: live((cursor) => pass([{ cursor }])),
      lost: live(({ message }) => pass([{ lost: message }])),
    };
  }

  /** To the followers; not at all where there are none, since each message is a copy. */
  #tell(message: TabsMessage): void {
    if (this.#followers.size > 0) this.#post(message);
  }

  #post(message: TabsMessage): void {
    this.#options.channel.postMessage(message);
  }

  /** The attempt is given up: closed, or its page goes. */
  readonly #leave = (): void => {
    const { memory, request } = this.#options;
    // A follower's next attempt with this memory means that this one was silent. There is none after a close.
    if (this.#role.name === 'following') memory.silent = this.#role.leader;
    if (this.#role.name === 'leading') this.#tell({ type: 'left', from: this.#name });
    this.#end(request.signal.reason);
  };

  #finish(error: unknown): void {
    if (this.#over) return;
    const fault = error === undefined ? {} : { fault: faultOf(error) };
    if (this.#role.name === 'leading') this.#tell({ type: 'end', from: this.#name, ...fault });
    this.#end(error);
  }

  #end(error: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#options.request.signal.removeEventListener('abort', this.#leave);
    this.#cancel?.();
    this.#partWithOthers();
    this.#settle(error);
  }

  /** Out of the queue, out of the channel; a lock that was held is free. */
  #partWithOthers(): void {
    const { channel } = this.#options;
    if (channel.onmessage && this.#role.name !== 'leading') this.#post({ type: 'leave', from: this.#name });
    channel.onmessage = null;
    channel.close();
    this.#followers.clear();
    this.#lock.abort();
    this.#release();
  }
}
