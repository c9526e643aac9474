import type { Run } from '../../activity/state.js';

/**
 * The server's words for an end of the run that was not a plain completion. The end says them once; cards and receipts
 * that were taken along by it repeat them only when opened.
 */
export function endReason(run: Run | undefined): string | undefined {
  return [run?.error?.message, run?.reason].find((text) => text !== undefined && text.trim() !== '');
}
