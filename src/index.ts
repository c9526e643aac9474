/** Everything public, without side effects: nothing is registered by importing this. */
export * from './core.js';
export * from './view.js';
export { ApprovalCard } from './elements/approval-card/approval-card.js';
export { PlanReview } from './elements/plan-review/plan-review.js';
