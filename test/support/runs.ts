/**
 * How often a property of pure code is tried: all of it in one engine, a third in each of the others, which run the same code and
 * take longer for it. Each run of the tests tries other values.
 */
export function runs(count: number): number {
  return navigator.userAgent.includes('Chrome') ? count : Math.ceil(count / 3);
}
