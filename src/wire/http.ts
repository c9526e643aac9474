/** What both the stream and the requests need to speak HTTP from a page. */

/** Bytes of an error answer that are read in search of the server's words. */
const MAX_ERROR_BODY = 16 * 1024;
/** Characters of the server's words that are passed on. */
const MAX_WORDS = 300;

export interface RedirectPolicy {
  readonly mode: RequestMode;
  readonly redirect: RequestRedirect;
}

/**
 * Where a redirect may lead. fetch drops `Authorization` on the way to another origin, but not the host's other headers
 * (`X-Api-Key`), and a page cannot look at the new address first. So:
 * - an address of the page's own origin: `same-origin`, with which a redirect out of the origin is a network error;
 * - another origin with headers or cookies: redirects are refused, also those within it; give the final address;
 * - another origin without any: followed, there is nothing to leak.
 */
export function redirectPolicy(url: string, headers: Headers, credentials: RequestCredentials): RedirectPolicy {
  if (isOwnOrigin(url)) return { mode: 'same-origin', redirect: 'follow' };
  const carries = [...headers.keys()].length > 0 || credentials === 'include';
  return { mode: 'cors', redirect: carries ? 'error' : 'follow' };
}

function isOwnOrigin(url: string): boolean {
  const page = globalThis.location as Location | undefined;
  if (page === undefined) return false;
  // `about:srcdoc` and `about:blank` have an origin of their own kind: their base is the embedding document's.
  const base = (globalThis.document as Document | undefined)?.baseURI ?? page.href;
  try {
    return new URL(url, base).origin === globalThis.origin;
  } catch {
    return false;
  }
}

/** The essence of a content type, lower case, without parameters. Empty where there is none. */
export function contentType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** `application/json` and its `+json` kin. */
export function isJson(headers: Headers): boolean {
  return /^application\/(?:json|[\w.-]+\+json)$/.test(contentType(headers));
}

/** `Retry-After` in milliseconds from now: seconds, or an HTTP date against the server's own clock where it is told. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  const serverNow = Date.parse(headers.get('date') ?? '');
  return Math.max(0, at - (Number.isNaN(serverNow) ? now : serverNow));
}

/** The text of a body up to `limit` bytes; undefined when it is longer or breaks. Releases the connection. */
export async function readText(response: Response, limit: number): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > limit) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return undefined;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** A JSON body within `limit` bytes, as an object; undefined for anything else. */
export async function readJsonObject(response: Response, limit = MAX_ERROR_BODY): Promise<Record<string, unknown> | undefined> {
  if (!isJson(response.headers)) {
    response.body?.cancel().catch(() => undefined);
    return undefined;
  }
  const text = await readText(response, limit);
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The server's own words in an error body: `{ error: { message } }`, `{ error: "…" }` or `{ message }`. */
export function wordsOf(body: Record<string, unknown> | undefined): string | undefined {
  const error = body?.['error'];
  const nested = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)['message'] : error;
  const words = nested ?? body?.['message'];
  if (typeof words !== 'string' || words.trim() === '') return undefined;
  const trimmed = words.trim();
  return trimmed.length > MAX_WORDS ? `${trimmed.slice(0, MAX_WORDS)}…` : trimmed;
}

/**
 * A header value in the bytes that fetch wants: it takes Latin-1 only, and an event id may be any text, which goes out as
 * UTF-8 (as the EventSource standard has it).
 */
export function utf8HeaderValue(value: string): string {
  return Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join('');
}
