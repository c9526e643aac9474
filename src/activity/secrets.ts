/**
 * What looks like a secret, by the name of a field or by the shape of a text. Conservative on both sides: a list of names
 * and of the formats that providers publish, no guessing by entropy, which would take ids and hashes for secrets.
 */

/** What stands in a secret's place. */
export const HIDDEN = '•••';

/** Ends of field names, in lower case and without punctuation. `token` in the singular only: `max_tokens` is a number. */
const SECRET_NAME =
  /(?:password|passwd|pwd|passphrase|passcode|secret|secrets|apikey|accesskey|secretkey|privatekey|signingkey|encryptionkey|sharedkey|accountkey|masterkey|accesskeyid|token|jwt|bearer|credential|credentials|authorization|cookie|cookies|sessionid|otp|cvv|cvc|connectionstring)$/u;

/** Names that end like one and are none: cursors, counters, settings, kinds. */
const ORDINARY_NAME =
  /(?:page|next|prev|previous|continuation|sync|cursor|resume|delta|skip|stop|start|end|eos|bos|pad|mask|per|first|last|cancellation|design)token$|(?:accept|allow|consent|show|has|is|no|hide|need|needs|require|requires|use|with)(?:s|ed)?cookies?$|^(?:has|is|no|show|hide|forgot|reset|require[sd]?|need[s]?|wants?)(?:password|passwd|token|secret|credentials?)$/u;

interface Shape {
  readonly pattern: RegExp;
  /** The part of a match that stays, in front of what is hidden. */
  readonly keep?: (...groups: string[]) => string;
}

const first = (group: string): string => group;

/** Formats of secrets inside a text. Each is linear: a fixed beginning, then characters of one class. */
const SHAPES: readonly Shape[] = [
  { pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/gu },
  { pattern: /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/gu },
  { pattern: /\b([Bb]earer |BEARER |Basic |Token token=)"?(?=[\w.~+/-]{0,400}(?:[\d=]|[a-z][A-Z]))[\w.~+/=-]{8,}"?/gu, keep: first },
  { pattern: /\b((?:Proxy-)?Authorization:[ \t]*)[^\r\n"']+/giu, keep: first },
  { pattern: /\b((?:Set-)?Cookie:[ \t]*)[^\r\n"']+/giu, keep: first },
  // A user and a password in an address.
  { pattern: /\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"']{0,100}:)[^\s/@"']{1,200}(?=@)/giu, keep: first },
  { pattern: /([?&#](?:access_token|id_token|refresh_token|auth_token|token|api_?key|apikey|client_secret|secret|password|passwd|pwd|x-amz-signature|x-amz-security-token|x-goog-signature|sig|signature)=)[^\s&#"'<>]+/giu, keep: first },
  // As in an environment file, a command, or JSON inside a text.
  { pattern: /((?:password|passwd|pwd|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token)["']?=["']?)[^\s"'&;,<>]+/giu, keep: first },
  { pattern: /((?:password|passwd|passphrase|secret|api[_-]?key|apikey|client[_-]?secret|access[_-]?token|refresh[_-]?token|private[_-]?key|authorization)["']\s?:\s?["'])[^"']+/giu, keep: first },
  { pattern: /(\s(?:--password|--token|--api-key|--secret)[= ])\S+/gu, keep: first },
  // Keys whose makers gave them a beginning of their own.
  { pattern: /\b(?:sk|rk)[-_](?:live_|test_|proj-|ant-|svcacct-|or-)?[A-Za-z0-9_-]{20,}/gu },
  { pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abeprs]-[\w-]{10,}|xapp-[\w-]{10,})/gu },
  { pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/gu },
  { pattern: /\b(?:AIza[\w-]{30,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})/gu },
  { pattern: /\b(?:npm_[A-Za-z0-9]{30,}|pypi-[\w-]{30,}|hf_[A-Za-z0-9]{30,}|dop_v1_[a-f0-9]{40,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{30,}|whsec_[\w+/=]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|AGE-SECRET-KEY-1[A-Z0-9]{20,}|sq0[a-z]{3}-[\w-]{20,})/gu },
];

/**
 * Whether a field of this name holds a secret: `apiKey`, `X-API-Key`, `DB_PASSWORD`, but not `max_tokens`, `nextPageToken`
 * or `hasPassword`.
 */
export function isSecretName(name: string): boolean {
  if (name.length > 100) return false;
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/gu, '');
  return SECRET_NAME.test(plain) && !ORDINARY_NAME.test(plain);
}

/**
 * Whether a value under such a name may be one. Yes, no and nothing are none. `token` alone is also what a language
 * model's words are called, so there a word or a number is left.
 */
export function isSecretValue(name: string, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return false;
  return name.toLowerCase() === 'token' ? typeof value === 'string' && /^\S{8,}$/u.test(value) : value !== '';
}

/** A text without the secrets in it; the same one when there are none. */
export function hideSecrets(text: string): string {
  let shown = text;
  for (const { pattern, keep } of SHAPES) {
    shown = shown.replace(pattern, (_match: string, ...groups: string[]) => (keep ? keep(...groups) : '') + HIDDEN);
  }
  return shown;
}
