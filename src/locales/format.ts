/** Numbers, durations and sizes in the reader's language. Formatters are cached: building one costs more than using it. */

const numbers = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale}|${JSON.stringify(options)}`;
  let format = numbers.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(accepted(locale), options);
    numbers.set(key, format);
  }
  return format;
}

/** A page may register words under a name that `Intl` rejects (`en_US`): their figures are then those of the browser. */
function accepted(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

/** A plain number, grouped as the language does. */
export function formatNumber(locale: string, value: number): string {
  return numberFormat(locale, { maximumFractionDigits: 2 }).format(value);
}

/** A share of 0..1 as whole percent. Rounded down, so that only what is finished says 100 %. */
export function formatPercent(locale: string, ratio: number): string {
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(Math.floor(ratio * 100 + 1e-9) / 100);
}

/** `long` is for what is spoken: a screen reader takes "1m" for a metre. */
type UnitDisplay = 'narrow' | 'long';

/**
 * A duration in milliseconds as a person says it: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 4 min`. Never negative.
 * `Intl` unit formatting instead of `Intl.DurationFormat`: the parts are the same and no fallback is needed.
 */
export function formatDuration(locale: string, milliseconds: number, display: UnitDisplay = 'narrow'): string {
  const unit = (value: number, name: 'second' | 'minute' | 'hour'): string =>
    numberFormat(locale, { style: 'unit', unit: name, unitDisplay: display, maximumFractionDigits: 1 }).format(value);
  const ms = Math.max(0, milliseconds);
  if (ms < 9950) return unit(Math.round(ms / 100) / 10, 'second');
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return unit(seconds, 'second');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return join(unit(minutes, 'minute'), seconds % 60 && unit(seconds % 60, 'second'));
  return join(unit(Math.floor(minutes / 60), 'hour'), minutes % 60 && unit(minutes % 60, 'minute'));
}

/** Whole seconds, for counters that tick once a second. */
export function formatSeconds(locale: string, milliseconds: number, display?: UnitDisplay): string {
  return formatDuration(locale, Math.max(0, Math.floor(milliseconds / 1000)) * 1000, display);
}

const SIZES = ['byte', 'kilobyte', 'megabyte'] as const;

/** A size in bytes: `800 byte`, `12 kB`, `20 MB`. */
export function formatBytes(locale: string, bytes: number): string {
  const step = Math.min(SIZES.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return numberFormat(locale, {
    style: 'unit',
    unit: SIZES[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}

/** Time of day as the language writes it, and the day with it unless that is today. Nothing for what is no time. */
export function formatTime(locale: string, epochMilliseconds: number, now = Date.now()): string {
  const date = new Date(epochMilliseconds);
  if (Number.isNaN(date.getTime())) return '';
  const today = date.toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(accepted(locale), { timeStyle: 'short', ...(today ? {} : { dateStyle: 'medium' }) }).format(date);
}

/** Day and time in full, as the browser writes it in that language. */
export function formatMoment(locale: string, date: Date): string {
  return date.toLocaleString(accepted(locale));
}

function join(first: string, second: string | 0): string {
  return second === 0 ? first : `${first} ${second}`;
}
