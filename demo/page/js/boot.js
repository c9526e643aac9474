// A classic script that blocks, so that nothing flashes: the settings of the address stand on <html> before the first
// paint, and a bundle that fails to load is noticed although no module of ours runs yet.
(() => {
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search);
  const one = (name, allowed, fallback) => (allowed.includes(asked.get(name)) ? asked.get(name) : fallback);

  root.lang = one('lang', ['en', 'tr'], navigator.language.toLowerCase().startsWith('tr') ? 'tr' : 'en');
  root.dataset.theme = one('theme', ['system', 'light', 'dark'], 'system');
  root.dataset.look = one('look', ['default', 'dashboard', 'brand'], 'default');
  root.dataset.speed = one('speed', ['1', '4'], '1');
  if (asked.get('dir') === 'rtl') root.dir = 'rtl';

  addEventListener(
    'error',
    (event) => {
      if (event.target instanceof HTMLScriptElement && event.target.hasAttribute('data-bundle')) root.dataset.bundle = 'missing';
    },
    true,
  );
})();
