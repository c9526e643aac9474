import type { Dialect } from './dialect.js';

/** Dialects that are loaded when they are asked for, by name. The default one is always there. */
export const loaders: Readonly<Record<string, () => Promise<Dialect>>> = {
  'openai-responses': async () => (await import('./openai-responses/index.js')).openaiResponsesDialect,
  thoth: async () => (await import('./thoth/index.js')).thothDialect,
};
