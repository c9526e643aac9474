/** What elements take from the page and must give back: listeners on document and window, timers, observers. */

export interface Leftovers {
  readonly listeners: number;
  readonly intervals: number;
  readonly timeouts: number;
  readonly observers: number;
}

type Undo = () => void;

/** Starts counting. `left()` tells what has not been given back since, `restore()` ends it. */
export function countLeftovers(): { left: () => Leftovers; restore: Undo } {
  const listeners = new Set<string>();
  const intervals = new Set<number>();
  const timeouts = new Set<number>();
  const observers = new Set<MutationObserver>();
  const undo = [countListeners(window, listeners), countListeners(document, listeners), countTimers(intervals, timeouts), countObservers(observers)];
  return {
    left: () => ({ listeners: listeners.size, intervals: intervals.size, timeouts: timeouts.size, observers: observers.size }),
    restore: () => {
      for (const each of undo) each();
    },
  };
}

const names = new WeakMap<object, number>();
let named = 0;

function nameOf(listener: object): number {
  const known = names.get(listener);
  if (known !== undefined) return known;
  named += 1;
  names.set(listener, named);
  return named;
}

function countListeners(target: Window | Document, set: Set<string>): Undo {
  const { addEventListener, removeEventListener } = target;
  const kind = target instanceof Document ? 'document' : 'window';
  const key = (type: string, listener: object | null): string => `${kind} ${type} ${String(listener === null ? 0 : nameOf(listener))}`;
  target.addEventListener = (type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions) => {
    if (typeof options !== 'object' || options.once !== true) set.add(key(type, listener));
    addEventListener.call(target, type, listener as EventListener, options);
  };
  target.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | EventListenerOptions) => {
    set.delete(key(type, listener));
    removeEventListener.call(target, type, listener as EventListener, options);
  };
  return () => Object.assign(target, { addEventListener, removeEventListener });
}

function countTimers(intervals: Set<number>, timeouts: Set<number>): Undo {
  const { setInterval, clearInterval, setTimeout, clearTimeout } = window;
  const replacement = {
    setInterval: (callback: () => void, delay?: number): number => {
      const id = setInterval.call(window, callback, delay) as unknown as number;
      intervals.add(id);
      return id;
    },
    setTimeout: (callback: () => void, delay?: number): number => {
      const run = (): void => {
        timeouts.delete(id);
        callback();
      };
      const id = setTimeout.call(window, run, delay) as unknown as number;
      timeouts.add(id);
      return id;
    },
    clearInterval: (id: number): void => {
      intervals.delete(id);
      clearInterval.call(window, id);
    },
    clearTimeout: (id: number): void => {
      timeouts.delete(id);
      clearTimeout.call(window, id);
    },
  };
  Object.assign(window, replacement);
  return () => Object.assign(window, { setInterval, clearInterval, setTimeout, clearTimeout });
}

function countObservers(live: Set<MutationObserver>): Undo {
  const { MutationObserver } = window;
  window.MutationObserver = class extends MutationObserver {
    override observe(...args: Parameters<MutationObserver['observe']>): void {
      live.add(this);
      super.observe(...args);
    }

    override disconnect(): void {
      live.delete(this);
      super.disconnect();
    }
  };
  return () => {
    window.MutationObserver = MutationObserver;
  };
}
