import { historyCursor, historyEntries, nextPage } from '../dialects/chainabit/history.js';
import { TransportError } from '../wire/transport.js';
import type { Requests } from './requests.js';

/** Pages of one history. More is a server that never comes to an end. */
const MAX_PAGES = 200;

const ASTRAY = 'A further page of the history is on another origin, was there before, or is one too many';

export interface History {
  /** All pages as one value that a dialect's `hydrate` takes. */
  readonly persisted: unknown;
  /** Where the live stream may go on from. */
  readonly cursor?: string;
  /** Not all of it: a page failed, or led out of the origin, in a circle, or too far. */
  readonly incomplete: boolean;
  /** Why it is incomplete. */
  readonly cause?: TransportError;
}

/**
 * Loads a history and the pages that follow. Further pages are only fetched from the origin of the first one, since the
 * host's headers go with each. What was loaded before a page failed is used.
 */
export async function loadHistory(requests: Requests, src: string, signal: AbortSignal): Promise<History> {
  const start = absolute(src);
  const seen = new Set<string>();
  const bodies: unknown[] = [];
  let url: string | undefined = start?.href ?? src;
  let cause: TransportError | undefined;
  while (url !== undefined && !cause) {
    seen.add(url);
    const page = await requests.page(url, signal);
    if (page instanceof TransportError) {
      cause = page;
      break;
    }
    bodies.push(page.body);
    const address = nextPage(page.body, page.link);
    const next: URL | undefined = address === undefined ? undefined : absolute(address, url);
    if (address !== undefined && !isAllowed(next, start, seen)) cause = new TransportError('address', ASTRAY);
    url = next?.href;
  }
  return { ...merge(bodies), incomplete: cause !== undefined, ...(cause && { cause }) };
}

function isAllowed(next: URL | undefined, start: URL | undefined, seen: ReadonlySet<string>): boolean {
  return next !== undefined && next.origin === start?.origin && !seen.has(next.href) && seen.size < MAX_PAGES;
}

function absolute(url: string, base = (globalThis.document as Document | undefined)?.baseURI): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

function merge(bodies: readonly unknown[]): Pick<History, 'persisted' | 'cursor'> {
  // One page goes to the dialect as it came: its shape may be one that only the dialect knows.
  const persisted = bodies.length === 1 ? bodies[0] : bodies.flatMap((body) => historyEntries(body));
  const cursor = historyCursor(persisted) ?? bodies.map((body) => historyCursor(body)).findLast((id) => id !== undefined);
  return { persisted, ...(cursor !== undefined && { cursor }) };
}
