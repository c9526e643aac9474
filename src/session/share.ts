import { isOtherStream, type SessionConfig } from './config.js';

/** What an activity of a page is about, and how. */
export interface ShareFacts {
  readonly config: SessionConfig;
  readonly disclosure: string | undefined;
}

/** One connection and one store do for both: all that was set is the same, objects and functions included. */
export function isSameRun(a: ShareFacts, b: ShareFacts): boolean {
  if (a.config.src !== b.config.src || a.disclosure !== b.disclosure) return false;
  const names = Object.keys({ ...a.config, ...b.config }) as (keyof SessionConfig)[];
  return names.every((name) => Object.is(a.config[name], b.config[name]));
}

/** Not to be tried on another one's run even for a moment: another stream, another turn, another say about reasoning. */
export function isOtherRun(a: ShareFacts, b: ShareFacts): boolean {
  const { method, body } = a.config;
  return isOtherStream(a.config, b.config) || a.disclosure !== b.disclosure || method !== b.config.method || !Object.is(body, b.config.body);
}

/** What has no address is fed by its own page code. */
export function isShareable({ config }: ShareFacts): boolean {
  return Boolean(config.src) && config.share !== 'none';
}

/** Asking for it once more does no harm. */
export function isRepeatable({ config }: ShareFacts): boolean {
  return (config.method ?? 'GET').toUpperCase() === 'GET' && config.reconnect !== 'off';
}
