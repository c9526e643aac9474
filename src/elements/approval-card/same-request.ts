import type { Approval } from '../../activity/state.js';

const ASKED = ['toolKey', 'input', 'prompt', 'risk', 'options', 'editable', 'activity'] as const;

/** Whether two states of one approval ask for the same thing. Cheap where nothing was sent again. */
export function isSameRequest(a: Approval, b: Approval): boolean {
  return ASKED.every((name) => Object.is(a[name], b[name]) || isEqual(a[name], b[name]));
}

function isEqual(a: unknown, b: unknown): boolean {
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch {
    // Not JSON: a host's own value. Asked again rather than approved unseen.
    return false;
  }
}
