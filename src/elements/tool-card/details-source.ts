import { present, type Source } from '../internal/lazy.js';
import { CallDetails } from './details.js';

/** In packages, the inside of a card comes along with it. The CDN build takes details-source.cdn.ts in place of this module. */
export const detailsSource: Source<typeof CallDetails> = present(CallDetails);
