import { formatDay, writtenDay } from '../../shared/model/dates.ts';
import type { FileStatus } from '../../shared/model/file-status.ts';
import type { Json, JsonObject } from '../../shared/model/json.ts';
import { withoutAccents } from '../../shared/without-accents.ts';

/** Normalizes text for filters: lower case, no accents or control characters, single spaces. */
export function fold(text: string): string {
  return plain.test(text) ? text.toLowerCase() : foldAccents(text);
}

const plain = /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/;

function foldAccents(text: string): string {
  return withoutAccents(text)
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * A text whose code-unit order is natural order: accents and case ignored, 9 before 10, leading zeros
 * ignored.
 */
export function sortKey(text: string): string {
  const folded = fold(text);
  let key = '';
  for (let at = 0; at < folded.length; ) {
    const end = endOfRun(folded, at);
    key += isDigit(folded, at) ? counted(folded, at, end) : folded.slice(at, end);
    at = end;
  }
  return key;
}

/** Sort key of a path: that of the file's name, which a list shows first. */
export function nameKey(path: string): string {
  return sortKey(path.slice(path.lastIndexOf('/') + 1));
}

// Not a regular expression, for speed: 100,000 documents need half a million keys.
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function endOfRun(text: string, from: number): number {
  const ofDigits = isDigit(text, from);
  let end = from + 1;
  while (end < text.length && isDigit(text, end) === ofDigits) end++;
  return end;
}

/** Sort key of a date, `YYYY-MM-DD`; `''`, which sorts last, for other text. */
export function dateKey(text: string): string {
  return writtenDay(text) ?? '';
}

/** A number prefixed with its digit count: the one with more digits is larger. */
function counted(text: string, from: number, end: number): string {
  let first = from;
  while (first < end - 1 && text.charCodeAt(first) === 48) first++;
  const digits = Math.min(end - first, 99);
  return (digits < 10 ? '0' : '') + digits + text.slice(first, end);
}

/**
 * A document number in the form that users quote: letters and digits only, without leading zeros in each run
 * of digits.
 */
export function numberKey(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(^|\D)0+(?=\d)/g, '$1')
    .replaceAll(' ', '');
}

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
  if (plain.test(text) && !mayBeDay.test(text)) {
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

const dottedRut = /^\d{1,3}(\.\d{3}){1,2}-[\dk]$/;

/** Statuses of a document's file, and `inactive` for the document. */
export type FileStatusToken = FileStatus | 'inactive';

/**
 * One token of a filter. It matches if the row contains one of `texts`, belongs to one of these clients, or
 * has one of the `files` statuses.
 */
export interface FilterToken {
  texts: readonly string[];
  ruts: readonly string[];
  files: readonly FileStatusToken[];
}

/**
 * The tokens of a filter, all of which must match. With bars (`factura|packing list`) it is one token, and
 * the text between two bars matches as a whole. A RUT with dots also matches the one without, a written
 * amount (`1.234.567,89`) also the number. `rutsOf` returns the clients whose name contains a folded word,
 * `filesOf` the statuses that it names.
 */
export function filterTokens(
  filter: string,
  rutsOf: (token: string) => readonly string[] = () => [],
  filesOf: (token: string) => readonly FileStatusToken[] = () => [],
): readonly FilterToken[] {
  if (filter.includes('|')) {
    const texts = filter.split('|').map(fold);
    return [{ texts: [...new Set(texts)].filter((text) => text !== ''), ruts: [], files: [] }];
  }
  const tokens = new Set(fold(filter).split(' '));
  tokens.delete('');
  return [...tokens].map((token) => ({
    texts: [...new Set([token, ...otherForms(token)])],
    ruts: rutsOf(token),
    files: filesOf(token),
  }));
}

function otherForms(token: string): string[] {
  if (dottedRut.test(token)) return [token.replaceAll('.', '')];
  if (/^\d{1,3}(\.\d{3})+(,\d+)?$/.test(token)) return [token.replaceAll('.', '').replace(',', '.')];
  return /^\d+,\d+$/.test(token) ? [token.replace(',', '.')] : [];
}

/** A pattern for SQL's `LIKE … ESCAPE '\\'` that matches the text anywhere. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
