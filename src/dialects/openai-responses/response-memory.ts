import { compact, idOf, type JsonRecord } from '../shared/values.js';
import { Fragments } from '../shared/fragments.js';
import type { ItemKind } from './items.js';

/** One item of one response, found by its place and by its id. */
export interface Entry {
  /** Unique in the turn: response, place, and how often the place was used before. */
  readonly key: string;
  readonly type: string;
  readonly id?: string;
  readonly callId?: string;
  /** Absent for items that are not tools. */
  readonly kind?: ItemKind;
  /** The card's id, for a tool item. */
  readonly card: string;
  readonly parts: Map<string, Fragments>;
  /** The item as it was added, for arguments that come in pieces of it. */
  item: JsonRecord;
  /** Argument text or value that the card has already. */
  input?: unknown;
  active: boolean;
  done: boolean;
  /** An event of its own said that it failed; why, the item will say. */
  failed: boolean;
  /** Output text that is still streaming. */
  live: string;
}

export interface NewEntry {
  readonly type: string;
  readonly index: number | undefined;
  readonly item: JsonRecord;
  readonly kind: ItemKind | undefined;
}

/** One response of the turn: indexes count from zero in each. */
export class ResponseMemory {
  readonly key: string;
  readonly entries: Entry[] = [];
  readonly #byIndex = new Map<number, Entry>();
  readonly #byId = new Map<string, Entry>();
  /** The response's own id, which may become known late. */
  id: string | undefined;
  sequence: number | undefined;
  /** Its `run.start` is out. */
  announced = false;
  finished = false;
  failed = false;
  /** An event named it after it was over: what follows without a name is its repetition. */
  revisited = false;
  /** It is over and comes again, from a server that sends no sequence numbers. */
  replayed = false;

  constructor(key: string, id: string | undefined) {
    this.key = key;
    this.id = id;
  }

  /** It comes again from its beginning, before it was over. */
  restart(): void {
    for (const entry of this.entries) {
      for (const part of entry.parts.values()) part.restart();
      entry.live = '';
    }
  }

  /** The entry that an event means. Ids outweigh places, which some servers use twice; unknown ids are no help at all. */
  find(itemId: string | undefined, index: number | undefined): Entry | undefined {
    const named = itemId === undefined ? undefined : this.#byId.get(itemId);
    return named ?? (index === undefined ? undefined : this.#byIndex.get(index));
  }

  /** The entry of an item that is added: known only when it is the very same item, told again. */
  findSame(type: string, item: JsonRecord, index: number | undefined): Entry | undefined {
    const [id, callId] = [idOf(item['id']), idOf(item['call_id'])];
    const known = this.find(callId, undefined) ?? this.find(id, index);
    if (known?.type !== type) return undefined;
    const same = callId !== undefined && known.callId !== undefined ? callId === known.callId : id === known.id;
    return same ? known : undefined;
  }

  /** The entry of an item that is done, where its id may be another one than when it was added. */
  findOpen(type: string, item: JsonRecord, index: number | undefined): Entry | undefined {
    const same = this.findSame(type, item, index);
    if (same !== undefined) return same;
    const placed = this.find(undefined, index);
    if (placed?.type !== type || placed.done) return undefined;
    const callId = idOf(item['call_id']);
    return callId === undefined || placed.callId === undefined || callId === placed.callId ? placed : undefined;
  }

  add({ type, index, item, kind }: NewEntry): Entry {
    const place = `${this.key}:${index === undefined ? `n${String(this.entries.length)}` : String(index)}`;
    const used = this.entries.filter((entry) => entry.key === place || entry.key.startsWith(`${place}#`)).length;
    const key = used === 0 ? place : `${place}#${String(used)}`;
    const [id, callId] = [idOf(item['id']), idOf(item['call_id'])];
    const card = idOf(item['approval_request_id']) ?? callId ?? id ?? key;
    const state = { parts: new Map<string, Fragments>(), item, active: false, done: false, failed: false, live: '' };
    const entry: Entry = { key, type, card, ...compact({ id, callId, kind }), ...state };
    this.entries.push(entry);
    if (index !== undefined) this.#byIndex.set(index, entry);
    if (id !== undefined) this.#byId.set(id, entry);
    if (callId !== undefined) this.#byId.set(callId, entry);
    return entry;
  }
}

/** The counter of one text of an entry. */
export function fragmentsOf(entry: Entry, part: string): Fragments {
  const known = entry.parts.get(part);
  if (known !== undefined) return known;
  const fragments = new Fragments();
  entry.parts.set(part, fragments);
  return fragments;
}
