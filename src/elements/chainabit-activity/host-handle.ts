import type { ActivityState } from '../../activity/state.js';
import type { ActivityHandle, ActivitySettings } from '../../context/activity-context.js';
import type { ActivityStore } from '../../store/store.js';

/** The one handle an activity gives to everything below it: the store's narrow side and the page's settings. */
export class HostHandle implements ActivityHandle {
  readonly #store: ActivityStore;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #settings: ActivitySettings;

  constructor(store: ActivityStore, now: () => number, settings: ActivitySettings) {
    this.#store = store;
    this.#now = now;
    this.#settings = settings;
  }

  getState(): ActivityState {
    return this.#store.getState();
  }

  getSettings(): ActivitySettings {
    return this.#settings;
  }

  setSettings(settings: ActivitySettings): void {
    this.#settings = settings;
    for (const listener of [...this.#listeners]) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    const release = this.#store.subscribe(listener);
    return () => {
      this.#listeners.delete(listener);
      release();
    };
  }

  now(): number {
    return this.#now();
  }
}
