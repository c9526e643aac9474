import type { TabsMessage } from '../../src/wire/tabs-message.js';
import type { TabsChannel, TabsPlace } from '../../src/wire/tabs-place.js';

interface Wanted {
  readonly grant: () => void;
}

class FakeChannel implements TabsChannel {
  onmessage: ((event: MessageEvent) => void) | null = null;
  readonly #origin: FakeOrigin;
  readonly #name: string;
  readonly tab: string;

  constructor(origin: FakeOrigin, name: string, tab: string) {
    this.#origin = origin;
    this.#name = name;
    this.tab = tab;
    origin.channels.add(this);
  }

  postMessage(message: TabsMessage): void {
    if (this.#origin.isDead(this.tab)) return;
    if (!this.#origin.channels.has(this)) throw new DOMException('The channel is closed', 'InvalidStateError');
    this.#origin.post(this, this.#name, message);
  }

  close(): void {
    this.#origin.channels.delete(this);
  }

  get name(): string {
    return this.#name;
  }
}

/** Locks and channels of one origin, with tabs that can be frozen and killed. Messages and grants are tasks of their own. */
export class FakeOrigin {
  readonly channels = new Set<FakeChannel>();
  /** All that was ever said. */
  readonly said: TabsMessage[] = [];
  readonly #held = new Map<string, { readonly tab: string; readonly free: () => void }>();
  readonly #queues = new Map<string, (Wanted & { readonly tab: string })[]>();
  readonly #frozen = new Map<string, (() => void)[]>();
  readonly #dead = new Set<string>();

  /** What one tab has of it. */
  place(tab: string): TabsPlace {
    return {
      channel: (name) => new FakeChannel(this, name, tab),
      locks: { request: ((name: string, options: LockOptions, hold: LockGrantedCallback<unknown>) => this.#request(tab, name, options, hold)) as LockManager['request'] },
    };
  }

  /** The tab is gone without a word: what it held is free, what it still does reaches nobody. */
  kill(tab: string): void {
    this.#dead.add(tab);
    for (const channel of this.channels) if (channel.tab === tab) this.channels.delete(channel);
    for (const queue of this.#queues.values()) queue.splice(0, queue.length, ...queue.filter((each) => each.tab !== tab));
    for (const held of [...this.#held.values()]) if (held.tab === tab) held.free();
  }

  isDead(tab: string): boolean {
    return this.#dead.has(tab);
  }

  /** What comes for the tab waits until it thaws. It keeps what it holds. */
  freeze(tab: string): void {
    if (!this.#frozen.has(tab)) this.#frozen.set(tab, []);
  }

  thaw(tab: string): void {
    const waiting = this.#frozen.get(tab) ?? [];
    this.#frozen.delete(tab);
    for (const task of waiting) task();
  }

  /** Names of the locks that are held or waited for. */
  get locks(): readonly string[] {
    return [...this.#held.keys(), ...[...this.#queues].filter(([, queue]) => queue.length > 0).map(([name]) => name)];
  }

  post(sender: FakeChannel, name: string, message: TabsMessage): void {
    this.said.push(message);
    const data: unknown = structuredClone(message);
    for (const channel of this.channels) {
      if (channel === sender || channel.name !== name) continue;
      this.#later(channel.tab, () => {
        if (this.channels.has(channel)) channel.onmessage?.(new MessageEvent('message', { data }));
      });
    }
  }

  #later(tab: string, task: () => void): void {
    const run = (): void => {
      const waiting = this.#frozen.get(tab);
      if (waiting) waiting.push(run);
      else if (!this.#dead.has(tab)) task();
    };
    queueMicrotask(run);
  }

  #request(tab: string, name: string, { signal }: LockOptions, hold: LockGrantedCallback<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      const wanted = {
        tab,
        grant: (): void => {
          const free = (): void => {
            if (this.#held.get(name)?.free === free) this.#held.delete(name);
            this.#next(name);
          };
          this.#held.set(name, { tab, free });
          this.#later(tab, () => {
            void Promise.resolve(hold({ name, mode: 'exclusive' })).then(() => {
              if (!this.#dead.has(tab)) free();
              resolve(undefined);
            });
          });
        },
      };
      queue.push(wanted);
      signal?.addEventListener('abort', () => {
        const index = queue.indexOf(wanted);
        if (index < 0) return;
        queue.splice(index, 1);
        reject(signal.reason as Error);
      });
      this.#next(name);
    });
  }

  #next(name: string): void {
    if (!this.#held.has(name)) this.#queues.get(name)?.shift()?.grant();
  }
}
