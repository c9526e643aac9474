/** Registers the five elements under their own names, the owner first: a card must never upgrade before its provider. */
import './elements/chainabit-activity/chainabit-activity.define.js';
import './elements/thinking-status/thinking-status.define.js';
import './elements/tool-card/tool-card.define.js';
import './elements/approval-card/approval-card.define.js';
import './elements/plan-review/plan-review.define.js';

export * from './index.js';
