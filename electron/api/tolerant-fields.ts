import { AppError } from '../../shared/errors.ts';
import { isObject, type Json, type JsonObject } from '../../shared/model/json.ts';
import { parseRut, type Rut } from '../../shared/model/rut.ts';
import { withoutSignatures } from '../../shared/redact.ts';

/** `RESPONSE_UNREADABLE` that names the first 40 keys seen, for a report; long keys are masked. */
export function unreadable(what: string, seen?: Json): AppError {
  const keys = isObject(seen) ? Object.keys(seen).slice(0, 40).map(shownName).join(', ') : kindOf(seen);
  return new AppError('RESPONSE_UNREADABLE', `${what}${keys && `; seen: ${keys}`}`, { values: { keys } });
}

function kindOf(value: Json | undefined): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
}

/** Masks long keys: no field has such a name, and half of an API key in it could not be redacted. */
function shownName(key: string): string {
  return key.length > 60 ? '…' : key;
}

/** The value at a path of keys, or undefined where the path ends early. */
export function at(item: JsonObject, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), item);
}

/** The text at a path: numbers as text, everything else as `''`. */
export function textAt(item: JsonObject, ...path: readonly string[]): string {
  const value = at(item, ...path);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

const maxKnownNames = 2_000;
const maxKnownNameLength = 60;

/**
 * Memoizes a function of field names, which repeat with each row. The memo is bounded, because a response
 * could have other names in each row.
 */
export function memoizeByName<T extends {}>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const now = read(name);
    if (known.size >= maxKnownNames) known.clear();
    if (name.length <= maxKnownNameLength) known.set(name, now);
    return now;
  };
}

/** A name as it is compared: without case, punctuation and accents. */
export const plainName = memoizeByName((name) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, ''),
);

/**
 * The text under a name in any spelling, `NumeroDespacho` or `numero_despacho`; the one of names.md first.
 */
export function textUnder(item: JsonObject, name: string): string {
  const exact = textAt(item, name);
  if (exact !== '') return exact;
  const target = plainName(name);
  const alike = Object.keys(item).find((key) => plainName(key) === target && textAt(item, key) !== '');
  return alike === undefined ? '' : textAt(item, alike);
}

/**
 * The amount at a path. Anything but a number is unknown, and never 0 (names.md, GET
 * /dispatch/{n}/desembolsos).
 */
export function amountAt(item: JsonObject, ...path: readonly string[]): number | undefined {
  const value = at(item, ...path);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * The identifier that api.md guarantees. Throws `RESPONSE_UNREADABLE` where it is missing, because such an
 * item cannot be stored. Also throws where sanitizing changes it (malformed, a key, a link, too long),
 * because two ids could become one.
 */
export function idOf(item: JsonObject, sanitized: JsonObject): string {
  const id = textAt(item, 'id');
  if (id === '') throw unreadable('an item without id', item);
  if (id !== textAt(sanitized, 'id')) throw unreadable('an id that cannot be kept', item);
  return id;
}

/**
 * The dispatch number of an item: its own, else its dispatch's, else its dispatch's id (reading.md, Reading
 * an answer).
 */
export function dispatchNumberOf(item: JsonObject): string {
  return (
    textAt(item, 'numeroDespacho') ||
    textAt(item, 'dispatch', 'numeroDespacho') ||
    textAt(item, 'dispatch', 'id')
  );
}

/** The subject that a response must have. */
export interface ExpectedSubject {
  rut: Rut;
  dispatch?: string;
}

/**
 * Throws `RESPONSE_UNREADABLE` where an envelope or a status is about another client or dispatch than
 * requested.
 */
export function checkAbout(expected: ExpectedSubject, object: JsonObject): void {
  if (!isAbout(expected, object)) throw unreadable('an answer about another dispatch', object);
  const rut = textUnder(object, 'rut');
  // Without a hyphen, it may lack its check digit or be another number.
  const parsed = rut.includes('-') ? parseRut(rut) : undefined;
  if (parsed?.form === 'right' && bodyOf(parsed.rut) !== bodyOf(expected.rut)) {
    throw unreadable('an answer about another client', object);
  }
}

/**
 * Throws `RESPONSE_UNREADABLE` where every item of a list belongs to another dispatch than requested. Some
 * may: the service does not promise that a list holds only its dispatch's documents.
 */
export function checkItems(expected: ExpectedSubject, items: readonly JsonObject[]): void {
  const [first] = items;
  if (first && !items.some((item) => isAbout(expected, item))) {
    throw unreadable('an answer about another dispatch', first);
  }
}

/**
 * Names of a dispatch number; the published one first. `dispatch` comes last, because it is an object as
 * published.
 */
const numberNames = [
  ...['numeroDespacho', 'nroDespacho', 'numDespacho', 'numeroDeDespacho', 'dispatchNumber'],
  ...['despacho', 'dispatch'],
];

/**
 * Whether an object carries the requested dispatch number, or none. An identifier counts only where there is
 * no number.
 */
function isAbout({ dispatch }: ExpectedSubject, object: JsonObject): boolean {
  if (dispatch === undefined) return true;
  const inner = at(object, 'dispatch');
  const number =
    numberNames.map((name) => textUnder(object, name)).find(Boolean) ??
    ((isObject(inner) && (textUnder(inner, 'numeroDespacho') || textUnder(inner, 'id'))) || '');
  return number === '' || isSameNumber(number, dispatch);
}

/**
 * Whether two texts are the same number. Thousands marks, leading zeros and separators are ignored, and so
 * are letters before or a year beside one of them (`N° 410273`, `410273-2026`). Another letter or year makes
 * another number.
 */
export function isSameNumber(actual: string, expected: string): boolean {
  if (plain(actual) === plain(expected)) return true;
  const [short = [], long = []] = [runsOf(actual), runsOf(expected)].sort((a, b) => a.length - b.length);
  if (!short.some(isFigures)) return false;
  return long.some((_, start) => {
    const rest = [...long.slice(0, start), '', ...long.slice(start + short.length)];
    const isWithin = short.every((part, index) => part === long[start + index]);
    // Letters before the number are its label; letters behind it belong to it.
    return (
      isWithin &&
      rest.every((part, index) => part === '' || isYear(part) || (index < start && !isFigures(part)))
    );
  });
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '');
}

