/** @import { Lang } from '../run/types.mjs' */

const DAY_MS = 86_400_000;

/**
 * Days in the scripts are relative to the real day, so that the demo never talks about last year. UTC throughout: the
 * same run reads the same wherever it is played.
 *
 * @param {number} now Epoch milliseconds.
 * @param {number} weekday 0 = Sunday.
 * @returns {Date} The next such day after today, at midnight.
 */
export function nextWeekday(now, weekday) {
  const today = new Date(now);
  const ahead = (weekday - today.getUTCDay() + 7) % 7 || 7;
  return addDays(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate())), ahead);
}

/**
 * @param {Date} day
 * @param {number} count
 * @returns {Date}
 */
export function addDays(day, count) {
  return new Date(day.getTime() + count * DAY_MS);
}

/**
 * @param {Date} day
 * @returns {string} `2026-12-01`
 */
export function isoDay(day) {
  return day.toISOString().slice(0, 10);
}

/**
 * @param {Date} day
 * @param {Lang} lang
 * @returns {string} `Tue 1 Dec` or `1 Aralık Salı`.
 */
export function dayName(day, lang) {
  const locale = lang === 'tr' ? 'tr-TR' : 'en-GB';
  /** @param {Intl.DateTimeFormatOptions} options */
  const part = (options) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(day);
  const number = String(day.getUTCDate());
  if (lang === 'tr') return `${number} ${part({ month: 'long' })} ${part({ weekday: 'long' })}`;
  return `${part({ weekday: 'short' })} ${number} ${part({ month: 'short' })}`;
}

/**
 * @param {string} start `2026-12-01T10:00`, or whatever a person made of it.
 * @param {Lang} lang
 * @returns {string} `Tue 1 Dec at 10:00` or `1 Aralık Salı, saat 10.00`; unreadable text stays as it is.
 */
export function whenText(start, lang) {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/u.exec(start);
  const day = new Date(`${match?.[1] ?? ''}T00:00:00Z`);
  if (match === null || Number.isNaN(day.getTime())) return start;
  const [, , hours, minutes] = match;
  const time = `${String(hours)}:${String(minutes)}`;
  return lang === 'tr' ? `${dayName(day, lang)}, saat ${time.replace(':', '.')}` : `${dayName(day, lang)} at ${time}`;
}
