import { t } from './words.js';

const SHOWN = 1800;

/**
 * A copy button: says what came of it in its own label, and falls back to selecting the text where the clipboard is
 * closed (no permission, no secure context).
 * @param {HTMLElement} button
 * @param {() => string} text
 * @param {HTMLElement} [source] Selected when copying is not possible.
 */
export function connectCopy(button, text, source) {
  let timer;
  const say = (key) => {
    button.textContent = t(key);
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = t('copy');
    }, SHOWN);
  };
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text());
      say('copied');
    } catch {
      if (source !== undefined) getSelection()?.selectAllChildren(source);
      say(source === undefined ? 'copy.failed' : 'copy.selected');
    }
  });
}
