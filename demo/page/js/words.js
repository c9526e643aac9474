import { en } from '../strings/en.js';
import { tr } from '../strings/tr.js';

const languages = { en, tr };

/**
 * The words of the page's language.
 * @param {string} key
 * @param {Record<string, string | number>} [values] For `{name}` in the text.
 */
export function t(key, values = {}) {
  const words = languages[document.documentElement.lang] ?? en;
  return words[key].replace(/\{(\w+)\}/gu, (_, name) => String(values[name]));
}

const slots = [
  ['data-t', (element, text) => element.replaceChildren(text)],
  ['data-t-label', (element, text) => element.setAttribute('aria-label', text)],
  ['data-t-empty', (element, text) => element.setAttribute('data-empty', text)],
  ['data-t-placeholder', (element, text) => element.setAttribute('placeholder', text)],
];

/** Puts the words into every marked element. */
export function applyWords() {
  for (const [attribute, put] of slots) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) put(element, t(element.getAttribute(attribute)));
  }
}

/** A text that changes with the state and still follows the language. */
export class Say {
  #element;
  #key;
  #values;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /**
   * @param {string} [key] None empties it.
   * @param {Record<string, string | number>} [values]
   */
  set(key, values) {
    this.#key = key;
    this.#values = values;
    this.again();
  }

  again() {
    const text = this.#key === undefined ? '' : t(this.#key, this.#values);
    if (this.#element.textContent !== text) this.#element.textContent = text;
  }
}
