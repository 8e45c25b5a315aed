import { AppError } from '../../shared/errors.ts';
import { isObject, type Json, type JsonObject } from '../../shared/model/json.ts';
import { hasUnexplained } from './empty-list.ts';
import {
  aboutPages,
  countOf,
  isErrorText,
  lastName,
  moreName,
  pagesName,
  plainName,
  rememberedByName,
  saysContinuation,
  statusName,
  successName,
  textUnder,
  totalName,
  unreadable,
} from './fields.ts';
import type { ApiResponse } from './request.ts';

/** A list of a response, and what the response says of it. */
export interface JudgedList {
  items: readonly JsonObject[];
  envelope: JsonObject;
  /** The continuation of the next page; absent on the last one. */
  nextToken?: string;
  /** The number of items that the response announces: on this page or in all. */
  total?: number;
  /** The number of pages that the response announces. */
  pages?: number;
  /**
   * Set where the response announces more without a continuation, or is empty and holds something
   * unexplained. Also set where an item reports an error, or where the status is not that of a whole
   * response.
   */
  isTruncated: boolean;
}

/**
 * The list of a response (docs/service/reading.md, Reading an answer). An item that reports an error and has
 * none of the `marks` of a row is left out. Throws `RESPONSE_UNREADABLE` where the response reports an error,
 * or its items or continuation are ambiguous. An unknown response is never an empty list.
 */
export function judgeList(
  { content, sent, status }: Pick<ApiResponse, 'content' | 'sent' | 'status'>,
  marks: readonly string[],
): JudgedList {
  const envelope = objectBody(content());
  const facts = factsOf(envelope);
  refuseErrors(envelope);
  const { items, hasErrors } = rowsAmong(itemsOf(envelope), marks);
  const { nextToken, isUnclear } = continuationOf(envelope, facts);
  const total = totalOf(envelope);
  const pages = pagesOf(envelope);
  const saysMore =
    deepFactsOf(envelope).some(
      ([name, value]) => isMore(name, value) || isUnknownContinuation(name, value),
    ) || pageFactsOf(envelope).some(([name, value]) => saysPartial(name, value));
  const isEmptyForAReason = items.length === 0 && hasUnexplained(envelope, sent, nextToken);
  return {
    items,
    envelope,
    ...(nextToken !== undefined && { nextToken }),
    ...(total !== undefined && { total }),
    ...(pages !== undefined && { pages }),
    // The service responds with 200 only (api.md), which a proxy may turn into 203; 202 promises a response,
    // 206 holds a part of one.
    isTruncated:
      (status !== 200 && status !== 203) ||
      hasErrors ||
      isEmptyForAReason ||
      (nextToken === undefined && (isUnclear || saysMore)),
  };
}

/** The object of a response, and the envelope around it: the same where there is none. */
export interface JudgedObject {
  item: JsonObject;
  envelope: JsonObject;
}

/**
 * The one object of a response: `data`, the response itself, or the only object in it. It must have a value
 * under one of the `marks` (in any case). Throws `RESPONSE_UNREADABLE` where the response reports an error or
 * the object is ambiguous.
 */
export function judgeObject(body: Json, marks: readonly string[]): JudgedObject {
  const envelope = objectBody(body);
  const { data } = envelope;
  refuseErrors(envelope);
  const known = new Set(marks.map(plainName));
  const isMarked = (object: JsonObject) =>
    Object.entries(object).some(
      ([name, value]) => known.has(plainName(name)) && value !== null && value !== '',
    );
  if (isObject(data) && isMarked(data)) return { item: data, envelope };
  if (isMarked(envelope)) return { item: envelope, envelope };
  const [only, another] = Object.values(envelope).filter(isObject);
  if (!only || another || !isMarked(only)) throw unreadable('no single object', envelope);
  if (reportsError(only)) throw unreadable('an error in place of an object', only);
  return { item: only, envelope };
}

/** Throws `RESPONSE_UNREADABLE` where an item has none of the fields of a row. */
export function checkRow(item: JsonObject, names: readonly string[]): void {
  if (!hasAny(item, names)) throw unreadable('an item of something else', item);
}

function hasAny(item: JsonObject, names: readonly string[]): boolean {
  return names.some((name) => isObject(item[name]) || textUnder(item, name) !== '');
}

