import { definedOnly, type Json, type JsonObject } from '../../shared/model/json.ts';
import {
  aboutPages,
  countOf,
  deepFactsOf,
  type Fact,
  factsOf,
  lastName,
  moreName,
  noteName,
  numberIn,
  pagesName,
  plainName,
  saysContinuation,
  saysSomething,
  statusName,
  textOf,
  totalName,
  unreadable,
} from './tolerant-fields.ts';

/** What an envelope says of the pages of its list. */
export interface Paging {
  /** The continuation of the next page; absent on the last one. */
  nextToken?: string;
  /** The number of items that it announces: on this page or in all. */
  total?: number;
  /** The number of pages that it announces. */
  pages?: number;
  /** Whether more is announced without a continuation that the app can request. */
  goesOn: boolean;
}

/** The paging of a list. Throws `RESPONSE_UNREADABLE` where the continuation is ambiguous. */
export function pagingOf(envelope: JsonObject): Paging {
  const { nextToken, isUnclear } = continuationOf(envelope, factsOf(envelope));
  const pageFacts = pageFactsOf(envelope);
  const total = highest(pageFacts, totalName);
  const pages = highest(pageFacts, pagesName);
  const saysMore =
    deepFactsOf(envelope).some(
      ([name, value]) => isMore(name, value) || isUnknownContinuation(name, value),
    ) || pageFacts.some(([name, value]) => saysPartial(name, value));
  return {
    ...definedOnly({ nextToken, total, pages }),
    goesOn: nextToken === undefined && (isUnclear || saysMore),
  };
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
