import type { ToolCall } from '../../activity/state.js';
import { formatDuration, formatSeconds } from '../../locales/format.js';

/** How long a call has been going on, or how long it took. */
export class Elapsed {
  #callId: string | undefined;
  #seenAt = 0;

  /** True while the figure grows. A call that waits for a person or for its turn is not running. */
  static ticks(call: ToolCall | undefined): boolean {
    return call?.status === 'active';
  }

  /**
   * `now` is on the server's clock, as its stamps are. A running call without a stamp counts from when it was first
   * seen here; a finished one without stamps says nothing, for nobody knows.
   */
  text(call: ToolCall, now: number, locale: string): string {
    if (Elapsed.ticks(call)) {
      if (this.#callId !== call.callId) {
        this.#callId = call.callId;
        this.#seenAt = now;
      }
      return formatSeconds(locale, now - (call.startedAt ?? this.#seenAt));
    }
    if (call.status === 'pending' || call.status === 'awaiting_approval') return '';
    if (call.startedAt === undefined || call.endedAt === undefined) return '';
    return formatDuration(locale, call.endedAt - call.startedAt);
  }
}
