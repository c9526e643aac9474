/** Apart from the words of the other faults, which the file that tells of this one does not have to carry. */
export const LOAD_FAILED = 'A part of this display could not be loaded.';

/** A file of the build that could not be loaded. Trying again, by hand, makes sense. */
export function loadFault(cause: unknown): { readonly code: 'load-failed'; readonly message: string; readonly retryable: true; readonly cause: unknown } {
  return { code: 'load-failed', message: LOAD_FAILED, retryable: true, cause };
}
