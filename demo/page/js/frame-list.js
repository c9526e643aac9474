import { h } from './dom.js';
import { coloured, pretty } from './pretty.js';
import { t } from './words.js';

/** Rows in the page at most: the oldest go first. */
const CAP = 400;
const UPWARDS = new Set(['ArrowUp', 'PageUp', 'Home']);

/** The scrolling list of frames and marks. It follows the newest only while the reader is at the bottom. */
export class FrameList {
  #list;
  #newest;
  #filter = '';
  #atBottom = true;
  #lastTop = 0;
  #pending = false;

  /**
   * @param {HTMLElement} list The scroller.
   * @param {HTMLElement} newest The button that goes to the bottom.
   */
  constructor(list, newest) {
    this.#list = list;
    this.#newest = newest;
    list.addEventListener('scroll', () => this.#look(), { passive: true });
    // In a flood of frames rows leave at the top all the time, and only the wheel tells a wish from that.
    list.addEventListener('wheel', ({ deltaY }) => this.#leave(deltaY < 0), { passive: true });
    list.addEventListener('keydown', ({ key }) => this.#leave(UPWARDS.has(key)));
    newest.addEventListener('click', () => {
      this.#atBottom = true;
      this.#settle();
      list.focus({ preventScroll: true });
    });
    new ResizeObserver(() => this.#settle()).observe(list);
  }

  clear() {
    this.#list.replaceChildren();
    this.#lastTop = 0;
    this.#atBottom = true;
    this.#settle();
  }

  /** @param {import('./sse-reader.js').Frame} frame */
  addFrame({ event, id, data }) {
    const row = h(
      'article',
      { class: `frame kind-${kindOf(event)}`, 'data-event': event },
      h(
        'h3',
        { class: 'frame-head' },
        h('span', { class: 'frame-event' }, event),
        h('span', { class: 'frame-id' }, id === '' ? '' : `id ${id}`),
      ),
      h('pre', { dir: 'ltr' }, ...coloured(shown(data))),
    );
    this.#add(row, `id: ${id}\nevent: ${event}\ndata: ${data}\n`);
  }

  /**
   * A line of our own between the frames: connected, cut, ended.
   * @param {string} key
   * @param {Record<string, string | number>} values
   */
  addMark(key, values) {
    const row = h('p', { class: `mark-line ${key.replaceAll('.', '-')}` }, t(key, values));
    this.#add(row, `: ${t(key, values)}\n`);
  }

  /** @param {string} text */
  filter(text) {
    this.#filter = text.trim().toLowerCase();
    for (const row of this.#list.children) this.#sift(row);
    this.#settle();
  }

  /** What is visible under the filter, as it came over the wire. */
  text() {
    return [...this.#list.children].filter((row) => !row.hidden).map((row) => raw.get(row)).join('\n');
  }

  /**
   * @param {HTMLElement} row
   * @param {string} source
   */
  #add(row, source) {
    raw.set(row, source);
    this.#sift(row);
    this.#list.append(row);
    if (this.#list.children.length > CAP) {
      this.#list.firstElementChild.remove();
      // The browser moves the view along with what it shows, which is no move of the reader.
      this.#lastTop = 0;
    }
    if (this.#pending) return;
    this.#pending = true;
    requestAnimationFrame(() => {
      this.#pending = false;
      this.#settle();
    });
  }

  /** @param {HTMLElement} row */
  #sift(row) {
    row.hidden = this.#filter !== '' && !raw.get(row).toLowerCase().includes(this.#filter);
  }

  /** @param {boolean} upwards */
  #leave(upwards) {
    const { clientHeight, scrollHeight } = this.#list;
    if (upwards && scrollHeight > clientHeight) this.#atBottom = false;
  }

  #look() {
    const { scrollTop, clientHeight, scrollHeight } = this.#list;
    // Only a move upwards leaves the bottom: a frame that came in since the last paint is no wish of the reader.
    if (scrollHeight - clientHeight - scrollTop < 24) this.#atBottom = true;
    else if (scrollTop < this.#lastTop) this.#atBottom = false;
    this.#lastTop = scrollTop;
    this.#newest.hidden = this.#atBottom;
  }

  #settle() {
    if (this.#atBottom) this.#list.scrollTop = this.#list.scrollHeight;
    this.#newest.hidden = this.#atBottom;
  }
}

/** What stood on the wire, by row; goes with the row. @type {WeakMap<Element, string>} */
const raw = new WeakMap();

/** @param {string} data */
function shown(data) {
  try {
    return pretty(JSON.parse(data));
  } catch {
    return data;
  }
}

/** @param {string} event */
function kindOf(event) {
  if (event.startsWith('tool.approval')) return 'approval';
  if (/failed|error|degraded/u.test(event)) return 'trouble';
  return event.split('.')[0].replace(/\W/gu, '');
}
