import { byId, h } from './dom.js';

const list = byId('prompt-list');
const box = byId('prompts');

/** Pictures by script; one that is not listed gets the general one. */
const icons = new Map([
  ['booking', 'calendar'],
  ['research', 'search'],
  ['image', 'picture'],
  ['recovery', 'again'],
  ['expiry', 'clock'],
  ['partial', 'half'],
  ['failed', 'alert'],
  ['many', 'stack'],
]);

/**
 * What a person may ask for, as a real assistant would suggest it.
 * @param {Record<string, string>[]} scripts
 * @param {(script: Record<string, string>) => void} choose
 */
export function showPrompts(scripts, choose) {
  const tr = document.documentElement.lang === 'tr';
  const items = scripts.map((script) =>
    h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'prompt', 'data-script': script.id, onclick: () => choose(script) },
        h('span', { class: `i i-${icons.get(script.id) ?? 'spark'}`, 'aria-hidden': 'true' }),
        h('span', { class: 'prompt-text' }, tr ? script.prompt_tr : script.prompt),
        h(
          'span',
          { class: 'prompt-what' },
          h('b', {}, tr ? script.title_tr : script.title),
          h('span', {}, tr ? script.description_tr : script.description),
        ),
      ),
    ),
  );
  list.replaceChildren(...items);
}

/** @param {boolean} begun A conversation is on the screen, so the prompts step back. */
export function placePrompts(begun) {
  box.classList.toggle('begun', begun);
  box.open = !begun;
}

/** @param {boolean} busy */
export function warnBusy(busy) {
  byId('prompts-warn').hidden = !busy;
}
