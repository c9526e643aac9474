import { byId, h } from '../js/dom.js';
import { notice } from '../js/notice.js';
import { connectSettings, onSetting, setting } from '../js/settings.js';
import { applyWords, t } from '../js/words.js';
import { everyApproval, everyCall } from './every-status.js';
import { sixItems } from './six.js';
import { everyViewer, writing } from './viewers.js';

const schemes = ['light', 'dark'];
const columns = [
  { lang: 'en', dir: 'ltr' },
  { lang: 'tr', dir: 'ltr' },
  { lang: 'ar', dir: 'rtl' },
];

/**
 * A frame of one width in one colour scheme.
 * @param {{ scheme: string, width: number, title: string, lang: string, dir?: string }} frame
 * @param {Element[]} content
 */
function stage({ scheme, width, title, lang, dir }, content) {
  const exhibit = h('div', { class: 'exhibit', lang, dir }, ...content);
  return h('div', { class: 'stage', 'data-scheme': scheme, 'data-width': width, 'data-lang': lang }, h('h3', {}, title), exhibit);
}

function showSix() {
  const lang = setting('lang');
  const stages = [340, 680].flatMap((width) =>
    schemes.map((scheme) => stage({ scheme, width, lang, title: `${width} px · ${t(`theme.${scheme}`)}` }, sixItems(lang))),
  );
  byId('six-stages').replaceChildren(...stages);
}

/**
 * @param {string} place
 * @param {(lang: string) => Element[]} content
 */
function showEvery(place, content) {
  const stages = schemes.flatMap((scheme) =>
    columns.map(({ lang, dir }) => stage({ scheme, width: 340, lang, dir, title: `${lang} · ${dir} · ${t(`theme.${scheme}`)}` }, content(lang))),
  );
  byId(place).replaceChildren(...stages);
}

function showValues() {
  const lang = setting('lang');
  const stages = schemes.flatMap((scheme) => [
    ...[340, 680].map((width) => stage({ scheme, width, lang, title: `${width} px · ${t(`theme.${scheme}`)}` }, [...everyViewer(), writing()])),
    stage({ scheme, width: 340, lang, dir: 'rtl', title: `rtl · ${t(`theme.${scheme}`)}` }, [...everyViewer(), writing()]),
  ]);
  byId('value-stages').replaceChildren(...stages);
}

function show() {
  applyWords();
  showSix();
  showEvery('call-stages', everyCall);
  showEvery('approval-stages', everyApproval);
  showValues();
}

for (const sheet of document.querySelectorAll('[data-look-sheet]')) {
  sheet.disabled = sheet.getAttribute('data-look-sheet') !== setting('look');
}
connectSettings();
onSetting((name) => name === 'lang' && show());
show();
if (document.documentElement.dataset.bundle === 'missing') notice('notice.bundle');
else document.querySelector('[data-bundle]').addEventListener('error', () => notice('notice.bundle'));
