/** True for a promise where a page should have answered at once. Its failure is then nobody else's to catch. */
export function isPromise(value: unknown): boolean {
  if (!(value instanceof Promise)) return false;
  value.catch(() => undefined);
  return true;
}
