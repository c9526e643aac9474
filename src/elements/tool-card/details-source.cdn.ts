import { lazy, type Source } from '../internal/lazy.js';
import type { CallDetails } from './details.js';

/** In the CDN build, it comes with the file of the other cards: nobody sees it before a card is opened. */
export const detailsSource: Source<typeof CallDetails> = lazy(async () => (await import('../../cards.js')).CallDetails);
