import { CarpetaError } from '../../shared/errors.ts';
import type { Json, JsonObject } from '../../shared/model/json.ts';
import { withoutSignatures } from '../../shared/redact.ts';

/** The JSON of a text whose depth is known; numbers past 2^53 stay the text they came in. Throws `RESPONSE_UNREADABLE`. */
export function parseText(text: string): Json {
  const value = parsed(text);
  return hasLongNumbers(text) ? JSON.parse(text, keepLongNumbers) : value;
}

/** `RESPONSE_UNREADABLE` that names the keys which were seen, for a report; a few of them, none that is long. */
export function unreadable(what: string, seen?: Json): CarpetaError {
  const keys = isObject(seen) ? Object.keys(seen).slice(0, 40).map(shownName).join(', ') : kindOf(seen);
  return new CarpetaError('RESPONSE_UNREADABLE', `${what}${keys && `; seen: ${keys}`}`, { values: { keys } });
}

/** Whether a JSON value is an object: neither a list nor `null`. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('not JSON');
  }
}

function hasLongNumbers(text: string): boolean {
  return /[[:,\s]-?\d{16,}/.test(text);
}

/** Numbers past 2^53 lose digits: as identifiers they are kept as the text they came in. */
function keepLongNumbers(_key: string, value: Json, context?: { source?: string }): Json {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d+$/.test(source) ? source : value;
}

function kindOf(value: Json | undefined): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
}

/** Nothing of a long one: no field is called like that, and half of an API key in it would not be recognised any more. */
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

/** How a name is compared: case, marks between its words and accents aside. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** The text under a name however that is written, `NumeroDespacho` or `numero_despacho`; as it stands in names.md first. */
export function textUnder(item: JsonObject, name: string): string {
  const exact = textAt(item, name);
  if (exact !== '') return exact;
  const wanted = plainName(name);
  const alike = Object.keys(item).find((key) => plainName(key) === wanted && textAt(item, key) !== '');
  return alike === undefined ? '' : textAt(item, alike);
}

