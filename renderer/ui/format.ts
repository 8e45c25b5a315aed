import i18next from 'i18next';
import { formatAmount as formatKnown, numberForm } from '../../shared/model/amounts.ts';
import { shownDate } from '../../shared/model/dates.ts';
import { asLanguage, type Language } from '../../shared/model/languages.ts';

/** Shown for a value that the service did not return: never a zero, never an empty cell that could be one. */
export const missing = '—';

/** The language of the loaded translations. */
function shownLanguage(): Language {
  return asLanguage(i18next.language);
}

/**
 * An amount in the page's language, `1.234.567,89` in Chile; without a currency, because the service declares
 * none.
 */
export function formatAmount(amount: number | undefined): string {
  return amount === undefined ? missing : formatKnown(amount, shownLanguage());
}

/** A count, `2.310` in Chile. */
export function formatCount(count: number): string {
  return numberForm(shownLanguage(), 0).format(count);
}

/** A date of the service or of a document as its day, `dd-mm-aaaa`; text that is no date stays unchanged. */
export function formatDate(date: string): string {
  return date === '' ? missing : shownDate(date);
}

/** An instant in local time, `20-11 10:42`, with its year if it is not the current one. */
export function formatInstant(iso: string, now: Date): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return missing;
  const two = (value: number) => String(value).padStart(2, '0');
  const year = date.getFullYear() === now.getFullYear() ? '' : `-${date.getFullYear()}`;
  return `${two(date.getDate())}-${two(date.getMonth() + 1)}${year} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The local time of an instant, to the second: `10:42:05`. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return missing;
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in the unit that fits, decimal as file managers count: `4,1 MB` in Chile. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  // Always one decimal, so that sizes in a column can be compared and a speed does not change its width.
  return `${numberForm(shownLanguage(), power === 0 ? 0 : 1).format(bytes / 1000 ** power)} ${units[power]}`;
}

/** A remaining time: `2 min`, `45 s`, `3 h 10 min`. */
export function formatDuration(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds));
  if (rounded < 60) return `${rounded} s`;
  const minutes = Math.round(rounded / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
