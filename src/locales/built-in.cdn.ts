import { feed as en } from './en.js';
import type { Messages } from './messages.js';
import { feed as tr } from './tr.js';

/** Of the CDN build's main file: without the words of the cards, which come with these (src/cards.ts). */
export const builtIn = [en, tr] as unknown as readonly [Messages, ...Messages[]];
