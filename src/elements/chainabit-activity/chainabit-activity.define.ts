import { define } from '../../registry.js';
import { ChainabitActivity } from './chainabit-activity.js';

define('chainabit-activity', ChainabitActivity);

declare global {
  interface HTMLElementTagNameMap {
    'chainabit-activity': ChainabitActivity;
  }
}
