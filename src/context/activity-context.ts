import { createContext } from '@lit/context';
import type { ActivityState } from '../activity/state.js';
import type { Messages } from '../locales/messages.js';
import type { Redact, Renderers } from './renderers.js';

/** What a page has set on `<chainabit-activity>` and every card below it follows. Replaced as a whole when one changes. */
export interface ActivitySettings {
  readonly messages: Messages;
  /** Over a value before it is shown, copied or put into a public event. */
  readonly redact: Redact | undefined;
  readonly renderers: Renderers;
  /** Origins that images in values may be loaded from. */
  readonly mediaOrigins?: readonly string[];
}

/**
 * What context hands down: a stable handle, never the state. The stock consumer renders every consumer at each new
 * value; with a handle and a selector only the card whose entity changed renders.
 */
export interface ActivityHandle {
  getState(): ActivityState;
  getSettings(): ActivitySettings;
  /** Called after each commit and after a change of the settings. */
  subscribe(listener: () => void): () => void;
  /** Epoch ms on the server's clock, as far as it is known; what countdowns and running times are measured with. */
  now(): number;
}

/** A registered symbol, so that two copies of the bundle on one page work together. */
export const activityContext = createContext<ActivityHandle>(Symbol.for('chainabit.activity.store/1'));
