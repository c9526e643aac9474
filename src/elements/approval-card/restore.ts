import { HIDDEN } from '../../activity/secrets.js';

/**
 * Puts back what redaction took out: a part that was left as shown is sent as it was proposed. What hides a secret in
 * the view must never be what is written, and no secret may take another one's place: `undefined` where it cannot be
 * told which one is meant.
 */
export function restore(edited: unknown, shown: unknown, original: unknown): { readonly value: unknown } | undefined {
  const stands = standIns(shown, original);
  const marked = [...stands].some((text) => text.includes(HIDDEN));
  const lost: string[] = [];
  const value = part(edited, [shown, original], (text) => {
    if (stands.has(text) || (marked && text.includes(HIDDEN))) lost.push(text);
  });
  return lost.length > 0 ? undefined : { value };
}

type Known = readonly [shown: unknown, original: unknown];

function part(edited: unknown, [shown, original]: Known, look: (text: string) => void): unknown {
  if (isSameJson(edited, shown)) return original;
  if (typeof edited === 'string') look(edited);
  if (!isRecord(edited)) return edited;
  const [from, to] = isRecord(shown) && isRecord(original) ? [shown, original] : [{}, {}];
  const places = Array.isArray(edited) ? placesOf(edited, Array.isArray(from) ? from : [], Array.isArray(to) ? to : []) : undefined;
  const parts = Object.entries(edited).map(([key, value]): [string, unknown] => {
    const place = places === undefined ? key : String(places[Number(key)] ?? '');
    const known = Object.hasOwn(from, place) && Object.hasOwn(to, place);
    return [key, part(value, known ? [from[place], to[place]] : NOTHING, look)];
  });
  return places === undefined ? Object.fromEntries(parts) : parts.map(([, value]) => value);
}

/** No JSON is the same as this. */
const NOTHING: Known = [undefined, undefined];

/**
 * Where each item of a list came from, others being added, removed or moved around it. A changed one is known by its place
 * alone, and only while all others are in theirs.
 */
function placesOf(edited: readonly unknown[], shown: readonly unknown[], original: readonly unknown[]): readonly (number | undefined)[] {
  const [now, then, secret] = [edited, shown, original].map((list) => list.map((item) => JSON.stringify(item)));
  const [texts = [], before = [], secrets = []] = [now, then, secret];
  const moved = texts.filter((text, at) => text !== before[at]).length;
  return texts.map((text, at) => {
    if (texts.length === before.length && before[at] === text) return at;
    const alike = before.flatMap((each, place) => (each === text ? [place] : []));
    if (alike.length === 0) return texts.length === before.length && moved === 1 ? at : undefined;
    if (new Set(alike.map((place) => secrets[place])).size === 1) return alike[0];
    // Several look the same and are not: in order, where none of them is missing.
    const same = texts.flatMap((each, place) => (each === text ? [place] : []));
    return same.length === alike.length ? alike[same.indexOf(at)] : undefined;
  });
}

/** The texts of the view that stand for something else. */
function standIns(shown: unknown, original: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Object.is(shown, original)) return found;
  if (typeof shown === 'string' && shown !== '') found.add(shown);
  if (!isRecord(shown)) return found;
  for (const [key, value] of Object.entries(shown)) standIns(value, isRecord(original) ? original[key] : undefined, found);
  return found;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Equal as JSON, the order of keys included. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
