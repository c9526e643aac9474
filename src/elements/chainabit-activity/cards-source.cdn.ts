import { lazy, type Source } from '../internal/lazy.js';

/** In the CDN build, the approval card and the plan are a file of their own: loading it registers them. */
export const cardsSource: Source<unknown> = lazy(() => import('../../cards.js'));
