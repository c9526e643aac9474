import { connectCopy } from './copy.js';
import { byId } from './dom.js';
import { onSetting, setting } from './settings.js';
import { t } from './words.js';

/** The look's style sheet is the file that is shown: what a person copies is what the page uses. */
export function connectLooks() {
  const code = byId('look-code');
  connectCopy(byId('copy-look'), () => code.textContent, code);
  void use(setting('look'), code);
  onSetting((name, value) => name === 'look' && void use(value, code));
}

/**
 * @param {string} look
 * @param {HTMLElement} code
 */
async function use(look, code) {
  let href = '';
  for (const sheet of document.querySelectorAll('[data-look-sheet]')) {
    const chosen = sheet.getAttribute('data-look-sheet') === look;
    sheet.disabled = !chosen;
    if (chosen) href = sheet.href;
  }
  try {
    const response = await fetch(href);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const text = await response.text();
    if (setting('look') === look) code.textContent = text.trim();
  } catch {
    code.textContent = `/* ${t('looks.unreadable')} */`;
  }
}
