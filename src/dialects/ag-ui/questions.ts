/** How the questions of a run and their answers know each other: an answer is made from the approval alone. */

/** The tool key of a question that a yes does not answer. */
export const INPUT = 'input_required';

/** Begins the id of an `on_interrupt`, which has none of its own. */
export const LEGACY = 'on_interrupt ';

/** The option under which words are the whole answer; any other one that takes text is the name of their property. */
export const PLAIN_WORDS = '*';

export const CANCEL = 'cancel';

/** The approval of an interrupt. An id that is asked again after its answer, or that looks so, gets a number. */
export function placeId(interruptId: string, times: number): string {
  return times > 1 || /~\d+$/.test(interruptId) ? `${interruptId}~${String(times)}` : interruptId;
}

/** The interrupt of an approval. */
export function interruptOf(approvalId: string): string {
  return approvalId.replace(/~\d+$/, '');
}

/** The `on_interrupt` of an approval, one of whose actions it may be about. */
export function legacyOf(approvalId: string): string | undefined {
  return approvalId.startsWith(LEGACY) ? approvalId.replace(/\.\d+$/, '') : undefined;
}
