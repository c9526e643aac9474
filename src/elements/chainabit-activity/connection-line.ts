import { html, nothing, type TemplateResult } from 'lit';
import type { Connection } from '../../activity/state.js';
import { formatSeconds } from '../../locales/format.js';
import type { FeedMessages } from '../../locales/messages.js';
import { wellFormed } from '../../viewers/reveal.js';
import { icon } from '../internal/icons.js';

/** No pause is longer, so a time further ahead is the page's clock put back: no number is better than a wrong one. */
const LONGEST_PAUSE = 10 * 60_000;

/** The words for where the connection stands, or nothing while all is well. Pure: `now` is epoch ms of this page. */
export function connectionWords(connection: Connection, messages: FeedMessages, now: number): string | undefined {
  switch (connection.status) {
    case 'reconnecting': {
      if (connection.offline === true) return messages.offline;
      const left = (connection.retryAt ?? now) - now;
      if (left <= 0 || left > LONGEST_PAUSE) return messages.reconnecting;
      return messages.reconnectingIn(formatSeconds(messages.locale, left + 999));
    }
    case 'failed':
      return faultWords(connection.error, messages) ?? messages.connectionLost;
    case 'closed':
      return faultWords(connection.error, messages);
    case 'idle':
    case 'connecting':
    case 'open':
      return undefined;
  }
}

/** A fault in the reader's language where its code is known, else in the server's own words. */
export function faultWords(fault: { code: string; message: string } | undefined, messages: FeedMessages): string | undefined {
  if (fault === undefined) return undefined;
  return Object.hasOwn(messages.fault, fault.code) ? messages.fault[fault.code] : wellFormed(fault.message);
}

/** Mended by a press: a file, or a history, is asked for again. */
const CAN_RETRY: ReadonlySet<string> = new Set(['load-failed', 'history-failed', 'events-lost']);

/** A line about a failure beside the connection; the one that a press may mend has a button. */
export function renderFault(
  fault: { code: string; message: string; retryable: boolean } | undefined,
  messages: FeedMessages,
  retry: () => void,
): TemplateResult | typeof nothing {
  if (fault === undefined) return nothing;
  const canRetry = fault.retryable && CAN_RETRY.has(fault.code);
  return html`<div part="fault" class="note warning">
    ${icon('note')}<span>${faultWords(fault, messages)}</span>
    ${canRetry ? html`<button part="retry" class="button" type="button" @click=${retry}>${messages.retryNow}</button>` : nothing}
  </div>`;
}

/** A line that is there only when a person should know, with a button where something can be done. */
export function renderConnection(
  connection: Connection,
  messages: FeedMessages,
  now: number,
  retry: () => void,
): TemplateResult | typeof nothing {
  const words = connectionWords(connection, messages, now);
  if (words === undefined) return nothing;
  const canRetry = connection.status !== 'reconnecting' ? connection.error?.retryable === true : true;
  return html`<div part="connection" class="connection">
    ${icon('offline')}
    <span part="connection-text" class="connection-text">${words}</span>
    ${canRetry ? html`<button part="retry" class="button" type="button" @click=${retry}>${messages.retryNow}</button>` : nothing}
  </div>`;
}
