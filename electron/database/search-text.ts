import { formatDay, writtenDay } from '../../shared/model/dates.ts';
import type { Json, JsonObject } from '../../shared/model/json.ts';
import { fold, plainAscii } from '../../shared/without-accents.ts';

/**
 * The searchable text of an API object, folded, each value once. Dates also as dd-mm-aaaa (the day in
 * Santiago where they have a time), RUTs also without dots.
 */
export function searchText(item: JsonObject): string {
  const values = new Set<string>();
  collect(item, values);
  return [...values].join('\n');
}

function collect(value: Json, values: Set<string>): void {
  if (typeof value === 'string') collectText(value, values);
  else if (typeof value === 'number') values.add(String(value));
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collect(inner, values);
  }
}

function collectText(text: string, values: Set<string>): void {
  if (plainAscii.test(text) && !mayBeDay.test(text)) {
    const folded = text.toLowerCase();
    values.add(folded);
    if (dottedRut.test(folded)) values.add(folded.replaceAll('.', ''));
    return;
  }
  let forms = knownForms.get(text);
  if (!forms) {
    forms = formsOf(text);
    if (knownForms.size >= maxForms) knownForms.clear();
    knownForms.set(text, forms);
  }
  for (const form of forms) values.add(form);
}

/** Dates and accented texts are slow to fold, and documents repeat them. */
const knownForms = new Map<string, readonly string[]>();
const maxForms = 5_000;
const mayBeDay =
  /^\/date\(|^(?:19|20)\d{6}$|^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)|^\d{1,2} ?[-/.] ?\d{1,2} ?[-/.] ?\d{2,4}(?: [\d:]+)?$|^\d{1,2}[ /.-]\p{L}.*\d{2}$/u;

function formsOf(text: string): string[] {
  const folded = fold(text);
  if (folded === '') return [];
  if (mayBeDay.test(folded)) {
    const day = writtenDay(text);
    return day === undefined ? [folded] : [...new Set([folded, formatDay(day)])];
  }
  return dottedRut.test(folded) ? [folded, folded.replaceAll('.', '')] : [folded];
}

/** The days, as dd-mm-aaaa, that a stored search text contains only in the documents' own form. */
export function daysToAdd(searched: string): string {
  const lines = new Set(searched.split('\n'));
  const days = [...lines].flatMap((line) => (mayBeDay.test(line) ? formsOf(line).slice(1) : []));
  return [...new Set(days)].filter((day) => !lines.has(day)).join('\n');
}

/** A folded RUT with dots. */
export const dottedRut = /^\d{1,3}(\.\d{3}){1,2}-[\dk]$/;