/** The amount at a path. Anything but a number is unknown, and never 0 (names.md, GET /dispatch/{n}/desembolsos). */
export function amountAt(item: JsonObject, ...path: readonly string[]): number | undefined {
  const value = at(item, ...path);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * The identifier that api.md guarantees. Throws `RESPONSE_UNREADABLE` where it is missing, because an item without one cannot be kept, and where it
 * would not be kept as it came (half a character, a key, a link, too long), because two of them could become one.
 */
export function idOf(item: JsonObject, kept: JsonObject): string {
  const id = textAt(item, 'id');
  if (id === '') throw unreadable('an item without id', item);
  if (id !== textAt(kept, 'id')) throw unreadable('an id that cannot be kept', item);
  return id;
}

/** The dispatch number of an item: its own, else its dispatch's, else its dispatch's id (names.md, Reading with tolerance). */
export function dispatchNumberOf(item: JsonObject): string {
  return (
    textAt(item, 'numeroDespacho') ||
    textAt(item, 'dispatch', 'numeroDespacho') ||
    textAt(item, 'dispatch', 'id')
  );
}

// In characters. The longest that a paper gives is a page of text.
const longestText = 100_000;

/**
 * An item fit to be kept: every key but `url`; in every text and name no key, no link that opens something, no half of a character, and no more than
 * 100,000 characters.
 */
export function keptItem(item: JsonObject, { cutKey }: { cutKey(text: string): string }): JsonObject {
  const { url: _link, ...rest } = item;
  const kept = (text: string): string => {
    // Shortened last: half of a key or of a signed link is not recognised any more.
    const safe = withoutSignatures(cutKey(text));
    const short = safe.length > longestText ? `${safe.slice(0, longestText)}…` : safe;
    return short.isWellFormed() ? short : short.toWellFormed();
  };
  return keptObject(rest, kept);
}

/** The same object where nothing in it changes: most do not, and there are many. */
function keptObject(object: JsonObject, kept: (text: string) => string): JsonObject {
  let isSame = true;
  const entries = Object.entries(object).map(([name, value]): [string, Json] => {
    const safe = keptValue(value, kept);
    const safeName = kept(name);
    isSame &&= safe === value && safeName === name;
    return [safeName, safe];
  });
  // By entries, because a key may be called __proto__.
  return isSame ? object : Object.fromEntries(entries);
}

function keptValue(value: Json, kept: (text: string) => string): Json {
  if (typeof value === 'string') return kept(value);
  if (isObject(value)) return keptObject(value, kept);
  if (!Array.isArray(value)) return value;
  const safe = value.map((inner) => keptValue(inner, kept));
  return safe.every((inner, place) => inner === value[place]) ? value : safe;
}

// The names that an envelope has for what it says of itself (docs/service.md, Reading an answer). All are compared as `plainName` writes them, but
// for those of continuations and of objects about pages.

const anyError =
  '(?:errors?|errores|erros?|errore|errori|erreurs?|fehler|faults?|fallas?|fallos?|exceptions?|excepcion|failed|failure)';
const whatOfIt = '(?:code|codigo|message|mensaje|msg|description|descripcion|details?|detalles?|text|texto)';
const errorName = new RegExp(`^(?:is|has|hay|tiene)?(?:${whatOfIt}(?:de)?)?${anyError}(?:${whatOfIt})?$`);

/** Whether something of this name tells an error; how many of something failed is none. */
export function isErrorText(name: string): boolean {
  return errorName.test(name) && !/^(?:failed|failure)$/.test(name);
}

/** Whether it went well. */
export const successName =
  /^(?:is)?(?:ok|success|successful|exito|authorized|authenticated|allowed|autorizado|autenticado|permitido)$/;
/** A status of HTTP, or a code. */
export const statusName = /^(?:http|response)*(?:status|estado|code|codigo|statuscode|codigoestado)$/;

/** A continuation, as names.md has it. */
export const saysContinuation = /next|token|cursor/i;

/** An object that speaks of the answer or its pages; elsewhere a total may be one of amounts. */
export const aboutPages = /^(?:data|meta|metadata|pag|result|resultado|response|respuesta|body|cuerpo)/i;

/** What rows are called, as a part of a pattern. */
export const whatIsCounted =
  '(?:items?|elements?|elementos?|rows?|filas?|records?|results?|resultados?|documents?|documentos?|registros?|dispatches|despachos?|desembolsos?|hits|matches)';
/** How many rows there are. */
export const totalName = new RegExp(
  `^(?:x|odata|num|number|of|de|overall|full|${whatIsCounted})*(?:total|totales|count|cantidad|found|filtered)(?:of|de|${whatIsCounted}|count|found|total|hits)*$`,
);
/** How many pages there are. */
export const pagesName =
  /^(?:total|num|numberof|numerode|cantidadde|last|ultima)?(?:pages|paginas)(?:total|count)?$|^(?:last|ultima)(?:page|pagina)$|^(?:page|pagina)s?(?:total|totales|count)$|^total(?:page|pagina)$/;
/** That a list goes on. */
export const moreName =
  /^(?:has|is|hay|tiene|existen)?(?:mas|next|partial|incomplete|parcial|incompleto)(?:page|pages|pagina|paginas)?$|more|truncat|truncad|^timedout$|^(?:remaining|restantes?|pendientes?)/;
/** That a list ends here. */
export const lastName = /^(?:is)?(?:last|lastpage|complete|completo|ultima|ultimapagina)$/;

/** A count: a number, its digits with or without thousands marks, or an object that holds it as its value. */
export function countOf(value: Json): number | undefined {
  if (isObject(value)) return countOf(value['value'] ?? value['count'] ?? null);
  const digits = typeof value === 'string' ? value.trim().replace(/[.,](?=\d{3}(?!\d))/g, '') : '';
  const number = /^\d{1,15}$/.test(digits) ? Number(digits) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}
