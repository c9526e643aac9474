// The settings live in the query of the address: they survive a reload, can be sent to somebody, and need no storage.
// What a script sees of them is on <html> (boot.js), so that CSS can read them too.
const root = document.documentElement;
const names = ['lang', 'theme', 'look', 'speed'];
const listeners = new Set();

/** @param {string} name */
export function setting(name) {
  return name === 'lang' ? root.lang : root.dataset[name];
}

/** @param {(name: string, value: string) => void} listener */
export function onSetting(listener) {
  listeners.add(listener);
}

/**
 * @param {string} name
 * @param {string} value
 */
function change(name, value) {
  if (name === 'lang') root.lang = value;
  else root.dataset[name] = value;
  const url = new URL(location.href);
  url.searchParams.set(name, value);
  history.replaceState(history.state, '', url);
  for (const listener of listeners) listener(name, value);
}

/** Connects the radio groups of the page, and links that should carry the settings along. */
export function connectSettings() {
  for (const group of document.querySelectorAll('[data-setting]')) {
    const name = group.getAttribute('data-setting');
    for (const radio of group.querySelectorAll('input')) radio.checked = radio.value === setting(name);
    group.addEventListener('change', (event) => change(name, event.target.value));
  }
  for (const link of document.querySelectorAll('a[data-keep-settings]')) {
    link.addEventListener('click', () => {
      const url = new URL(link.href);
      for (const name of names) url.searchParams.set(name, setting(name));
      if (root.dir === 'rtl') url.searchParams.set('dir', 'rtl');
      link.href = url.href;
    });
  }
}
