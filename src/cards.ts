/**
 * What the CDN build loads as `cards.js`: what is on no page at first sight. The approval card and the plan register
 * themselves; the inside of a tool card waits for one to be opened.
 */
import './elements/approval-card/approval-card.define.js';
import './elements/plan-review/plan-review.define.js';

export { CallDetails } from './elements/tool-card/details.js';
