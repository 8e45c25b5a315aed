import type { Range } from '../../../shared/model/dates.ts';
import type { Question, TypeChoice } from '../../../shared/model/question.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { Understood } from '../../../shared/model/search.ts';

/** What a person has chosen beside the text of the search box. */
export interface Choices {
  connectionIds: readonly string[];
  range: Range;
  types: TypeChoice;
  /** Also ask each dispatch that is found for all of its documents. */
  complete: boolean;
  /** Clients to try for dispatches whose client is not known. */
  clientsToTry: readonly Rut[];
}

/** What pressing "Buscar" would do. */
export type Plan =
  | { kind: 'nothing' }
  /** There is no agency to ask. */
  | { kind: 'needs-agency' }
  /** A dispatch needs a client: nothing kept tells whose these are. */
  | { kind: 'needs-client'; numbers: readonly string[] }
  /** Only words: looked for in what is kept. */
  | { kind: 'find'; text: string }
  | { kind: 'ask'; question: Question };

/** What the text and the choices come to. Dispatches go before clients, clients before words. */
export function planSearch(understood: Understood, choices: Choices): Plan {
  if (understood.kind === 'nothing') return { kind: 'nothing' };
  const { dispatches, clients, words } = understood;
  const connectionIds = [...choices.connectionIds];
  if (dispatches.length === 0 && clients.length === 0) {
    return words.length > 0 ? { kind: 'find', text: words.join(' ') } : { kind: 'nothing' };
  }
  if (connectionIds.length === 0) return { kind: 'needs-agency' };
  if (dispatches.length > 0) {
    const toTry = clients.length > 0 ? clients.map(({ rut }) => rut) : choices.clientsToTry;
    const asked = dispatches.map(({ number, ruts }) => ({
      number,
      ruts: [...(ruts.length > 0 ? ruts : toTry)],
    }));
    const without = asked.filter(({ ruts }) => ruts.length === 0).map(({ number }) => number);
    if (without.length > 0) return { kind: 'needs-client', numbers: without };
    return { kind: 'ask', question: { kind: 'dispatches', connectionIds, dispatches: asked } };
  }
  return {
    kind: 'ask',
    question: {
      kind: 'range',
      connectionIds,
      ruts: clients.map(({ rut }) => rut),
      range: choices.range,
      types: choices.types,
      complete: choices.complete,
    },
  };
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
