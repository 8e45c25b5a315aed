import type { Json, JsonObject } from '../../shared/model/json.ts';
import { isObject, unreadable } from './json-body.ts';

/** A list as an answer gives it, and what the answer says of it. */
export interface JudgedList {
  items: readonly JsonObject[];
  envelope: JsonObject;
  /** What to ask the next page with; absent on the last one. */
  nextToken?: string;
  /** How many there are, in the answer's own words: on this page or in all. */
  total?: number;
  /** The answer says that there is more, and not how to ask for it. */
  isCut: boolean;
}

/**
 * The list of an answer (docs/service.md, Reading an answer). Throws `RESPONSE_UNREADABLE` where the answer tells an error, where the items or the
 * continuation cannot be told; what is not understood is never an empty list.
 */
export function judgeList(body: Json): JudgedList {
  const envelope = objectBody(body);
  const facts = factsOf(envelope);
  refuseErrors(envelope, facts);
  const items = itemsOf(envelope);
  const { nextToken, isUnclear } = continuationOf(envelope, facts);
  const total = totalOf(envelope);
  const saysMore = facts.some(([name, value]) => isMore(name, value));
  return {
    items,
    envelope,
    ...(nextToken !== undefined && { nextToken }),
    ...(total !== undefined && { total }),
    isCut: nextToken === undefined && (isUnclear || saysMore),
  };
}

/**
 * The one object of an answer: `data`, else the only object in it, else the answer itself, where it carries one of the `marks` of what was asked for.
 * Throws `RESPONSE_UNREADABLE` where the answer tells an error or the object cannot be told.
 */
export function judgeObject(body: Json, marks: readonly string[]): JsonObject {
  const envelope = objectBody(body);
  refuseErrors(envelope, Object.entries(envelope));
  const isMarked = (object: JsonObject) => marks.some((mark) => mark in object);
  if (isMarked(envelope)) return envelope;
  const inside = isObject(envelope['data']) ? [envelope['data']] : Object.values(envelope).filter(isObject);
  const [only, another] = inside;
  if (!only || another || !isMarked(only)) throw unreadable('no single object', envelope);
  return only;
}

function objectBody(body: Json): JsonObject {
  if (!isObject(body)) throw unreadable('no envelope', body);
  return body;
}

// --- Errors that come as a good answer

const errorName =
  /^(?:is|has)?[-_]?(?:errors?|errores|faults?|fallas?|fallos?|exceptions?|excepci[oó]n|failed|failure)(?:[-_]?(?:code|message|description|detail))?$/i;
const successName = /^(?:is)?[-_]?(?:ok|success|successful|exito|[eé]xito)$/i;
const failed = /^(?:error|errors|fail|failed|failure|fault|ko|nok|fallo|fallido)$/i;

/** An error of the service comes with a status of 400 or more (api.md, Errors); what is said under another one was said by something else. */
function refuseErrors(envelope: JsonObject, facts: readonly Fact[]): void {
  for (const [name, value] of facts) {
    if (isErrorMark(name, value))
      throw unreadable(`the answer tells an error under ${name.slice(0, 60)}`, envelope);
  }
}

function isErrorMark(name: string, value: Json): boolean {
  if (errorName.test(name)) return saysSomething(value);
  if (successName.test(name))
    return value === false || value === 0 || /^(?:false|no|0)$/i.test(textOf(value));
  if (/^(?:status|statuscode|httpstatus|code|codigo)$/i.test(name)) {
    return Number(value) >= 400 || failed.test(textOf(value)) || isErrorCode(name, textOf(value));
  }
  return false;
}

