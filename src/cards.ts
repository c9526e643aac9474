/**
 * What the CDN build loads as `cards.js`: what is on no page at first sight. The approval card and the plan register
 * themselves; the inside of a tool card waits for one to be opened.
 */
import './elements/approval-card/approval-card.define.js';
import './elements/plan-review/plan-review.define.js';

import { cards as en } from './locales/en.js';
import { addWords } from './locales/index.js';
import { cards as tr } from './locales/tr.js';

addWords([{ locale: 'en', ...en }, { locale: 'tr', ...tr }]);

export { CallDetails } from './elements/tool-card/details.js';
