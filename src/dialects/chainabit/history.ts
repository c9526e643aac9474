/** What a history answer holds beside the messages themselves (ours, B7). Pure; addresses are resolved by the session. */
import { timeOf } from '../shared/time.js';
import { idOf, isRecord, type JsonRecord } from '../shared/values.js';

/** One entry of a `Link` header: the address in brackets and its parameters. No part can be read in two ways: linear. */
const LINK = /<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*)/g;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i;

function linkedNext(header: string): string | undefined {
  for (const [, address, parameters] of header.matchAll(LINK)) {
    const rel = REL.exec(parameters ?? '');
    const relations = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return idOf(address);
  }
  return undefined;
}

function metaOf(body: unknown): JsonRecord {
  return isRecord(body) && isRecord(body['meta']) ? body['meta'] : {};
}

/** The address of the next page, as the server wrote it: `meta.next`, else the `Link` header's `rel="next"`. */
export function nextPage(body: unknown, linkHeader?: string | null): string | undefined {
  return idOf(metaOf(body)['next']) ?? linkedNext(linkHeader ?? '');
}

/**
 * The cursor that the live stream may go on from: `meta.lastEventId ?? meta.cursor`, else the newest message's
 * `lastEventId`. Without one the stream must be read from its beginning.
 */
export function historyCursor(body: unknown): string | undefined {
  const meta = metaOf(body);
  const said = idOf(meta['lastEventId']) ?? idOf(meta['cursor']);
  if (said !== undefined) return said;
  const newest = historyEntries(body).at(-1);
  return isRecord(newest) ? idOf(newest['lastEventId']) : undefined;
}

const CALL_KEYS = ['callId', 'toolCallId', 'toolKey', 'key'];
const MESSAGE_KEYS = ['toolCalls', 'role', 'content', 'text', 'planSteps'];

function hasAny(value: JsonRecord, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(value, key));
}

/** A persisted message, as against a persisted call. A call has no role and no content. */
export function isMessage(value: unknown): value is JsonRecord {
  return isRecord(value) && !hasAny(value, CALL_KEYS) && hasAny(value, MESSAGE_KEYS);
}

function sentAt(entry: unknown): number | undefined {
  return isRecord(entry) ? timeOf(entry['createdAt'] ?? entry['created_at'] ?? entry['timestamp']) : undefined;
}

/** In order of time where every entry has one: pages of a history often come newest first. */
function inOrder(entries: readonly unknown[]): readonly unknown[] {
  const times = entries.map(sentAt);
  if (times.some((time) => time === undefined)) return entries;
  const sorted = entries.map((entry, index) => ({ entry, time: times[index] ?? 0 }));
  return sorted.sort((a, b) => a.time - b.time).map(({ entry }) => entry);
}

/**
 * The messages or calls of whatever a history endpoint or a host gives: one message, an array of messages or of calls,
 * `{ data }`, `{ messages }`, or one call. Oldest first. `undefined` entries never come out.
 */
export function historyEntries(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return inOrder(body.filter((entry: unknown) => entry !== undefined && entry !== null));
  if (!isRecord(body)) return [];
  if (hasAny(body, CALL_KEYS) || Object.hasOwn(body, 'toolCalls') || Object.hasOwn(body, 'role')) return [body];
  for (const key of ['data', 'messages']) {
    const list = body[key];
    if (Array.isArray(list) || isRecord(list)) return historyEntries(list);
  }
  return hasAny(body, ['id', ...MESSAGE_KEYS]) ? [body] : [];
}
