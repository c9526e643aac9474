// The provider first: a consumer that upgrades before its provider never gets the context.
import '../chainabit-activity/chainabit-activity.define.js';
import { define } from '../../registry.js';
import { PlanReview } from './plan-review.js';

define('plan-review', PlanReview);

declare global {
  interface HTMLElementTagNameMap {
    'plan-review': PlanReview;
  }
}
