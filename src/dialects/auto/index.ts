import type { WireFrame } from '../../wire/frame.js';
import { isRecord } from '../shared/values.js';
import { storedBy } from './histories.js';
import { openFrame } from './opened.js';
import { sniffs } from './sniff.js';

/** Something that may tell a stream's dialect. */
export interface Evidence {
  readonly headers?: Headers;
  readonly frames?: readonly WireFrame[];
  /** Present by key: stored messages or calls. */
  readonly persisted?: unknown;
}

/** What is kept of a stream that nobody knows: frames and stored values, and characters of their data. */
export const MAX_FRAMES = 64;
export const MAX_SIZE = 1_048_576;

/** Size of one value that was parsed already: not known, and cheap to hold. */
const sizeOf = ({ data }: WireFrame): number => (typeof data === 'string' ? data.length : 0);

/** Looks at one stream from its beginning, until it is known or too long to be kept. Never throws. */
export class Recogniser {
  /** The dialect, once it is known. */
  name: string | undefined;
  readonly #known: ReadonlySet<string>;
  #frames = 0;
  #size = 0;

  /** @param known The dialects that there are. */
  constructor(known: readonly string[]) {
    this.#known = new Set(known);
  }

  /** More of it was seen than is kept, and nothing told. */
  get isLost(): boolean {
    return this.name === undefined && (this.#frames > MAX_FRAMES || this.#size > MAX_SIZE);
  }

  see(evidence: Evidence): void {
    const { headers, frames = [] } = evidence;
    if (headers) this.#settle(byHeaders(headers));
    for (const frame of frames) {
      this.#frames += 1;
      this.#size += sizeOf(frame);
      this.#settle(guarded(() => byFrame(frame)));
    }
    if (!('persisted' in evidence)) return;
    this.#frames += 1;
    this.#settle(guarded(() => storedBy(evidence.persisted)));
  }

  /** Only one candidate is an answer, and the first answer stays. A dialect that is not there is a candidate all the same. */
  #settle([name, ...others]: readonly string[]): void {
    if (name !== undefined && others.length === 0 && this.#known.has(name)) this.name ??= name;
  }
}

function byHeaders(headers: Headers): readonly string[] {
  const tells = ([name, start]: readonly [string, string]): boolean => headers.get(name)?.startsWith(start) === true;
  return sniffs.filter((one) => one.headers?.some(tells)).map(({ name }) => name);
}

function byFrame(frame: WireFrame): readonly string[] {
  const opened = openFrame(frame);
  const isEmpty = opened.event === undefined && !isRecord(opened.value);
  return isEmpty ? [] : sniffs.filter((one) => one.frame(opened)).map(({ name }) => name);
}

/** A value of the host's may throw when it is read. */
function guarded(look: () => readonly string[]): readonly string[] {
  try {
    return look();
  } catch {
    return [];
  }
}
