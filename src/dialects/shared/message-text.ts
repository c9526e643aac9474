import type { MessageDelta } from '../../activity/event.js';
import { Fragments } from './fragments.js';

interface Part {
  /** The message item that it belongs to. */
  readonly group: string;
  readonly fragments: Fragments;
  readonly refusal: boolean;
  text: string;
}

/** Between two messages of one turn: a commentary and the answer are paragraphs. */
const SEPARATOR = '\n\n';

/**
 * The answer of a turn. The protocol sends several messages with several parts, the model holds one text; so the parts are
 * kept here, and a change anywhere but at the end replaces the whole.
 */
export class MessageText {
  readonly #parts = new Map<string, Part>();
  /** The first message's id, for all of the turn. */
  #id: string | undefined;

  /** Whether there is any text. */
  get isEmpty(): boolean {
    return ![...this.#parts.values()].some((part) => part.text !== '');
  }

  get id(): string | undefined {
    return this.#id;
  }

  /** Names the message by its first item. */
  name(id: string | undefined): void {
    this.#id ??= id;
  }

  /** Text of the groups that a test accepts: whether all of it is a refusal, and there is some. */
  isRefusal(belongs: (group: string) => boolean): boolean {
    const said = [...this.#parts.values()].filter((part) => belongs(part.group) && part.text !== '');
    return said.length > 0 && said.every((part) => part.refusal);
  }

  /** Whether any part of a message item is known. */
  has(group: string): boolean {
    return [...this.#parts.values()].some((part) => part.group === group);
  }

  restart(group: string): void {
    for (const part of this.#parts.values()) {
      if (part.group === group) part.fragments.restart();
    }
  }

  /** Takes back a message that is going to be written anew. */
  remove(group: string): readonly MessageDelta[] {
    let shown = false;
    for (const [key, part] of this.#parts) {
      if (part.group !== group) continue;
      this.#parts.delete(key);
      shown ||= part.text !== '';
    }
    return shown ? [this.#delta('replace', this.#compose())] : [];
  }

  append(key: string, group: string, piece: string, refusal: boolean): readonly MessageDelta[] {
    const part = this.#part(key, group, refusal);
    const fresh = part.fragments.add(piece);
    return fresh === '' ? [] : this.#grow(part, fresh);
  }

  /** The part's whole text, which outweighs its pieces: some streams leave pieces out. */
  finish(key: string, group: string, whole: string, refusal: boolean): readonly MessageDelta[] {
    const part = this.#part(key, group, refusal);
    const before = part.text;
    part.fragments.settle(whole);
    if (whole === before) return [];
    if (whole.startsWith(before)) return this.#grow(part, whole.slice(before.length));
    part.text = whole;
    return [this.#delta('replace', this.#compose())];
  }

  #part(key: string, group: string, refusal: boolean): Part {
    const known = this.#parts.get(key);
    if (known !== undefined) return known;
    const part: Part = { group, fragments: new Fragments(), refusal, text: '' };
    this.#parts.set(key, part);
    return part;
  }

  #grow(part: Part, fresh: string): readonly MessageDelta[] {
    const opens = part.text === '';
    part.text += fresh;
    const shown = this.#ordered().filter((one) => one.text !== '');
    if (shown.at(-1) !== part) return [this.#delta('replace', this.#compose())];
    const before = shown.at(-2);
    const separator = opens && before !== undefined && before.group !== part.group ? SEPARATOR : '';
    return [this.#delta('append', separator + fresh)];
  }

  /** Messages in order of first sight, and the parts of each together. */
  #ordered(): readonly Part[] {
    const groups = new Map<string, Part[]>();
    for (const part of this.#parts.values()) {
      const group = groups.get(part.group);
      if (group === undefined) groups.set(part.group, [part]);
      else group.push(part);
    }
    return [...groups.values()].flat();
  }

  #compose(): string {
    let text = '';
    let group: string | undefined;
    for (const part of this.#ordered()) {
      if (part.text === '') continue;
      text += (group !== undefined && group !== part.group ? SEPARATOR : '') + part.text;
      group = part.group;
    }
    return text;
  }

  #delta(mode: MessageDelta['mode'], text: string): MessageDelta {
    return { type: 'message.delta', mode, text, ...(this.#id !== undefined && { messageId: this.#id }) };
  }
}
