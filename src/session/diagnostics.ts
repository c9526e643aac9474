import type { Diagnostic } from '../dialects/dialect.js';

/** What was not used of one batch of frames, counted by code. */
export interface DiagnosticCount {
  readonly code: Diagnostic['code'];
  /** In this batch. */
  readonly count: number;
  /** The newest one's. */
  readonly reason: string;
  readonly sample?: string;
}

/** Gathers what decoding reports, to be told once per batch. */
export class DiagnosticCounter {
  #counts = new Map<Diagnostic['code'], DiagnosticCount>();

  readonly report = (diagnostic: Diagnostic): void => {
    const count = (this.#counts.get(diagnostic.code)?.count ?? 0) + 1;
    this.#counts.set(diagnostic.code, { ...diagnostic, count });
  };

  /** What was gathered since the last time. */
  take(): readonly DiagnosticCount[] {
    if (this.#counts.size === 0) return [];
    const counts = [...this.#counts.values()];
    this.#counts.clear();
    return counts;
  }
}