/** The runs of letters and of digits, without thousands marks and leading zeros. */
function runsOf(text: string): string[] {
  const upper = text.normalize('NFKC').toUpperCase();
  return (upper.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '').match(/\d+|\p{L}+/gu) ?? []).map((run) =>
    run.replace(/^0+(?=.)/, ''),
  );
}

function isFigures(part: string): boolean {
  return /^\d/.test(part);
}

function isYear(part: string): boolean {
  return /^(?:19|20)\d\d$/.test(part);
}

/**
 * Without the check digit: the request may have a wrong one, and the service takes a K for 1
 * (docs/service/reading.md, RUT).
 */
function bodyOf(rut: Rut): string {
  return rut.slice(0, rut.indexOf('-'));
}

// In characters; the longest text of a document is a page.
const maxTextLength = 100_000;

/**
 * An item that is safe to store: without `url`, and in all texts and names no key, no signature, no malformed
 * character. A text has at most 100,000 characters.
 */
export function sanitizeItem(
  item: JsonObject,
  { redactKey }: { redactKey(text: string): string },
): JsonObject {
  const { url: _link, ...rest } = item;
  const sanitize = (text: string): string => {
    // Truncated last: half of a key or of a signed link could not be redacted any more.
    const safe = withoutSignatures(redactKey(text));
    const short = safe.length > maxTextLength ? `${safe.slice(0, maxTextLength)}…` : safe;
    return short.isWellFormed() ? short : short.toWellFormed();
  };
  return sanitizeObject(rest, sanitize);
}

/** The same object where nothing in it changes, which is the usual case. */
function sanitizeObject(object: JsonObject, sanitize: (text: string) => string): JsonObject {
  let isSame = true;
  const entries = Object.entries(object).map(([name, value]): [string, Json] => {
    const safe = sanitizeValue(value, sanitize);
    const safeName = sanitize(name);
    isSame &&= safe === value && safeName === name;
    return [safeName, safe];
  });
  // By entries, because a key may be called __proto__.
  return isSame ? object : Object.fromEntries(entries);
}

function sanitizeValue(value: Json, sanitize: (text: string) => string): Json {
  if (typeof value === 'string') return sanitize(value);
  if (isObject(value)) return sanitizeObject(value, sanitize);
  if (!Array.isArray(value)) return value;
  const safe = value.map((inner) => sanitizeValue(inner, sanitize));
  return safe.every((inner, index) => inner === value[index]) ? value : safe;
}

// The names of an envelope's own fields (docs/service/reading.md, Reading an answer). All are compared as
// `plainName` writes them, except continuations and objects about pages.

const anyError =
  '(?:errors?|errores|erros?|errore|errori|erreurs?|fehler|faults?|fallas?|fallos?|exceptions?|excepcion|failed|failure)';