/**
 * The items without errors and notes to the reader; one with the marks of a row stays in any case. Throws
 * where nothing is left.
 */
function rowsAmong(
  items: readonly JsonObject[],
  marks: readonly string[],
): { items: readonly JsonObject[]; hasErrors: boolean } {
  // A row has its own states and codes.
  const isError = (item: JsonObject) => reportsError(item, isErrorMark) || isNoteAlone(item);
  const rows = items.filter((item) => !isError(item) || hasAny(item, marks));
  const [first] = items;
  if (first && rows.length === 0) throw unreadable('an error in place of an item', first);
  return { items: rows, hasErrors: rows.length < items.length || rows.some((row) => reportsError(row)) };
}

/** Whether an object holds only a note to the reader, with its subject, time and status. */
function isNoteAlone(item: JsonObject): boolean {
  let hasNote = false;
  for (const [name, value] of Object.entries(item)) {
    const place = placeByNote(plainName(name));
    if (place === 'note') hasNote ||= saysSomething(value);
    else if (place === 'elsewhere' && saysSomething(value)) return false;
  }
  return hasNote;
}

/** Whether a name is that of a note, of something that accompanies one, or of something else. */
const placeByNote = rememberedByName((name) => {
  if (noteName.test(name)) return 'note';
  const isSibling =
    statusName.test(name) || /^(?:id|numerodespacho|requestid|date|fecha|timestamp)$/.test(name);
  return isSibling ? 'beside' : 'elsewhere';
});

function reportsError(
  item: JsonObject,
  isError = (name: string, value: Json) => isErrorText(name) && saysSomething(value),
): boolean {
  return Object.entries(item).some(([name, value]) => isError(plainName(name), value));
}

function objectBody(body: Json): JsonObject {
  if (!isObject(body)) throw unreadable('no envelope', body);
  return body;
}

// --- Errors in a response with a good status

const failed =
  /^(?:error|errors|fail|failed|failure|fault|ko|nok|fallo|fallido|forbidden|unauthorized|denied|unavailable|maintenance)$/i;

/**
 * Objects that hold the response or describe it; others may have their own codes, such as those of an agency
 * or a customs office.
 */
const responseObjectName =
  /^(?:data|meta|metadata|result|resultado|response|respuesta|status|estado|header|cabecera|body|cuerpo)$/i;

/**
 * An error of the service has a status of 400 or more (api.md, Errors); an error under another status comes
 * from elsewhere.
 */
function refuseErrors(envelope: JsonObject): void {
  for (const [name, value] of deepFactsOf(envelope, responseObjectName)) {
    if (isErrorMark(plainName(name), value))
      throw unreadable(`the answer tells an error under ${name.slice(0, 60)}`, envelope);
  }
}

function isErrorMark(name: string, value: Json): boolean {
  switch (meaningOf(name)) {
    case 'error':
      return saysSomething(value);
    case 'failed':
      // A number of failures is no error of the response.
      return value === true || (typeof value === 'string' && saysSomething(value));
    case 'success':
      return value === false || value === 0 || /^(?:false|no|0)$/i.test(textOf(value));
    case 'status':
      return isErrorStatus(value) || failed.test(textOf(value)) || isErrorCode(textOf(value));
    default:
      return false;
  }
}

/** Which part of an outcome a name describes. */
const meaningOf = rememberedByName((name) => {
  if (isErrorText(name)) return 'error';
  if (/^(?:failed|failure)$/.test(name)) return 'failed';
  if (successName.test(name)) return 'success';
  return statusName.test(name) ? 'status' : 'nothing';
});

/** An HTTP status, also with its reason (`403 Forbidden`), and no other number under such a name. */
function isErrorStatus(value: Json): boolean {
  const code = typeof value === 'string' ? /^(\d{3})(?: [a-z ]+)?$/i.exec(value)?.[1] : value;
  const number = numberIn(code ?? null);
  return Number.isInteger(number) && number >= 400 && number <= 599;
}

/** `API_KEY_INVALID`: the endings of the service's codes (api.md, Errors); `AG_770` is an agency's own. */
function isErrorCode(text: string): boolean {
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:ERROR|INVALID|REQUIRED|UNAUTHORIZED|UNDEFINED|UNRESOLVED|NOT_FOUND|DENIED|FORBIDDEN|EXPIRED|FAILED|UNAVAILABLE|SUSPENDED|DISABLED|BLOCKED|EXCEEDED|TIMEOUT)$/.test(
    text,
  );
}

