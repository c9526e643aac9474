import { Engine } from '../../session/engine.js';
import { present, type Source } from '../internal/lazy.js';

/** In packages, the engine comes along with the element. The CDN build takes engine-source.cdn.ts in place of this module. */
export const engineSource: Source<typeof Engine> = present(Engine);
