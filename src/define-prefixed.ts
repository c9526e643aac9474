/** Registers only `chainabit-<tag>` names, for a page that owns the plain ones; `chainabit-activity` keeps its name. */
import { ApprovalCard } from './elements/approval-card/approval-card.js';
import './elements/chainabit-activity/chainabit-activity.define.js';
import { PlanReview } from './elements/plan-review/plan-review.js';
import { ThinkingStatus } from './elements/thinking-status/thinking-status.js';
import { ToolCard } from './elements/tool-card/tool-card.js';
import { definePrefixed } from './registry.js';

definePrefixed('thinking-status', ThinkingStatus);
definePrefixed('tool-card', ToolCard);
definePrefixed('approval-card', ApprovalCard);
definePrefixed('plan-review', PlanReview);

declare global {
  interface HTMLElementTagNameMap {
    'chainabit-thinking-status': ThinkingStatus;
    'chainabit-tool-card': ToolCard;
    'chainabit-approval-card': ApprovalCard;
    'chainabit-plan-review': PlanReview;
  }
}

export * from './index.js';