function saysSomething(value: Json): boolean {
  if (Array.isArray(value)) return value.some(saysSomething);
  if (isObject(value)) return Object.values(value).some(saysSomething);
  if (typeof value === 'string') return !/^(?:0|false|no|none|null)?$/i.test(value.trim());
  return value === true || (typeof value === 'number' && value !== 0);
}

// --- The items

/**
 * The list named `data` if it has rows, else the only list, whatever its name. Two lists of possible items
 * are refused, and so are rows next to an empty `data`. Empty lists, and lists of numbers or texts, are
 * ignored: they hold no items.
 */
function itemsOf(envelope: JsonObject): readonly JsonObject[] {
  const outer = listsIn(envelope);
  const inner = Object.values(envelope).filter(isObject).flatMap(listsIn);
  const data = outer.find(([name]) => name === 'data');
  const isNamed = data?.[1].some(isObject) === true;
  const filled = (isNamed ? outer : [...outer, ...inner]).filter(([, list]) => list.some(isObject));
  // Warnings and filters have no identifier; anything with one may be an item that would be lost.
  const [first, another] = isNamed ? filled.filter((list) => list === data || hasIdentifiers(list)) : filled;
  if (another || (first && data?.[1].length === 0)) throw unreadable('several lists of items', envelope);
  const list = first ?? data ?? loneEmptyList(envelope, [...outer, ...inner]);
  if (list) return objectsOf(list[1], envelope);
  throw unreadable('no list of items', envelope);
}

function hasIdentifiers([, list]: List): boolean {
  return list.some((one) => isObject(one) && 'id' in one);
}

const isAside = /err|fault|fall|warn|aviso|advertenc|mensaje|message|nota|note/i;

/** An empty list under another name, where nothing else in the envelope could hold items. */
function loneEmptyList(envelope: JsonObject, lists: readonly List[]): List | undefined {
  const [only, another] = lists.filter(([name]) => !isAside.test(name));
  const couldContain = ([name, value]: [string, Json]) =>
    isObject(value) && (!aboutPages.test(name) || Object.values(value).some(isObject));
  if (!only || another || only[1].length > 0 || Object.entries(envelope).some(couldContain)) return undefined;
  return only;
}

type List = [name: string, list: readonly Json[]];

function listsIn(object: JsonObject): List[] {
  return Object.entries(object).flatMap(([name, value]): List[] =>
    Array.isArray(value) ? [[name, value]] : [],
  );
}

function objectsOf(list: readonly Json[], envelope: JsonObject): readonly JsonObject[] {
  const objects = list.filter(isObject);
  if (objects.length < list.length) throw unreadable('a list of something else', envelope);
  return objects;
}

// --- Other fields of the envelope

type Fact = readonly [name: string, value: Json];

/** The fields of an envelope and, one level down, of objects whose name matches; lists are left out. */
function factsOf(envelope: JsonObject, inside = /(?:)/): Fact[] {
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
function deepFactsOf(object: JsonObject, inside = /(?:)/): Fact[] {
  return Object.entries(object).flatMap(([name, value]): Fact[] => [
    [name, value],
    ...(isObject(value) && inside.test(name) ? deepFactsOf(value, inside) : []),
  ]);
}

const asksForTruth = /^(?:has|is)/i;

/**
 * `nextToken`, else the only text or number whose name contains next, token or cursor. Throws where there are
 * several, or one that is malformed or an object: stopping there would lose documents silently.
 */
function continuationOf(
  envelope: JsonObject,
  facts: readonly Fact[],
): { nextToken?: string; isUnclear: boolean } {
  const own = envelope['nextToken'];
  if (own !== undefined && own !== null && own !== '') {
    if (typeof own !== 'string' && typeof own !== 'number')
      throw unreadable('a continuation that is no text', own);
    return { nextToken: checkedToken(String(own)), isUnclear: false };
  }
  const named = facts.filter(([name]) => saysContinuation.test(name) && !asksForTruth.test(name));
  const tokens = named
    .flatMap(([, value]) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []))
    .filter((text) => text !== '' && text !== '0');
  const [only, another] = tokens;
  if (another !== undefined) throw unreadable('several continuations', envelope);
  if (only !== undefined) return { nextToken: checkedToken(only), isUnclear: false };
  return {
    isUnclear: deepFactsOf(envelope).some(
      ([name, value]) => saysContinuation.test(name) && !asksForTruth.test(name) && saysSomething(value),
    ),
  };
}

