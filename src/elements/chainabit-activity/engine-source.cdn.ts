import type { Engine } from '../../session/engine.js';
import { lazy, type Source } from '../internal/lazy.js';

/** In the CDN build, a file of its own: the elements are on the page before it. */
export const engineSource: Source<typeof Engine> = lazy(async () => (await import('../../engine.js')).Engine);
