import { byId, h } from './dom.js';
import { onSetting } from './settings.js';
import { t } from './words.js';

const place = byId('notice');
let shown;

/**
 * Trouble in words, where the person is looking, with something to do about it.
 * @param {string} key
 * @param {{ action?: string, run?: () => void, values?: Record<string, string> }} [options]
 */
export function notice(key, options = {}) {
  shown = { key, ...options };
  draw();
}

export function clearNotice() {
  shown = undefined;
  place.replaceChildren();
}

function draw() {
  const { key, action, run, values } = shown;
  const text = h('p', {}, t(key, values));
  if (action === undefined) {
    place.replaceChildren(text);
    return;
  }
  const onclick = () => {
    clearNotice();
    run();
  };
  place.replaceChildren(text, h('button', { type: 'button', class: 'quiet', onclick }, t(action)));
}

onSetting((name) => {
  if (name === 'lang' && shown !== undefined) draw();
});
