import { byId, h } from './dom.js';
import { t } from './words.js';

const agenda = [
  ['09:00', 'day.1'],
  ['11:30', 'day.2'],
  ['14:00', 'day.3'],
  ['16:15', 'day.4'],
];

/** The day of the office, so that the assistant lives in a place where somebody works. */
export function showDay() {
  const today = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'long', day: 'numeric', month: 'long' });
  byId('day-date').textContent = today.format(new Date());
  const entries = agenda.map(([time, key]) => h('li', {}, h('time', { datetime: time }, time), h('span', {}, t(key))));
  byId('agenda').replaceChildren(...entries);
  byId('notes').replaceChildren(...['day.note1', 'day.note2'].map((key) => h('li', {}, t(key))));
}
