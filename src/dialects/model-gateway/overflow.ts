import type { WireFrame } from '../../wire/frame.js';
import { namedFrame } from '../shared/named-frame.js';
import type { JsonRecord } from '../shared/values.js';

/** Not an event of a run: the server dropped frames for this connection. */
export const OVERFLOW = 'stream.overflow';

/** The last durable event that was sent, as the cursor it is: the server takes whole numbers and nothing else. */
export function overflowCursor({ last_sequence: last }: JsonRecord): string | undefined {
  const digits = typeof last === 'number' ? String(last) : last;
  return typeof digits === 'string' && /^\d{1,16}$/.test(digits) ? digits : undefined;
}

export function reopenAt(wire: WireFrame): string | undefined {
  if (wire.event !== OVERFLOW) return undefined;
  const frame = namedFrame(wire, false);
  return 'problem' in frame ? undefined : overflowCursor(frame.body);
}
