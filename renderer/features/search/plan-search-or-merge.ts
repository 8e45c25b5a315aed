import type { Client } from '../../../shared/model/connection.ts';
import type { Range } from '../../../shared/model/dates.ts';
import type { ParsedQuery } from '../../../shared/model/search.ts';
import type { SearchQuery, TypeChoice } from '../../../shared/model/search-query.ts';

/** The person's selections next to the text of the search box. */
export interface Choices {
  connectionIds: readonly string[];
  range: Range;
  types: TypeChoice;
  /** Also request all documents of each dispatch found. */
  complete: boolean;
  /** Whether days and types were selected for this very text, and so take precedence over it. */
  isRangeSelected?: boolean;
  areTypesSelected?: boolean;
  /** The clients of a query that names none. */
  book: readonly Pick<Client, 'rut'>[];
}

/** The action of Enter. */
export type Plan =
  | { kind: 'nothing' }
  /** There is no agency to query. */
  | { kind: 'needs-agency' }
  /** A dispatch, and a search by type or days, needs a client, and the directory is empty. */
  | { kind: 'needs-clients' }
  /** Words, or a number that stored documents have: searched in stored data. */
  | { kind: 'find'; text: string }
  | { kind: 'ask'; query: SearchQuery };

/** A query of more requests than this shows a warning. */
export const maxRequests = 500;
/** Assumed number of types in a catalogue that is not loaded yet. */
const typesOfCatalogue = 100;

/** The action of Enter: the first interpretation of the text. */
export function planSearch(parsed: ParsedQuery, choices: Choices): Plan {
  return planWays(parsed, choices)[0] ?? { kind: 'nothing' };
}

/** Maximum number of document numbers offered individually in addition to dispatches. */
const maxNumbers = 4;

/**
 * All interpretations of the text and the selections, that of Enter first: several if a number is one of a
 * dispatch and of stored documents. Stored dispatches and lists precede documents; a single unknown dispatch
 * comes last.
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
  // Without an agency to query, stored data is still shown.
  return byNumber.kind === 'ask' || found.length === 0 ? [byNumber, ...found] : found;
}

/** The service's dispatches have no leading zeros; document numbers may. */
function withoutZeros(number: string): string {
  return number.replace(/^0+/, '');
}

/** Days and types that a text sets only for its own search. */
export interface SetByText {
  range?: Range;
  types?: TypeChoice;
}

/** The days and types of a query that its text has set, without those selected. */
export function setByText(parsed: ParsedQuery, plan: Plan, choices: Choices): SetByText {
  const isOfDays = plan.kind === 'ask' && plan.query.kind === 'range';
  if (!isOfDays || parsed.kind === 'nothing') return {};
  const { range, types } = parsed;
  return {
    ...(range && !choices.isRangeSelected && { range }),
    ...(types.length > 0 && !choices.areTypesSelected && { types: { kind: 'some', names: [...types] } }),
  };
}

/** The longest filter of a list. */
const maxFilterLetters = 500;

/**
 * The filter that shows only the types that a text names of its dispatches, all of whose documents are
 * requested. Undefined if it names none, or too many.
 */
export function filterOfTypes(parsed: ParsedQuery, plan: Plan): string | undefined {
  const isOfDispatches = plan.kind === 'ask' && plan.query.kind === 'dispatches';
  if (!isOfDispatches || parsed.kind === 'nothing') return undefined;
  const filter = parsed.types.join('|');
  return filter !== '' && filter.length <= maxFilterLetters ? filter : undefined;
}

/**
 * The interpretation of a text without its dispatches. Clients take precedence over types and days, these
 * over words.
 */
function planRest({ clients, types, range, terms }: Parsed, choices: Choices): Plan {
  const { book } = choices;
  const connectionIds = [...choices.connectionIds];
  const isOfAll = terms.length === 0 && (types.length > 0 || range !== undefined);
  if (clients.length === 0 && !isOfAll) {
    return terms.length > 0 ? { kind: 'find', text: terms.join(' ') } : { kind: 'nothing' };
  }
  if (connectionIds.length === 0) return { kind: 'needs-agency' };
  const ruts = (clients.length > 0 ? clients : book).map(({ rut }) => rut);
  if (ruts.length === 0) return { kind: 'needs-clients' };
  return {
    kind: 'ask',
    query: {
      kind: 'range',
      connectionIds,
      ruts,
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

/** The interpretation of the text for merged PDFs: a number that documents have too is that of a dispatch. */
export function planMerge(parsed: ParsedQuery, choices: Choices): Exclude<Plan, { kind: 'find' }> {
  if (parsed.kind === 'nothing' || parsed.dispatches.length === 0) return { kind: 'nothing' };
  return planDispatches(parsed, choices);
}

/** Whether a query may need so many requests that they are counted before it runs. */
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
 * Pasted text on one line, because a text field would join its lines. Lines are separated by `; `, or by `↵`
 * if they contain semicolons, and columns by ` | `, including empty ones. It parses like the original.
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
