import { chainabitDialect } from './chainabit/index.js';
import type { Dialect } from './dialect.js';
import { loaders } from './loaders.js';

/** A dialect name that is not one. */
export class UnknownDialectError extends Error {
  /** Stable, for `activity-error`. */
  readonly code = 'unknown-dialect';
  override readonly name = 'UnknownDialectError';

  constructor(dialect: string, known: readonly string[]) {
    super(`Unknown dialect "${dialect}". Known dialects: ${known.join(', ')}.`);
  }
}

/** The names that `loadDialect` takes. */
export function dialectNames(): readonly string[] {
  return [chainabitDialect.name, ...Object.keys(loaders)];
}

/**
 * A dialect by its name. Rejects with `UnknownDialectError` for a name that is not one, and with the platform's own error
 * when the file of a dialect cannot be loaded.
 */
export async function loadDialect(name: string): Promise<Dialect> {
  if (name === chainabitDialect.name) return chainabitDialect;
  // By own key: the name comes from an attribute, and `constructor` is not a dialect.
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load === undefined) throw new UnknownDialectError(name, dialectNames());
  return load();
}
