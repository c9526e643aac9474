import type { Disclosure } from './event.js';

const disclosures: ReadonlyMap<unknown, Disclosure> = new Map<unknown, Disclosure>([
  ['hidden', 'hidden'],
  ['surface', 'surface'],
  ['telemetry_only', 'telemetry_only'],
  ['telemetry-only', 'telemetry_only'],
]);

/** The mode that a host's word stands for. Unknown words are `hidden`: a misspelling must not disclose anything. */
export function normaliseDisclosure(value: unknown): Disclosure {
  return disclosures.get(value) ?? 'hidden';
}
