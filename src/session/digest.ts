import type { Approval } from '../activity/state.js';

/** What a person is shown of a request, apart from words: the tool, and its arguments as they were asked. */
export type ShownRequest = Pick<Approval, 'toolKey' | 'input'>;

/**
 * The digest of a request as it was shown: `sha-256:` and, in hexadecimal, the SHA-256 of the UTF-8 bytes of the
 * canonical JSON (RFC 8785) of `{ "input": …, "toolKey": … }`. What the request did not have is left out. A server that
 * makes the same of what it is about to run knows whether it is what the person saw, before any redaction or edit.
 *
 * `undefined` where there is no `crypto.subtle` (a page that was not served securely), and for arguments that no JSON
 * can hold. Never rejects.
 */
export async function requestDigest({ toolKey, ...request }: ShownRequest): Promise<string | undefined> {
  // Not there on an insecure origin, whatever the type library says.
  const { subtle } = crypto as Partial<Crypto>;
  if (subtle === undefined) return undefined;
  try {
    const shown = { ...('input' in request && { input: request.input }), ...(toolKey !== undefined && { toolKey }) };
    const hash = await subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(shown)));
    return `sha-256:${Array.from(new Uint8Array(hash), hex).join('')}`;
  } catch {
    return undefined;
  }
}

/**
 * RFC 8785: keys in the order of their UTF-16 code units, no white space. `JSON.stringify` writes numbers and strings
 * as it asks. @throws TypeError for what JSON has no word for, RangeError for what is nested too deeply.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) throw new TypeError('not JSON');
    return text;
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  const members = Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`);
  return `{${members.join(',')}}`;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
