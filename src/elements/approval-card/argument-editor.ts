import { isSameText, measure } from '../../viewers/data.js';
import { isSameJson, restore } from './restore.js';

/** More lines, or characters, than these nobody edits in a field, and the field would freeze the page. */
const MOST_LINES = 4000;
const MOST_TEXT = 1_000_000;

/** Characters that a text field would not show, kept as JSON escapes. Line feeds are the indentation's own. */
const UNSEEN = /[^\P{C}\n]/gu;

/**
 * The arguments as JSON that a person may change before approving. Text goes in, a value comes out; what cannot be
 * parsed is an error and no value.
 */
export class ArgumentEditor {
  #text: string | undefined;
  #proposal = '';
  #shown: unknown;
  #original: unknown;

  /** True while the field is there. */
  get open(): boolean {
    return this.#text !== undefined;
  }

  get text(): string {
    return this.#text ?? '';
  }

  get lines(): number {
    return this.text.split('\n').length;
  }

  get valid(): boolean {
    return this.problem === undefined;
  }

  /** Why this cannot be sent: it is no JSON, or a secret that was hidden would not be what is written. */
  get problem(): 'json' | 'hidden' | undefined {
    const parsed = this.#text === undefined || this.#text === this.#proposal ? { value: this.#shown } : parse(this.#text);
    if (parsed === undefined) return 'json';
    return restore(parsed.value, this.#shown, this.#original) === undefined ? 'hidden' : undefined;
  }

  /**
   * The changed arguments, and as they may be seen; `undefined` when they are as proposed, or not JSON. In `value`
   * secrets that were hidden are back.
   */
  get edited(): { readonly value: unknown; readonly seen: unknown } | undefined {
    if (this.#text === undefined || this.#text === this.#proposal) return undefined;
    const parsed = parse(this.#text);
    if (parsed === undefined || isSameJson(parsed.value, this.#shown)) return undefined;
    const restored = restore(parsed.value, this.#shown, this.#original);
    return restored && { value: restored.value, seen: parsed.value };
  }

  /** `shown` is the value after redaction, `original` before it. */
  start(shown: unknown, original: unknown): void {
    this.#shown = shown;
    this.#original = original;
    this.#proposal = editableText(shown) ?? '';
    this.#text = this.#proposal;
  }

  set(text: string): void {
    this.#text = text;
  }

  stop(): void {
    this.#text = undefined;
  }
}

/**
 * JSON text in which every character can be seen; `undefined` for what JSON cannot hold, or would turn into something
 * else than what the card shows (maps, `NaN`, `toJSON`), and for what is too large to be edited.
 */
export function editableText(value: unknown): string | undefined {
  try {
    const { nodes, bytes } = measure(value);
    if (nodes > MOST_LINES || bytes > MOST_TEXT) return undefined;
    const text = JSON.stringify(value, null, 2) as string | undefined;
    if (text === undefined || !isSameText(value, JSON.parse(text))) return undefined;
    return text.replace(UNSEEN, (character) =>
      Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
    );
  } catch {
    return undefined;
  }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
