// The provider first: a consumer that upgrades before its provider never gets the value.
import '../chainabit-activity/chainabit-activity.define.js';
import { define } from '../../registry.js';
import { ToolCard } from './tool-card.js';

define('tool-card', ToolCard);

declare global {
  interface HTMLElementTagNameMap {
    'tool-card': ToolCard;
  }
}
