/** What elements and sessions take from the page and must give back. */

export interface Leftovers {
  /** On anything that outlives an element: window, document, the signals of abort controllers, media queries, channels. */
  readonly listeners: readonly string[];
  readonly intervals: number;
  readonly timeouts: number;
  /** Frames that were asked for and have not come. */
  readonly frames: number;
  readonly observers: number;
  /** Channels and event sources that are open. */
  readonly connections: number;
}

export const NOTHING_LEFT: Leftovers = { listeners: [], intervals: 0, timeouts: 0, frames: 0, observers: 0, connections: 0 };

type Undo = () => void;

/** Starts counting. `left()` tells what has not been given back since, `restore()` ends it. */
export function countLeftovers(): { left: () => Leftovers; restore: Undo } {
  const listeners = new Set<string>();
  const intervals = new Set<unknown>();
  const timeouts = new Set<unknown>();
  const frames = new Set<unknown>();
  const observers = new Set<unknown>();
  const connections = new Set<unknown>();
  const undo = [
    countListeners(listeners),
    countCalls(timeouts, 'setTimeout', 'clearTimeout'),
    countCalls(intervals, 'setInterval', 'clearInterval'),
    countCalls(frames, 'requestAnimationFrame', 'cancelAnimationFrame'),
    ...['MutationObserver', 'ResizeObserver', 'IntersectionObserver'].map((name) => countObjects(observers, name, { from: 'observe', to: 'disconnect' })),
    ...['BroadcastChannel', 'EventSource'].map((name) => countObjects(connections, name, { to: 'close' })),
  ];
  return {
    left: () => ({
      listeners: [...listeners],
      intervals: intervals.size,
      timeouts: timeouts.size,
      frames: frames.size,
      observers: observers.size,
      connections: connections.size,
    }),
    restore: () => {
      for (const each of undo) each();
    },
  };
}

const names = new WeakMap<object, number>();
let named = 0;

function nameOf(thing: object): string {
  const known = names.get(thing);
  if (known === undefined) names.set(thing, (named += 1));
  return `${thing.constructor.name}-${String(known ?? named)}`;
}

/** Listeners on an element die with it. */
function outlives(target: EventTarget): boolean {
  return !(target instanceof Node) || [document, document.documentElement, document.body].includes(target as HTMLElement);
}

function countListeners(set: Set<string>): Undo {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  type Options = boolean | AddEventListenerOptions | undefined;
  const key = (target: EventTarget, type: string, listener: object, options: Options): string =>
    `${nameOf(target)} ${type} ${nameOf(listener)} ${String(typeof options === 'object' ? (options.capture ?? false) : (options ?? false))}`;
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    // Called without an owner it is the window's.
    const target = this ?? window;
    addEventListener.call(target, type, listener, options);
    if (listener === null || !outlives(target)) return;
    const id = key(target, type, listener, options);
    set.add(id);
    const gone = (): void => void set.delete(id);
    if (typeof options !== 'object') return;
    if (options.once) addEventListener.call(target, type, gone, { once: true, capture: options.capture ?? false });
    if (options.signal) addEventListener.call(options.signal, 'abort', gone, { once: true });
  };
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    if (listener !== null) set.delete(key(target, type, listener, options));
    removeEventListener.call(target, type, listener, options);
  };
  return () => Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
}

/** A pair of functions of the window: one that gives a number and calls back, one that takes it back. */
function countCalls(pending: Set<unknown>, start: string, stop: string): Undo {
  type Call = (...values: unknown[]) => unknown;
  const own = { [start]: Reflect.get(window, start) as Call, [stop]: Reflect.get(window, stop) as Call };
  const once = start !== 'setInterval';
  Object.assign(window, {
    [start]: (callback: Call, ...rest: unknown[]): unknown => {
      const run: Call = (...values) => {
        if (once) pending.delete(id);
        return callback(...values);
      };
      const id = own[start]!.call(window, run, ...rest);
      pending.add(id);
      return id;
    },
    [stop]: (id: unknown): void => {
      pending.delete(id);
      own[stop]!.call(window, id);
    },
  });
  return () => Object.assign(window, own);
}

/** Objects of a class that count from their making, or from a method on, until another method of theirs. */
function countObjects(live: Set<unknown>, name: string, { from, to }: { from?: string; to: string }): Undo {
  const own = Reflect.get(window, name) as new (...values: unknown[]) => object;
  const counting = new Proxy(own, {
    construct(target, values, newTarget) {
      const made = Reflect.construct(target, values, newTarget) as Record<string, (...values: unknown[]) => unknown>;
      const wrap = (method: string, count: () => void): void => {
        const inner = made[method]!;
        Object.defineProperty(made, method, {
          configurable: true,
          value: (...args: unknown[]) => {
            count();
            return inner.apply(made, args);
          },
        });
      };
      if (from === undefined) live.add(made);
      else wrap(from, () => void live.add(made));
      wrap(to, () => void live.delete(made));
      return made;
    },
  });
  Reflect.set(window, name, counting);
  return () => Reflect.set(window, name, own);
}
