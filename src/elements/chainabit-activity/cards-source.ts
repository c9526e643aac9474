import { present, type Source } from '../internal/lazy.js';

/** In packages, the cards come along with the feed. The CDN build takes cards-source.cdn.ts in place of this module. */
export const cardsSource: Source<unknown> = present(true);
