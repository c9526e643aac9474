const WARNING = 60_000;
const URGENT = 10_000;

/** How near a deadline is: what warns on the card and what is spoken change at the same moments. */
export type Level = 'calm' | 'warning' | 'urgent' | 'over';

/** `left` in milliseconds. */
export function levelOf(left: number): Level {
  if (left <= 0) return 'over';
  if (left <= URGENT) return 'urgent';
  return left <= WARNING ? 'warning' : 'calm';
}

/** 400 ms left are "1 s", not "0 s": at zero the controls are gone. */
export function roundedUp(left: number): number {
  return left + 999;
}
