// The provider first: a consumer that upgrades before its provider never gets the value.
import '../chainabit-activity/chainabit-activity.define.js';
import { define } from '../../registry.js';
import { ThinkingStatus } from './thinking-status.js';

define('thinking-status', ThinkingStatus);

declare global {
  interface HTMLElementTagNameMap {
    'thinking-status': ThinkingStatus;
  }
}