const whatOfIt = '(?:code|codigo|message|mensaje|msg|description|descripcion|details?|detalles?|text|texto)';
const errorName = new RegExp(`^(?:is|has|hay|tiene)?(?:${whatOfIt}(?:de)?)?${anyError}(?:${whatOfIt})?$`);

/** Whether a field of this name holds an error; a number of failures is none. */
export const isErrorText = memoizeByName(
  (name) => errorName.test(name) && !/^(?:failed|failure)$/.test(name),
);

/** Whether the request succeeded. */
export const successName =
  /^(?:is)?(?:ok|success|successful|exito|authorized|authenticated|allowed|autorizado|autenticado|permitido)$/;
/** An HTTP status, or a code. */
export const statusName = /^(?:http|response)*(?:status|estado|code|codigo|statuscode|codigoestado)$/;

/** A continuation, as in names.md. */
export const saysContinuation = /next|token|cursor/i;

/** An object that describes the response or its pages; elsewhere a total may be one of amounts. */
export const aboutPages = /^(?:data|meta|metadata|pag|result|resultado|response|respuesta|body|cuerpo)/i;

/** Words for rows, as a part of a pattern. */
export const whatIsCounted =
  '(?:items?|elements?|elementos?|rows?|filas?|records?|results?|resultados?|documents?|documentos?|registros?|dispatches|despachos?|desembolsos?|hits|matches)';
/** The number of rows. */
export const totalName = new RegExp(
  `^(?:x|odata|num|number|of|de|overall|full|${whatIsCounted})*(?:total|totales|count|cantidad|found|filtered)(?:of|de|${whatIsCounted}|count|found|total)*$`,
);
/** The number of pages. */
export const pagesName =
  /^(?:total|num|numberof|numerode|cantidadde|last|ultima)?(?:pages|paginas)(?:total|count)?$|^(?:last|ultima)(?:page|pagina)$|^(?:page|pagina)s?(?:total|totales|count)$|^total(?:page|pagina)$/;
/** The list goes on. */
export const moreName =
  /^(?:has|is|hay|tiene|existen)?(?:mas|next|partial|incomplete|parcial|incompleto)(?:page|pages|pagina|paginas)?$|more|truncat|truncad|^timedout$|^(?:remaining|restantes?|pendientes?)/;
/** The list ends here. */
export const lastName = /^(?:is)?(?:last|lastpage|complete|completo|ultima|ultimapagina)$/;

/** A count: a number, its digits with or without thousands marks, or an object that holds one. */
export function countOf(value: Json): number | undefined {
  if (isObject(value)) return countOf(value['value'] ?? value['count'] ?? null);
  const digits = typeof value === 'string' ? value.trim().replace(/[.,](?=\d{3}(?!\d))/g, '') : '';
  const number = /^\d{1,15}$/.test(digits) ? Number(digits) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** A field of an envelope. */
export type Fact = readonly [name: string, value: Json];

/** The fields of an envelope and, one level down, of objects whose name matches; lists are left out. */
export function factsOf(envelope: JsonObject, inside = /(?:)/): Fact[] {
  const entries = Object.entries(envelope);
  return [
    ...entries,
    ...entries.flatMap(([name, value]) =>
      isObject(value) && inside.test(name) ? Object.entries(value) : [],
    ),
  ];
}

/**
 * The fields of an envelope at any depth, where each object on the way has a matching name; lists are left
 * out. The parser bounds the depth.
 */
export function deepFactsOf(object: JsonObject, inside = /(?:)/): Fact[] {
  return Object.entries(object).flatMap(([name, value]): Fact[] => [
    [name, value],
    ...(isObject(value) && inside.test(name) ? deepFactsOf(value, inside) : []),
  ]);
}

/** The name of a note to the reader. */
export const noteName = /^(?:message|mensaje|msg|nota|note|warning|aviso|advertencia)s?$/;

/** Whether a value is more than nothing, zero or a denial. */
export function saysSomething(value: Json): boolean {
  if (Array.isArray(value)) return value.some(saysSomething);
  if (isObject(value)) return Object.values(value).some(saysSomething);
  if (typeof value === 'string') return !/^(?:0|false|no|none|null)?$/i.test(value.trim());
  return value === true || (typeof value === 'number' && value !== 0);
}

/** A text; `''` for any other value. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : '';
}

/**
 * The number of a number, a text, or the only one in an array; else `NaN`. An object may have a `toString`
 * that makes `Number` throw.
 */
export function numberIn(value: Json): number {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof only === 'string' || typeof only === 'number' ? Number(only) : NaN;
}