/** `API_KEY_INVALID` under `code`: the form of the service's codes, and no code of success. */
function isErrorCode(name: string, text: string): boolean {
  return /^code$/i.test(name) && /^(?!SUCCESS|OK)[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(text);
}

function saysSomething(value: Json): boolean {
  if (Array.isArray(value)) return value.some(saysSomething);
  if (isObject(value)) return Object.values(value).some(saysSomething);
  if (typeof value === 'string') return !/^\s*(?:0|false|no|none|null)?\s*$/i.test(value);
  return value === true || (typeof value === 'number' && value !== 0);
}

// --- The items

/** One list is the list, whatever its name. Empty ones beside it, and lists of numbers or texts, hold nothing that could be lost. */
function itemsOf(envelope: JsonObject): readonly JsonObject[] {
  const outer = listsIn(envelope);
  const data = outer.find(([name]) => name === 'data')?.[1];
  const isFilled = ([, list]: List) => list.some(isObject);
  const inner = Object.values(envelope).filter(isObject).flatMap(listsIn);
  const isNamed = data?.some(isObject) === true;
  const [filled, another] = (isNamed ? outer : [...outer, ...inner]).filter(isFilled);
  if (another || (filled && data?.length === 0)) throw unreadable('several lists of items', envelope);
  const list = filled?.[1] ?? data;
  if (list) return objectsOf(list, envelope);
  // An empty list under another name counts where nothing else in the envelope could hold the items.
  const place = isObject(envelope['data']) ? envelope['data'] : envelope;
  const [only, other] = [...outer, ...inner];
  const isAlone =
    !other && Object.values(place).includes(only?.[1] ?? null) && !Object.values(place).some(isObject);
  if (only?.[1].length === 0 && isAlone) return [];
  throw unreadable('no list of items', envelope);
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

// --- What the envelope says beside them

type Fact = readonly [name: string, value: Json];

/** What an envelope says, down to one level inside it; lists are no facts. */
function factsOf(envelope: JsonObject): Fact[] {
  const entries = Object.entries(envelope);
  const inside = entries.flatMap(([, value]) => (isObject(value) ? Object.entries(value) : []));
  return [...entries, ...inside];
}

const saysContinuation = /next|token|cursor/i;
const asksForTruth = /^(?:has|is)/i;

/**
 * `nextToken`, else the lone text or number whose name says next, token or cursor. Throws where there are several or one that cannot be half a
 * character or an object, because stopping there would lose documents in silence.
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
    isUnclear: named.some(([, value]) => value === true || (Array.isArray(value) && value.length > 0)),
  };
}

function checkedToken(token: string): string {
  if (!token.isWellFormed()) throw unreadable('a continuation with half a character');
  return token;
}

const aboutPages = /^(?:data|meta|metadata|pag|result|resultado)/i;
const totalName =
  /^(?:total|count|cantidad)$|^total[-_]?(?:count|items|elements|rows|records|results|documents|documentos|registros)$/i;

/** The number of items that the envelope tells, or what it says of its pages; elsewhere a total may be one of amounts. */
function totalOf(envelope: JsonObject): number | undefined {
  const places = Object.entries(envelope).flatMap(([name, value]) =>
    isObject(value) && aboutPages.test(name) ? [value] : [],
  );
  const told = [envelope, ...places].flatMap(Object.entries<Json>).flatMap(([name, value]) => {
    const count = totalName.test(name) ? countOf(value) : undefined;
    return count === undefined ? [] : [count];
  });
  return told.length === 0 ? undefined : Math.max(...told);
}

function countOf(value: Json): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

const moreName =
  /^(?:has|is|hay)?[-_]?(?:more|mas|m[aá]s|next|nextpage|morepages|moreitems|moreresults|truncated|partial|incomplete|truncado|parcial|incompleto)$/i;
const lastName = /^(?:is)?[-_]?(?:last|lastpage|complete|completo|ultima|[uú]ltima)$/i;

/** Whether something says that a list goes on: `hasMore: true`, `isLast: false`. */
function isMore(name: string, value: Json): boolean {
  if (moreName.test(name))
    return value === true || Number(value) > 0 || /^(?:true|yes|s[ií])$/i.test(textOf(value));
  return lastName.test(name) && (value === false || /^(?:false|no)$/i.test(textOf(value)));
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : '';
}
