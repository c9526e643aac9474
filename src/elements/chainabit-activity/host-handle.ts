import type { ActivityState } from '../../activity/state.js';
import type { ActivityHandle, ActivitySettings } from '../../context/activity-context.js';

/** The narrow side of an activity: its state, when it changes, and its clock. */
type Source = Pick<ActivityHandle, 'getState' | 'subscribe' | 'now'>;

/** The one handle an activity gives to everything below it: its narrow side and the page's settings. */
export class HostHandle implements ActivityHandle {
  readonly #source: Source;
  readonly #listeners = new Set<() => void>();
  #settings: ActivitySettings;

  constructor(source: Source, settings: ActivitySettings) {
    this.#source = source;
    this.#settings = settings;
  }

  getState(): ActivityState {
    return this.#source.getState();
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
    const release = this.#source.subscribe(listener);
    return () => {
      this.#listeners.delete(listener);
      release();
    };
  }

  now(): number {
    return this.#source.now();
  }
}
