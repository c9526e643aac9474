import { normaliseDisclosure } from '../activity/disclosure.js';
import type { Disclosure } from '../activity/event.js';

/** What counts for every activity of a page that does not say otherwise itself. */
export interface PageConfig {
  /** What happens to reasoning text. Default and anything unknown: `hidden`. */
  readonly disclosure?: Disclosure | undefined;
}

/** By a name that all copies of the bundle, and all its files, have in common: the page is one. */
const SLOT = Symbol.for('chainabit.activity.config/1');

/** Nobody but `configure` writes here, but everybody on the page could: what is read is checked. */
function current(): PageConfig {
  return (globalThis as { [SLOT]?: PageConfig })[SLOT] ?? {};
}

/**
 * Sets what counts for the whole page (or worker, or process): the keys that are given, `undefined` for the default. It
 * is read each time reasoning comes, so it may be called before or after the elements are there. What an element or a
 * store says itself goes first.
 */
export function configure(config: PageConfig): void {
  (globalThis as { [SLOT]?: PageConfig })[SLOT] = { ...current(), ...config };
}

/** What counts where nobody says otherwise. */
export function pageDisclosure(): Disclosure {
  return normaliseDisclosure(current().disclosure);
}
