import { type Day, formatDay, isDay } from '../../../shared/model/dates.ts';

/** A day as people type it: `dd-mm-aaaa`, with dashes, slashes or dots, or none, or as `aaaa-mm-dd`; undefined when it is none. */
export function readDay(text: string): Day | undefined {
  const plain = text.trim();
  const typed =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(plain) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(plain);
  const [, date, month, year] = typed ?? [];
  const day = date && month && year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : plain;
  return isDay(day) ? day : undefined;
}

/** A day as people read it; `''` for none. */
export function dayText(day: Day | undefined): string {
  return day === undefined || day === '' ? '' : formatDay(day);
}
