import { modules } from 'virtual:shared-modules';
import { importChunk } from './base-path.cdn.js';

/** A file of the build that is made of the main one's modules: it gets them handed in, so that there is one of each. */
interface Part {
  readonly default: (shared: typeof modules) => unknown;
}

const parts = new Map<string, Promise<unknown>>();

/**
 * Loads such a file, once.
 * @public
 */
export function importPart(name: string, integrity: string): Promise<unknown> {
  const known = parts.get(name);
  if (known) return known;
  const part = importChunk(name, integrity).then((module) => (module as Part).default(modules));
  parts.set(name, part);
  part.catch(() => parts.delete(name));
  return part;
}