/** A continuation whose name is not in names.md: there is more, and the app cannot request it. */
function isUnknownContinuation(name: string, value: Json): boolean {
  return (
    /siguiente|continuation|continuacion|lastevaluated|skiptoken|scrollid/.test(plainName(name)) &&
    saysSomething(value)
  );
}

function checkedToken(token: string): string {
  if (!token.isWellFormed()) throw unreadable('a continuation with half a character');
  return token;
}

/** What an envelope says of itself and its pages; elsewhere a total may be one of amounts. */
function pageFactsOf(envelope: JsonObject): Fact[] {
  return deepFactsOf(envelope, aboutPages);
}

/** The number of items that the envelope announces. */
function totalOf(envelope: JsonObject): number | undefined {
  return highest(pageFactsOf(envelope), totalName);
}

function pagesOf(envelope: JsonObject): number | undefined {
  return highest(pageFactsOf(envelope), pagesName);
}

function highest(facts: readonly Fact[], named: RegExp): number | undefined {
  const counts = facts.flatMap(([name, value]) => {
    const count = named.test(plainName(name)) ? countOf(value) : undefined;
    return count === undefined ? [] : [count];
  });
  return counts.length === 0 ? undefined : Math.max(...counts);
}

/** Whether a field says that the list goes on: `hasMore: true`, `isLast: false`. */
function isMore(written: string, value: Json): boolean {
  const name = plainName(written);
  if (moreName.test(name))
    return value === true || numberIn(value) > 0 || /^(?:true|yes|s[ií])$/i.test(textOf(value));
  return lastName.test(name) && (value === false || /^(?:false|no)$/i.test(textOf(value)));
}

const noteName = /^(?:message|mensaje|msg|nota|note|warning|aviso|advertencia)s?$/;
const partial = /(?<!\b(?:no|non|not)[ -](?:es |is |a )?)\b(?:parcial|partial|incomplet|truncat|truncad)/i;

/**
 * Whether a note to the reader or a status says that rows are missing: `"aviso": "Lista parcial"`, `"status":
 * "partial"`.
 */
function saysPartial(name: string, value: Json): boolean {
  if (statusName.test(plainName(name))) return value === 206 || partial.test(textOf(value));
  return noteName.test(plainName(name)) && textsIn(value).some((note) => partial.test(note));
}

/** The texts of a value, at any depth; the parser bounds it. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : '';
}

/**
 * The number of a number, a text, or the only one in an array; else `NaN`. An object may have a `toString`
 * that makes `Number` throw.
 */
function numberIn(value: Json): number {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof only === 'string' || typeof only === 'number' ? Number(only) : NaN;
}

/** Reads each item in order, and yields to the event loop in between. */
export async function readEach<Read>(
  response: Pick<ApiResponse, 'yieldToEventLoop'>,
  items: readonly JsonObject[],
  read: (item: JsonObject, position: number) => Read,
): Promise<Read[]> {
  const all: Read[] = [];
  for (const [position, item] of items.entries()) {
    const wait = response.yieldToEventLoop();
    if (wait) await wait;
    all.push(read(item, position));
  }
  return all;
}

/** `WALK_INCOMPLETE`, shown with the rows, where an unpaged list announces more or another number of them. */
export function incompleteReasonOf({
  items,
  total,
  pages = 1,
  isTruncated,
  nextToken,
}: JudgedList): AppError | undefined {
  if (total !== undefined && total !== items.length)
    return incomplete(`${items.length} came of ${total}`, items.length, total);
  return isTruncated || nextToken !== undefined || pages > 1
    ? incomplete('the list goes on, and nothing says how', items.length)
    : undefined;
}

/** `WALK_INCOMPLETE` with how many items came, and the announced total where known. */
export function incomplete(why: string, came: number, total?: number): AppError {
  return new AppError('WALK_INCOMPLETE', why, {
    values: { came, ...(total !== undefined && { total }) },
  });
}
