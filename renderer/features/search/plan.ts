import type { Client } from '../../../shared/model/connection.ts';
import type { Range } from '../../../shared/model/dates.ts';
import type { Question, TypeChoice } from '../../../shared/model/question.ts';
import type { Understood } from '../../../shared/model/search.ts';

/** What a person has chosen beside the text of the search box. */
export interface Choices {
  connectionIds: readonly string[];
  range: Range;
  types: TypeChoice;
  /** Also ask each dispatch that is found for all of its documents. */
  complete: boolean;
  /** Whether days and types were chosen for this very text, and so hold against what it says. */
  isRangeChosen?: boolean;
  areTypesChosen?: boolean;
  /** Whom a question of no client asks about. */
  book: readonly Pick<Client, 'rut'>[];
}

/** What Enter would do. */
export type Plan =
  | { kind: 'nothing' }
  /** There is no agency to ask. */
  | { kind: 'needs-agency' }
  /** A dispatch, and a search by type or days, needs a client, and the book is empty. */
  | { kind: 'needs-clients' }
  /** Words, or a number that kept papers have: looked for in what is kept. */
  | { kind: 'find'; text: string }
  | { kind: 'ask'; question: Question };

/** A question of more requests than this says so first. */
export const mostRequests = 500;
/** Types of a catalogue, as far as can be told before it is read. */
const typesOfCatalogue = 100;

/** What the text and the choices come to. Dispatches go before clients, clients before types and days, these before words. */
export function planSearch(understood: Understood, choices: Choices): Plan {
  if (understood.kind === 'nothing') return { kind: 'nothing' };
  const { dispatches, clients, papers, types, range, words } = understood;
  const { book } = choices;
  const connectionIds = [...choices.connectionIds];
  const isOfPapers = dispatches.every(({ source }) => source === 'unknown') && papers.length > 0;
  if (dispatches.length > 0 && !isOfPapers) {
    return planDispatches(understood, choices);
  }
  const isOfAll = words.length === 0 && (types.length > 0 || range !== undefined);
  if (clients.length === 0 && !isOfAll) {
    return words.length > 0 ? { kind: 'find', text: words.join(' ') } : { kind: 'nothing' };
  }
  if (connectionIds.length === 0) return { kind: 'needs-agency' };
  const ruts = (clients.length > 0 ? clients : book).map(({ rut }) => rut);
  if (ruts.length === 0) return { kind: 'needs-clients' };
  return {
    kind: 'ask',
    question: {
      ...{ kind: 'range', connectionIds, ruts },
      range: choices.isRangeChosen ? choices.range : (range ?? choices.range),
      types:
        types.length > 0 && !choices.areTypesChosen ? { kind: 'some', names: [...types] } : choices.types,
      complete: choices.complete,
    },
  };
}

type Parsed = Extract<Understood, { kind: 'understood' }>;

function planDispatches(
  { dispatches, clients }: Parsed,
  { connectionIds, book }: Choices,
): Exclude<Plan, { kind: 'find' }> {
  if (connectionIds.length === 0) return { kind: 'needs-agency' };
  const chosen = clients.map(({ rut }) => rut);
  const asked = dispatches.map(({ number, ruts }) => ({
    number,
    ruts: ruts.length > 0 ? [...ruts] : chosen,
  }));
  if (book.length === 0 && asked.some(({ ruts }) => ruts.length === 0)) return { kind: 'needs-clients' };
  return {
    kind: 'ask',
    question: { kind: 'dispatches', connectionIds: [...connectionIds], dispatches: asked },
  };
}

/** What the text comes to where PDFs of dispatches are wanted: a number that papers have too is meant as that of a dispatch. */
export function planMerge(understood: Understood, choices: Choices): Exclude<Plan, { kind: 'find' }> {
  if (understood.kind === 'nothing' || understood.dispatches.length === 0) return { kind: 'nothing' };
  return planDispatches(understood, choices);
}

/** Whether a question may take so many requests that they are to be counted before it is asked. */
export function mayBeLarge(question: Question, clients: number): boolean {
  const agencies = question.connectionIds.length;
  if (question.kind === 'dispatches') {
    const tries = question.dispatches.reduce((sum, { ruts }) => sum + (ruts.length || clients) + 2, 0);
    return tries * agencies > mostRequests;
  }
  const types = question.types.kind === 'some' ? question.types.names.length : typesOfCatalogue;
  return question.ruts.length * types * agencies > mostRequests;
}

/**
 * Pasted text as one line: lines of a spreadsheet parted by `; `, because a text field would glue them together, and columns
 * by ` | `.
 */
export function asOneLine(pasted: string): string {
  return pasted
    .split(/[\r\n]+/)
    .map((line) =>
      line
        .split('\t')
        .map((column) => column.trim())
        .filter((column) => column !== '')
        .join(' | '),
    )
    .filter((line) => line !== '')
    .join('; ');
}
