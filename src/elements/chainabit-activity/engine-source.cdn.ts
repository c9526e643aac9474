import type { Engine } from '../../session/engine.js';
import type { EngineSource } from './engine-source.js';

let current: typeof Engine | undefined;
let loading: Promise<typeof Engine> | undefined;

async function load(): Promise<typeof Engine> {
  try {
    ({ Engine: current } = await import('../../engine.js'));
    return current;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

/** In the CDN build, a file of its own that is asked for at once: the elements are on the page before it. */
export const engineSource: EngineSource = {
  get current() {
    return current;
  },
  load: () => (loading ??= load()),
};
