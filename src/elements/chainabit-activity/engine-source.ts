import { Engine } from '../../session/engine.js';

/** Where the engine comes from. */
export interface EngineSource {
  /** The class, where it is there already. */
  readonly current: typeof Engine | undefined;
  /** Rejects when the file cannot be had; another call tries again. */
  readonly load: () => Promise<typeof Engine>;
}

/** In packages, it comes along with the element. The CDN build takes engine-source.cdn.ts in place of this module. */
export const engineSource: EngineSource = { current: Engine, load: () => Promise.resolve(Engine) };
