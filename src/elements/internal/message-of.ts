/** The words of what was thrown. A page may throw anything, also what is no text and refuses to become one. */
export function messageOf(cause: unknown): string {
  try {
    return String(cause instanceof Error ? cause.message : cause);
  } catch {
    return '';
  }
}
