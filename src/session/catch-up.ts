import type { ActivityEvent } from '../activity/event.js';
import { compareIds } from '../dialects/shared/event-id.js';
import type { Reading } from './frame-reader.js';

/** Asked where frames do not go on from those before: whether a history will be loaded that makes up for it. */
type Fill = () => boolean;

/**
 * Holds back what comes after a break in the stream until the history that fills it is there, and then lets pass what
 * that does not cover: events are merged with a history by id.
 */
export class CatchUp {
  #held: Reading[] | undefined;
  /** The cursor of the history, while frames up to it may still come. */
  #covered: string | undefined;
  /** Of the frame before the break, where the numbers go on. */
  #lastId: string | undefined;

  get isHolding(): boolean {
    return this.#held !== undefined;
  }

  /** Holds from now on, without a break. */
  hold(): void {
    this.#held ??= [];
  }

  /** The events that count now. */
  take(readings: readonly Reading[], fill: Fill): readonly ActivityEvent[] {
    const events: ActivityEvent[] = [];
    for (const reading of readings) {
      if (reading.repeats === true) continue;
      if (this.#held) {
        this.#held.push(reading);
        continue;
      }
      if (this.#isCovered(reading.id)) continue;
      if (reading.breaks === 'restart') this.#lastId = undefined;
      if (reading.breaks !== undefined && fill()) {
        this.#held = [{ ...reading, breaks: undefined }];
        continue;
      }
      this.#lastId = reading.id ?? this.#lastId;
      events.push(...reading.events);
    }
    return events;
  }

  /** Whether a history ends before the break: it cannot fill it. */
  isBehind(cursor: string | undefined): boolean {
    if (cursor === undefined || this.#lastId === undefined) return false;
    return (compareIds(cursor, this.#lastId) ?? 0) < 0;
  }

  /** Whether what is held may be in a history that goes to this cursor, and nothing tells. */
  isUnclear(cursor: string): boolean {
    const ids = (this.#held ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
    return ids.length > 0 && ids.every((id) => compareIds(id, cursor) === undefined);
  }

  /** The end of holding: what was held and is not in the history, to be taken again. */
  release(cursor?: string): readonly Reading[] {
    const held = this.#held ?? [];
    this.#held = undefined;
    // The history came after all of these: there is no telling what it lacks.
    if (cursor === undefined) return held.map((reading) => ({ ...reading, breaks: undefined }));
    const at = held.findLastIndex(({ id }) => id === cursor);
    if (at < 0) this.#covered = cursor;
    return held.slice(at + 1);
  }

  forget(): void {
    this.#held = undefined;
    this.#covered = undefined;
    this.#lastId = undefined;
  }

  #isCovered(id: string | undefined): boolean {
    if (this.#covered === undefined || id === undefined) return false;
    const isCovered = (compareIds(id, this.#covered) ?? 1) <= 0;
    if (!isCovered) this.#covered = undefined;
    return isCovered;
  }
}
