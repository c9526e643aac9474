// The provider first: a consumer that upgrades before its provider never gets the context.
import '../chainabit-activity/chainabit-activity.define.js';
import { define } from '../../registry.js';
import { ApprovalCard } from './approval-card.js';

define('approval-card', ApprovalCard);

declare global {
  interface HTMLElementTagNameMap {
    'approval-card': ApprovalCard;
  }
}
