const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * A server's time in epoch milliseconds, from milliseconds or an ISO string. A time of day without a zone is taken as UTC:
 * the engine's reading would be the zone of the person, and the same recording would give another state elsewhere.
 */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const match = ISO.exec(value);
  if (match === null) return undefined;
  const zoned = match[1] !== undefined || !/\d:\d/.test(value) ? value : `${value}Z`;
  const time = Date.parse(zoned.replace(' ', 'T').replace(',', '.'));
  return Number.isNaN(time) ? undefined : time;
}
