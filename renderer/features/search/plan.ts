import type { Client } from '../../../shared/model/connection.ts';
import type { Range } from '../../../shared/model/dates.ts';
import type { ParsedQuery } from '../../../shared/model/search.ts';
import type { SearchQuery, TypeChoice } from '../../../shared/model/search-query.ts';

/** What a person has chosen beside the text of the search box. */
export interface Choices {
  connectionIds: readonly string[];
  range: Range;
  types: TypeChoice;
  /** Also ask each dispatch that is found for all of its documents. */
  complete: boolean;
  /** Whether days and types were selected for this very text, and so hold against what it says. */
  isRangeSelected?: boolean;
  areTypesSelected?: boolean;
  /** Whom a query of no client asks about. */
  book: readonly Pick<Client, 'rut'>[];
}

/** What Enter would do. */
export type Plan =
  | { kind: 'nothing' }
  /** There is no agency to ask. */
  | { kind: 'needs-agency' }
  /** A dispatch, and a search by type or days, needs a client, and the book is empty. */
  | { kind: 'needs-clients' }
  /** Words, or a number that stored documents have: looked for in what is kept. */
  | { kind: 'find'; text: string }
  | { kind: 'ask'; query: SearchQuery };

/** A query of more requests than this says so first. */
export const maxRequests = 500;
/** Types of a catalogue, as far as can be told before it is read. */
const typesOfCatalogue = 100;

/** What Enter would do: the first of what the text may mean. */
export function planSearch(parsed: ParsedQuery, choices: Choices): Plan {
  return planWays(parsed, choices)[0] ?? { kind: 'nothing' };
}

/** How many numbers of documents beside dispatches are offered each by itself. */
const maxNumbers = 4;

/**
 * All that the text and the choices may come to, first what Enter takes: several where a number is one of a
 * dispatch and of stored documents. Kept dispatches and lists go before documents, and they before one
 * dispatch of which nothing is known.
 */
export function planWays(parsed: ParsedQuery, choices: Choices): readonly Plan[] {
  if (parsed.kind === 'nothing') return [];
  const { dispatches, documents } = parsed;
  if (dispatches.length === 0) return [planRest(parsed, choices)];
  const byNumber = planDispatches(parsed, choices);
  const [only, ...others] = dispatches;
  const isOfDocuments =
    only?.source === 'unknown' &&
    others.length === 0 &&
    documents.some(({ text }) => withoutZeros(text) === withoutZeros(only.number));
  if (isOfDocuments) return [planRest(parsed, choices), ...(byNumber.kind === 'ask' ? [byNumber] : [])];
  const found = documents.slice(0, maxNumbers).map(({ text }): Plan => ({ kind: 'find', text }));
  // Where nobody can be asked, what is kept is shown all the same.
  return byNumber.kind === 'ask' || found.length === 0 ? [byNumber, ...found] : found;
}

/** The service's dispatches have no leading zeros, numbers of documents may. */
function withoutZeros(number: string): string {
  return number.replace(/^0+/, '');
}

/** Days and types that a text sets for its own search alone. */
export interface SetByText {
  range?: Range;
  types?: TypeChoice;
}

/** Which days and types of a query its text has set, and not what is selected beside it. */
export function setByText(parsed: ParsedQuery, plan: Plan, choices: Choices): SetByText {
  const isOfDays = plan.kind === 'ask' && plan.query.kind === 'range';
  if (!isOfDays || parsed.kind === 'nothing') return {};
  const { range, types } = parsed;
  return {
    ...(range && !choices.isRangeSelected && { range }),
    ...(types.length > 0 && !choices.areTypesSelected && { types: { kind: 'some', names: [...types] } }),
  };
}

/** What a text comes to but for its dispatches. Clients go before types and days, these before words. */
function planRest({ clients, types, range, words }: Parsed, choices: Choices): Plan {
  const { book } = choices;
  const connectionIds = [...choices.connectionIds];
  const isOfAll = words.length === 0 && (types.length > 0 || range !== undefined);
  if (clients.length === 0 && !isOfAll) {
    return words.length > 0 ? { kind: 'find', text: words.join(' ') } : { kind: 'nothing' };
  }
  if (connectionIds.length === 0) return { kind: 'needs-agency' };
  const ruts = (clients.length > 0 ? clients : book).map(({ rut }) => rut);
  if (ruts.length === 0) return { kind: 'needs-clients' };
  return {
    kind: 'ask',
    query: {
      ...{ kind: 'range', connectionIds, ruts },
      range: choices.isRangeSelected ? choices.range : (range ?? choices.range),
      types:
        types.length > 0 && !choices.areTypesSelected ? { kind: 'some', names: [...types] } : choices.types,
      complete: choices.complete,
    },
  };
}

type Parsed = Extract<ParsedQuery, { kind: 'understood' }>;

function planDispatches(
  { dispatches, clients }: Parsed,
  { connectionIds, book }: Choices,
): Exclude<Plan, { kind: 'find' }> {
  if (connectionIds.length === 0) return { kind: 'needs-agency' };
  const selected = clients.map(({ rut }) => rut);
  const numbers = dispatches.map(({ number, ruts }) => ({
    number,
    ruts: ruts.length > 0 ? [...ruts] : selected,
  }));
  if (book.length === 0 && numbers.some(({ ruts }) => ruts.length === 0)) return { kind: 'needs-clients' };
  return {
    kind: 'ask',
    query: { kind: 'dispatches', connectionIds: [...connectionIds], dispatches: numbers },
  };
}

/**
 * What the text comes to where PDFs of dispatches are wanted: a number that documents have too is meant as
 * that of a dispatch.
 */
export function planMerge(parsed: ParsedQuery, choices: Choices): Exclude<Plan, { kind: 'find' }> {
  if (parsed.kind === 'nothing' || parsed.dispatches.length === 0) return { kind: 'nothing' };
  return planDispatches(parsed, choices);
}

/** Whether a query may take so many requests that they are to be counted before it is asked. */
export function mayBeLarge(query: SearchQuery, clients: number): boolean {
  const agencies = query.connectionIds.length;
  if (query.kind === 'dispatches') {
    const tries = query.dispatches.reduce((sum, { ruts }) => sum + (ruts.length || clients) + 2, 0);
    return tries * agencies > maxRequests;
  }
  const types = query.types.kind === 'some' ? query.types.names.length : typesOfCatalogue;
  return query.ruts.length * types * agencies > maxRequests;
}

/**
 * Pasted text as one line, because a text field would glue its lines together, read as the text itself: lines
 * are parted by `; `, or by `↵` where they hold semicolons, and columns by ` | `, empty ones too.
 */
export function asOneLine(pasted: string): string {
  const lines = pasted.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const mark = lines.some((line) => /[;<>]/.test(line)) ? ' ↵ ' : '; ';
  return lines
    .map((line) =>
      line
        .replace(/(?<!\t)\t+$/, '')
        .split('\t')
        .map((column) => column.trim())
        .join(' | ')
        .trimEnd(),
    )
    .join(mark);
}
