import { formatDay, writtenDay } from '../../shared/model/dates.ts';
import type { FileStatus } from '../../shared/model/file-status.ts';
import type { Json, JsonObject } from '../../shared/model/json.ts';

/** Text as filters compare it: lower case, without accents and control characters, spaces as one. */
export function fold(text: string): string {
  return plain.test(text) ? text.toLowerCase() : foldAccents(text);
}

const plain = /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/;

function foldAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * A text that sorts by code unit the way people count: accents and case ignored, 9 before 10, leading zeros
 * of no weight.
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

// By hand rather than by regular expression: half a million keys are made for 100,000 documents.
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

/** What a date sorts by, `YYYY-MM-DD`; `''`, which stands last, for what cannot be read as one. */
export function dateKey(text: string): string {
  return writtenDay(text) ?? '';
}

/** A number with how many digits it has before it: the one with more digits is larger. */
function counted(text: string, from: number, end: number): string {
  let first = from;
  while (first < end - 1 && text.charCodeAt(first) === 48) first++;
  const digits = Math.min(end - first, 99);
  return (digits < 10 ? '0' : '') + digits + text.slice(first, end);
}

/**
 * A document's number as people quote it: letters and digits alone, leading zeros of each run of digits
 * dropped.
 */
export function numberKey(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(^|\D)0+(?=\d)/g, '$1')
    .replaceAll(' ', '');
}

/**
 * Everything a person may look for in an object of the service, folded, each value once: dates also as
 * dd-mm-aaaa (the day in Santiago where they have a time), RUTs also without their dots.
 */
export function searchText(item: JsonObject): string {
  const parts = new Set<string>();
  collect(item, parts);
  return [...parts].join('\n');
}

function collect(value: Json, parts: Set<string>): void {
  if (typeof value === 'string') collectText(value, parts);
  else if (typeof value === 'number') parts.add(String(value));
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collect(inner, parts);
  }
}

function collectText(text: string, parts: Set<string>): void {
  if (plain.test(text) && !mayBeDay.test(text)) {
    const folded = text.toLowerCase();
    parts.add(folded);
    if (dottedRut.test(folded)) parts.add(folded.replaceAll('.', ''));
    return;
  }
  let forms = knownForms.get(text);
  if (!forms) {
    forms = formsOf(text);
    if (knownForms.size >= maxForms) knownForms.clear();
    knownForms.set(text, forms);
  }
  for (const form of forms) parts.add(form);
}

/** Dates and texts with accents take long to fold, and the same ones come with document after document. */
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

/**
 * The days, as dd-mm-aaaa, of dates that stand in a kept search text as documents write them and nowhere in
 * it as people look for them.
 */
export function daysToAdd(searched: string): string {
  const lines = new Set(searched.split('\n'));
  const days = [...lines].flatMap((line) => (mayBeDay.test(line) ? formsOf(line).slice(1) : []));
  return [...new Set(days)].filter((day) => !lines.has(day)).join('\n');
}

const dottedRut = /^\d{1,3}(\.\d{3}){1,2}-[\dk]$/;

/**
 * What may be said of a document's file beside the document: how it stands, and that the document is
 * inactive.
 */
export type FileStatusToken = FileStatus | 'inactive';

/**
 * One word of a filter: one of `texts` stands in the row, or the row is of one of these clients, or one of
 * `files` is said of its file.
 */
export interface FilterToken {
  texts: readonly string[];
  ruts: readonly string[];
  files: readonly FileStatusToken[];
}

/**
 * The words of a filter, all of which must be met. A RUT with dots also stands for the one without, an amount
 * as people write it (`1.234.567,89`) also for the number. `rutsOf` gives the clients whose name a folded
 * word is part of, `filesOf` what it says of files.
 */
export function filterTokens(
  filter: string,
  rutsOf: (token: string) => readonly string[] = () => [],
  filesOf: (token: string) => readonly FileStatusToken[] = () => [],
): readonly FilterToken[] {
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

/** A text as a pattern of SQL's `LIKE … ESCAPE '\\'` that finds it anywhere. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
