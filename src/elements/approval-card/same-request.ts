import type { Approval } from '../../activity/state.js';
import { isSameText, measure } from '../../viewers/data.js';

const ASKED = ['toolKey', 'input', 'prompt', 'risk', 'options', 'editable', 'activity'] as const;

/**
 * Whether two states of one approval ask for the same thing, as a person sees it: JSON would take two maps for the same.
 * Cheap where nothing was sent again.
 */
export function isSameRequest(a: Approval, b: Approval): boolean {
  return ASKED.every((name) => Object.is(a[name], b[name]) || isSame(a[name], b[name]));
}

/** What is too large to compare within a frame is asked again rather than approved unseen. */
function isSame(a: unknown, b: unknown): boolean {
  try {
    return measure(a).exact && isSameText(a, b);
  } catch {
    return false;
  }
}
