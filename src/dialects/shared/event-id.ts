/** A number, or numbers in the form of log services: `17`, `1526919030474-55`, `1450755280:0`. */
const NUMBERED = /^\d+(?:[-:.]\d+)*$/;

/**
 * Which of two event ids came first: below, at or above 0; undefined where they do not tell. Ids are opaque by the
 * standard, so only numbers count, and only ids of one form. As text, since they may be longer than a number holds.
 */
export function compareIds(a: string, b: string): number | undefined {
  if (a === b) return 0;
  if (!NUMBERED.test(a) || !NUMBERED.test(b)) return undefined;
  const [left, right] = [a.split(/\D/), b.split(/\D/)];
  if (left.length !== right.length) return undefined;
  for (const [index, part] of left.entries()) {
    const order = compareNumbers(part, right[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  if (left.length !== right.length) return left.length - right.length;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
