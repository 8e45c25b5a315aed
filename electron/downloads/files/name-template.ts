import { AppError } from '../../../shared/errors.ts';
import { dayOf, isNamedDate, isNoDate, writtenDay } from '../../../shared/model/dates.ts';
import { dispatchObjectKeys } from '../../../shared/model/dispatch-fields.ts';
import type { DispatchDocument } from '../../../shared/model/document.ts';
import { isObject, type Json } from '../../../shared/model/json.ts';
import { storedWord } from '../../../shared/model/template-words.ts';
import { numberMark } from '../../database/index.ts';
import { safeName } from './safe-name.ts';

/** A part of a name: fixed text, or a field of the document. */
export type NamePart = { kind: 'text'; text: string } | { kind: 'field'; field: NameField };

/** A parsed template: folders from the outermost in, and the file's stem. */
export interface NameTemplate {
  folders: readonly (readonly NamePart[])[];
  file: readonly NamePart[];
  /**
   * Number of outer folders that use only fields of the dispatch. These stay fixed for a dispatch, whatever
   * its later documents contain.
   */
  fixedFolders: number;
  /** The template text of the fixed folders: their key in the ledger. */
  fixedText: string;
  /** Paths of the fields within a document. */
  paths: readonly string[];
}

/**
 * Parses a name template: folders separated by `/`, fields in braces (`{dispatch}_{reference}`), date parts
 * with their date (`{year:fechaAceptacion}`); words in Spanish, too (`{despacho}`). Throws
 * `NAME_TEMPLATE_EMPTY`, or `NAME_TEMPLATE_INVALID` with the wrong part in `values.part`.
 */
export function parseTemplate(text: string): NameTemplate {
  const segments = text
    .replaceAll('\\', '/')
    .split('/')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
  const parsed = segments.map(parseSegment);
  const file = parsed.at(-1);
  if (!file) throw new AppError('NAME_TEMPLATE_EMPTY', `a name template without a name: ${text}`);
  const folders = parsed.slice(0, -1);
  const firstOwn = folders.findIndex((segment) => segment.some(isOfDocument));
  const fixedFolders = firstOwn === -1 ? folders.length : firstOwn;
  const paths = parsed.flat().flatMap((part) => (part.kind === 'field' && part.field.path) || []);
  return { folders, file, fixedFolders, fixedText: segments.slice(0, fixedFolders).join('/'), paths };
}

/** Throws as {@link parseTemplate}. */
export function checkTemplate(text: string): void {
  parseTemplate(text);
}

function isOfDocument(part: NamePart): boolean {
  return part.kind === 'field' && part.field.of === 'document';
}

