import { ContextProvider } from '@lit/context';
import { emptyState, type ActivityState, type ToolCall } from '../../src/activity/state.js';
import { activityContext, type ActivityHandle, type ActivitySettings } from '../../src/context/activity-context.js';
import { en } from '../../src/locales/en.js';

/** A `div` that gives what is below it a state, as `<chainabit-activity>` does, with a server clock in the test's hand. */
export class ActivityStub implements ActivityHandle {
  readonly element = document.createElement('div');
  readonly #listeners = new Set<() => void>();
  #state: ActivityState = emptyState;
  #settings: ActivitySettings = { messages: en, redact: (value) => value, renderers: {} };
  clock = 1_700_000_000_000;

  constructor() {
    new ContextProvider(this.element, { context: activityContext, initialValue: this });
    document.body.append(this.element);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  getState(): ActivityState {
    return this.#state;
  }

  getSettings(): ActivitySettings {
    return this.#settings;
  }

  now(): number {
    return this.clock;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Publishes a change of the state. */
  commit(change: Partial<ActivityState>): void {
    this.#state = { ...this.#state, ...change };
    this.#publish();
  }

  /** Publishes calls over those that are known; the others keep their identity. */
  calls(...calls: readonly ToolCall[]): void {
    this.commit({ calls: new Map([...this.#state.calls, ...calls.map((call) => [call.callId, call] as const)]) });
  }

  configure(settings: Partial<ActivitySettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#publish();
  }

  remove(): void {
    this.element.remove();
  }

  #publish(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
