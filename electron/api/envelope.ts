import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { AppError, isAppError } from '../../shared/errors.ts';
import { isObject, type Json, type JsonObject } from '../../shared/model/json.ts';
import { hasUnexplained } from './empty-list.ts';
import { type Paging, pagingOf } from './next-token.ts';
import type { ApiResponse } from './request-with-retry.ts';
import {
  aboutPages,
  deepFactsOf,
  isErrorText,
  memoizeByName,
  noteName,
  numberIn,
  plainName,
  saysSomething,
  statusName,
  successName,
  textOf,
  textUnder,
  unreadable,
} from './tolerant-fields.ts';

/** A list of a response, and what the response says of it. */
interface JudgedList extends Omit<Paging, 'goesOn'> {
  items: readonly JsonObject[];
  envelope: JsonObject;
  /**
   * Set where the response announces more without a continuation, or is empty and holds something
   * unexplained. Also set where an item reports an error or cannot be read, or where the status is not that
   * of a whole response.
   */
  isTruncated: boolean;
}

/**
 * The list of a response (docs/service/reading.md, Reading an answer). What is no object is left out, and so
 * is an item that reports an error and has none of the `marks` of a row. Throws `RESPONSE_UNREADABLE` where
 * the response reports an error, or its items or continuation are ambiguous. An unknown response is never an
 * empty list.
 */
export function judgeList(
  { content, sent, status }: Pick<ApiResponse, 'content' | 'sent' | 'status'>,
  marks: readonly string[],
): JudgedList {
  const envelope = objectBody(content());
  refuseErrors(envelope);
  const list = itemsOf(envelope);
  const { items, hasErrors } = rowsAmong(objectsOf(list, envelope), marks);
  const isLeftOut = hasErrors || items.length < list.length;
  const { goesOn, ...paging } = pagingOf(envelope);
  const isEmptyForAReason = items.length === 0 && hasUnexplained(envelope, sent, paging.nextToken);
  return {
    items,
    envelope,
    ...paging,
    // The service responds with 200 only (api.md), which a proxy may turn into 203; 202 promises a response,
    // 206 holds a part of one.
    isTruncated: (status !== 200 && status !== 203) || isLeftOut || isEmptyForAReason || goesOn,
  };
}

/** The object of a response, and the envelope around it: the same where there is none. */
interface JudgedObject {
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
    const role = roleByName(plainName(name));
    if (role === 'note') hasNote ||= saysSomething(value);
    else if (role === 'elsewhere' && saysSomething(value)) return false;
  }
  return hasNote;
}

/** Whether a name is that of a note, of something that accompanies one, or of something else. */
const roleByName = memoizeByName((name) => {
  if (noteName.test(name)) return 'note';
  const isSibling =
    statusName.test(name) || /^(?:id|numerodespacho|requestid|date|fecha|timestamp)$/.test(name);
  return isSibling ? 'beside' : 'elsewhere';
});

function objectBody(body: Json): JsonObject {
  if (!isObject(body)) throw unreadable('no envelope', body);
  return body;
}

/**
 * The list named `data` if it has rows, else the only list, whatever its name. Two lists of possible items
 * are refused, and so are rows next to an empty `data`. Empty lists, and lists of numbers or texts, are
 * ignored: they hold no items.
 */
function itemsOf(envelope: JsonObject): readonly Json[] {
  const outer = listsIn(envelope);
  const inner = Object.values(envelope).filter(isObject).flatMap(listsIn);
  const data = outer.find(([name]) => name === 'data');
  const isNamed = data?.[1].some(isObject) === true;
  const filled = (isNamed ? outer : [...outer, ...inner]).filter(([, list]) => list.some(isObject));
  // Warnings and filters have no identifier; anything with one may be an item that would be lost.
  const [first, another] = isNamed ? filled.filter((list) => list === data || hasIdentifiers(list)) : filled;
  if (another || (first && data?.[1].length === 0)) throw unreadable('several lists of items', envelope);
  const list = first ?? data ?? loneEmptyList(envelope, [...outer, ...inner]);
  if (list) return list[1];
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

/** The objects of a list. Throws where it holds something else alone. */
function objectsOf(list: readonly Json[], envelope: JsonObject): readonly JsonObject[] {
  const objects = list.filter(isObject);
  if (objects.length === 0 && list.length > 0) throw unreadable('a list of something else', envelope);
  return objects;
}

/** Maximum ms without yielding to the event loop: shorter than a frame. */
const maxBlockingMs = 10;

/**
 * Reads each item in order, and yields to the event loop in between. An unreadable item is left out, and the
 * list that is returned beside the rows is incomplete. Throws `RESPONSE_UNREADABLE` where no item is
 * readable.
 */
export async function readRows<Row>(
  { elapsed }: Pick<ApiResponse, 'elapsed'>,
  list: JudgedList,
  read: (item: JsonObject, position: number) => Row,
): Promise<{ rows: Row[]; list: JudgedList }> {
  const rows: Row[] = [];
  const items: JsonObject[] = [];
  let firstError: AppError | undefined;
  let since = elapsed();
  for (const [position, item] of list.items.entries()) {
    if (elapsed() - since >= maxBlockingMs) {
      await yieldToEventLoop();
      since = elapsed();
    }
    try {
      rows.push(read(item, position));
      items.push(item);
    } catch (error) {
      if (!isAppError(error, 'RESPONSE_UNREADABLE')) throw error;
      firstError ??= error;
    }
  }
  if (!firstError) return { rows, list };
  if (rows.length === 0) throw firstError;
  return { rows, list: { ...list, items, isTruncated: true } };
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
    ? incomplete('the list goes on, or an item cannot be read', items.length)
    : undefined;
}

/** `WALK_INCOMPLETE` with how many items came, and the announced total where known. */
export function incomplete(why: string, came: number, total?: number): AppError {
  return new AppError('WALK_INCOMPLETE', why, {
    values: { came, ...(total !== undefined && { total }) },
  });
}

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

/** Whether an object reports an error, by a text under the name of one. */
function reportsError(
  item: JsonObject,
  isError = (name: string, value: Json) => isErrorText(name) && saysSomething(value),
): boolean {
  return Object.entries(item).some(([name, value]) => isError(plainName(name), value));
}

/** Whether a field says that the response, or an item, failed. `name` is plain. */
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
const meaningOf = memoizeByName((name) => {
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
