/**
 * Entry of the CDN build: registers the elements and exports the page side, as a module or as `ChainabitActivity`. The
 * engine is asked for at once; the cards when there is something for them to show, and otherwise when the page is idle.
 */
import './elements/chainabit-activity/chainabit-activity.define.js';
import './elements/thinking-status/thinking-status.define.js';
import './elements/tool-card/tool-card.define.js';
import { cardsSource } from './elements/chainabit-activity/cards-source.cdn.js';
import { engineSource } from './elements/chainabit-activity/engine-source.cdn.js';

/** Ahead of use only: whoever needs a part asks again, and tells of a failure. */
const ahead = (loading: Promise<unknown>): void => void loading.catch(() => undefined);

/** WebKit has no idle callback. */
const whenIdle: (callback: () => void) => unknown = 'requestIdleCallback' in window ? (callback) => requestIdleCallback(callback) : (callback) => setTimeout(callback, 200);

ahead(engineSource.load());
whenIdle(() => {
  ahead(cardsSource.load());
});

export * from './view.js';
export { setBasePath } from './base-path.cdn.js';
