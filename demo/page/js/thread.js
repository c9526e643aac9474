import { byId, scrollBehavior } from './dom.js';

/**
 * The scrolling conversation. Beside the frames it scrolls inside its panel and follows the end only while the reader
 * is there; on a small screen it is part of the page, and nobody scrolls the page but the person.
 */
export class Thread {
  #box = byId('thread');
  #atEnd = true;
  #lastTop = 0;

  constructor() {
    this.#box.addEventListener('scroll', () => this.#look(), { passive: true });
    this.growth = new ResizeObserver(() => this.#settle());
    this.growth.observe(this.#box);
  }

  /** @param {HTMLElement} element */
  add(element) {
    this.#box.append(element);
    this.growth.observe(element);
    this.#atEnd = true;
    this.#settle();
  }

  /** @param {HTMLElement} element */
  remove(element) {
    this.growth.unobserve(element);
    element.remove();
  }

  /**
   * Takes the reader to a turn: its focus too, since the button that was pressed is gone.
   * @param {HTMLElement} element
   */
  show(element) {
    element.focus({ preventScroll: true });
    if (!this.#scrolls) element.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
  }

  /** @param {HTMLElement} element */
  showEnd(element) {
    this.#atEnd = true;
    element.scrollIntoView({ block: 'end', behavior: scrollBehavior() });
  }

  get #scrolls() {
    return getComputedStyle(this.#box).overflowY === 'auto';
  }

  #look() {
    const { scrollTop, clientHeight, scrollHeight } = this.#box;
    // Only a move upwards leaves the end: a card that grew since the last paint is no wish of the reader.
    if (scrollHeight - clientHeight - scrollTop < 32) this.#atEnd = true;
    else if (scrollTop < this.#lastTop) this.#atEnd = false;
    this.#lastTop = scrollTop;
  }

  #settle() {
    if (this.#atEnd && this.#scrolls) this.#box.scrollTop = this.#box.scrollHeight;
  }
}