function parseSegment(text: string): NamePart[] {
  if (/^\.+$/.test(text)) throw invalid(text);
  const segment: NamePart[] = [];
  for (const [whole, name] of text.matchAll(/\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    if (name !== undefined) {
      segment.push({ kind: 'field', field: fieldNamed(name) ?? fieldInSpanish(name) ?? fail(whole) });
    } else if (/[{}]/.test(whole)) throw invalid(text);
    else segment.push({ kind: 'text', text: whole });
  }
  return segment;
}

function fail(part: string): never {
  throw invalid(part);
}

function invalid(part: string): AppError {
  return new AppError('NAME_TEMPLATE_INVALID', `not a name template: ${part}`, { values: { part } });
}

/** The values for a name: the document, and what the app adds. */
export interface NameSource {
  document: DispatchDocument;
  rut: string;
  /** Folder name, nickname or RUT of the client. */
  client: string;
  agency: string;
}

/** A field that a template may use; `of` says whether it belongs to the dispatch or to one document. */
interface NameField {
  of: 'dispatch' | 'document';
  read(source: NameSource): string;
  /** The path in the raw document, if the field is read from there. */
  path?: string;
}

/** Placeholder for an unknown date part, so that adjacent ones render as one `sin-fecha`. */
const undatedMark = '\u2402';
/** Rendered for a date that the service does not have. */
const undated = 'sin-fecha';
/** The date of year, month and day without a source. */
const defaultDate = 'fechaApertura';

const dispatchKeys: ReadonlySet<string> = new Set(dispatchObjectKeys);

const known: Readonly<Record<string, NameField>> = {
  client: { of: 'dispatch', read: ({ client }) => withoutMarks(client) },
  rut: { of: 'dispatch', read: ({ rut }) => rut },
  agency: { of: 'dispatch', read: ({ agency }) => withoutMarks(agency) },
  dispatch: { of: 'dispatch', read: ({ document }) => withoutMarks(document.dispatchNumber) },
  reference: { of: 'dispatch', read: ({ document }) => withoutMarks(document.reference) },
  nn: { of: 'document', read: () => numberMark },
  type: { of: 'document', read: ({ document }) => withoutMarks(document.type) },
  number: { of: 'document', read: ({ document }) => withoutMarks(document.folio) },
  id: { of: 'document', read: ({ document }) => withoutMarks(document.id) },
  issuer: { of: 'document', read: ({ document }) => withoutMarks(document.issuerName) },
};

const datePartReaders: Readonly<Record<string, (day: string) => string>> = {
  year: (day) => day.slice(0, 4),
  month: (day) => day.slice(5, 7),
  day: (day) => day.slice(8, 10),
};

/**
 * The field of a template: one of the app (`client`, `nn`, …) or a date part (`month:fechaEta`). Otherwise a
 * key of the dispatch or a path in the raw document (`infoDoc.issuer.name`). Undefined for any other text.
 */
function fieldNamed(text: string): NameField | undefined {
  const [name = '', source, ...rest] = text.split(':').map((part) => part.trim());
  if (rest.length > 0) return undefined;
  const part = datePartReaders[name.toLowerCase()];
  if (part) {
    const date = pathNamed(source ?? defaultDate);
    if (!date) return undefined;
    return { of: date.of, path: date.path, read: (document) => partOf(date.read(document), part) };
  }
  if (source !== undefined) return undefined;
  const own = known[name.toLowerCase()];
  if (own) return own;
  const path = pathNamed(name);
  return path && { of: path.of, path: path.path, read: (document) => asText(path.path, path.read(document)) };
}

/** After the fields of a dispatch, which bear Spanish names too (`referencia`). */
function fieldInSpanish(text: string): NameField | undefined {
  const [name = '', ...source] = text.split(':');
  return fieldNamed([storedWord(name.trim()), ...source].join(':'));
}

function partOf(value: Json | undefined, part: (day: string) => string): string {
  const day = typeof value === 'string' ? writtenDay(value) : undefined;
  return day === undefined ? undatedMark : part(day);
}

interface ValuePath {
  of: NameField['of'];
  path: string;
  read(source: NameSource): Json | undefined;
}

function pathNamed(name: string): ValuePath | undefined {
  // A signed link must not become part of a name.
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*(\.[\p{L}\p{N}_$-]+)*$/u.test(name) || name === 'url') return undefined;
  if (dispatchKeys.has(name)) return pathNamed(`dispatch.${name}`);
  const keys = name.split('.');
  if (keys.length === 1 && !['name', 'numeroDespacho', 'isActive'].includes(name)) return undefined;
  const of = keys[0] === 'dispatch' || name === 'numeroDespacho' ? 'dispatch' : 'document';
  return { of, path: name, read: ({ document }) => keys.reduce<Json | undefined>(inside, document.item) };
}

function inside(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function asText(path: string, value: Json | undefined): string {
  if (typeof value === 'string') {
    const day = isNamedDate(path) ? writtenDay(value) : dayOf(value);
    if (day !== undefined) return day;
    return isNamedDate(path) && isNoDate(value) ? '' : withoutMarks(value);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function withoutMarks(value: string): string {
  return value.replaceAll(numberMark, '').replaceAll(undatedMark, '');
}

/**
 * Renders one segment of a path. A field without a value disappears with its separators. `''` if nothing
 * remains.
 */
export function renderName(segment: readonly NamePart[], source: NameSource): string {
  const values = segment.map((part) =>
    part.kind === 'text'
      ? { text: part.text, isSeparator: !/[\p{L}\p{N}]/u.test(part.text) }
      : { text: part.field.read(source).trim(), isSeparator: false },
  );
  let name = '';
  // Separators since the last value, and whether an empty field was among them.
  let between: string[] = [];
  let lostOne = false;
  for (const { text, isSeparator } of values) {
    if (isSeparator) between.push(text);
    else if (text === '') lostOne = true;
    else {
      name += joint(between, lostOne, name === '') + text;
      between = [];
      lostOne = false;
    }
  }
  if (!lostOne) name += between.join('');
  return name.replaceAll(repeatedlyUndated, undated);
}

const repeatedlyUndated = new RegExp(`${undatedMark}(?:[^\\p{L}\\p{N}]*${undatedMark})*`, 'gu');

function joint(between: readonly string[], lostOne: boolean, isFirst: boolean): string {
  if (!lostOne) return between.join('');
  if (isFirst) return '';
  // The separators around an empty field become one, without brackets, which could stay unbalanced.
  const plain = between.map((separator) => separator.replace(/[()[\]{}]/g, '')).filter((text) => text !== '');
  return plain[0] ?? ' ';
}

/** Renders the folders of a path; empty ones are omitted. */
export function renderFolders(folders: readonly (readonly NamePart[])[], source: NameSource): string[] {
  return folders.map((segment) => safeName(renderName(segment, source))).filter((name) => name !== '');
}
