import { z } from 'zod';
import type { ErrorData } from '../errors.ts';
import type { Range } from './dates.ts';
import type { DispatchFieldName } from './dispatch-fields.ts';
import type { Disbursement, DispatchStatus, StoredDocument } from './document.ts';
import { lists } from './lists.ts';
import type { Rut } from './rut.ts';
import { searchQuerySchema } from './search-query.ts';
import { refreshHours } from './setting-limits.ts';

/** How far a search run is. A task is one agency, client and type over the range, or one dispatch. */
export interface SearchProgress {
  resultSetId: string;
  state: 'running' | 'done' | 'cancelled' | 'interrupted';
  /**
   * Of a running one that this process is not at: it waits for its turn behind others, or another process is
   * at it.
   */
  place?: 'queue' | 'elsewhere';
  /**
   * Of an interrupted one that goes on by itself: what is to be back first, and when that is looked at next
   * (ISO 8601); `soon` where its turn comes, `retry` where it is tried again then.
   */
  waits?: { for: 'network' | 'service' | 'key' | 'retry' | 'soon'; until?: string };
  /**
   * Of an interrupted one whose end is nobody's of the agencies, such as this app's own store: why it ended.
   */
  error?: ErrorData;
  /** Asked to their end, with their whole answer or not. */
  tasksDone: number;
  /** Of those, the ones that have it; that a dispatch is not there is an answer. */
  tasksAnswered: number;
  tasksTotal: number;
  documents: number;
  requests: number;
  /**
   * A dispatch that is being asked for as one client after the other: as how many so far, and how many there
   * are.
   */
  trying?: { number: string; tried: number; of: number };
  /** Types that were asked, for the result to say so. */
  typesAsked: readonly string[];
  /**
   * Tasks that ended without their whole answer; each can be repeated alone. The first hundred, dispatches
   * that are not there last.
   */
  problems: readonly TaskProblem[];
  problemsTotal: number;
  /** Of all problems, the dispatches that are not there, which is an answer. */
  notThere: number;
  /** Of all problems, those of a RUT that is no client of the agency; of a client's types, one. */
  unknownClients: number;
  /** Whether the service may have dispatches of these clients whose state it did not list. */
  mayBeTruncated: boolean;
  /** When the last answer came, UTC ISO 8601; `''` before the first. */
  asOf: string;
}

/**
 * What is there, to be searched for: numbers of dispatches, and of one of them its declaration and reference;
 * a client; a month that has documents.
 */
export interface SearchExamples {
  numbers: readonly string[];
  declaration?: string;
  reference?: string;
  client?: { rut: Rut; name: string };
  /** From 1. */
  month?: { year: number; month: number };
}

export interface TaskProblem {
  taskId: string;
  kind: TaskKind;
  connectionId: string;
  /** `''` where none was asked (the catalogue). */
  rut: Rut | '';
  /** The type or the dispatch number that was asked; `''` where neither was. */
  subject: string;
  error: ErrorData;
}

/**
 * What a task of a search run asks: the types of an agency, a type of a client, the states of a client's
 * dispatches, or something of one dispatch.
 */
export type TaskKind = 'catalogue' | 'type' | 'statuses' | 'dispatch' | 'status' | 'disbursements';

/** What became of one dispatch number that was asked for, or found and asked for completely. */
export interface DispatchOutcome {
  connectionId: string;
  number: string;
  /** Of none of the clients that were tried; found without any document; not asked yet; not answered. */
  outcome: 'found' | 'empty' | 'not-found' | 'waiting' | 'problem';
  /** The client whose it is; absent until it is found. */
  rut?: Rut;
  documents: number;
  error?: ErrorData;
  /** Of one that was not found, or of none of whose clients the agency knows. */
  inVain?: {
    /** As how many clients it was asked for. */
    asked: number;
    /** How many of them the agency does not know. */
    unknown: number;
    /**
     * Clients of the book that it was not asked for as: until they are, nobody knows that it does not exist.
     */
    unasked: number;
  };
}

/**
 * One row of the dispatches list: its own fields, and those of its dispatch object (`dispatch-fields.ts`),
 * `''` where it has none.
 */
export interface DispatchRow extends Record<DispatchFieldName, string> {
  connectionId: string;
  number: string;
  rut: Rut;
  /** State from the status where it is known, else from the documents. */
  state: string;
  documents: number;
  withFile: number;
  /** Whether `/dispatch/{n}/files` has been read to its end; else it reads "parcial". */
  isComplete: boolean;
  /** How many disbursements it has; absent while they have not been asked for. */
  disbursements?: number;
  /** The dispatch object of a document, with all its keys; that of its status where it has no document. */
  item: StoredDocument['item'];
}

export interface DisbursementRow extends Disbursement {
  connectionId: string;
  rut: Rut;
}

/** A group of a grouped list, in the rows' order. */
export interface RowGroup {
  key: string;
  label: string;
  rows: number;
}

/** A window of rows. `total` is absent while it is still being counted. */
export interface RowsPage<Row> {
  rows: readonly Row[];
  offset: number;
  total?: number;
  groups?: readonly RowGroup[];
  /** How many of its rows are damaged in the app's own store, and lack. Absent where none are. */
  unreadable?: number;
}

export interface RowsByList {
  documents: RowsPage<StoredDocument>;
  dispatches: RowsPage<DispatchRow>;
  disbursements: RowsPage<DisbursementRow>;
}

/** What is known of one dispatch: kept first, asked when the person is online. */
export interface DispatchView {
  connectionId: string;
  number: string;
  rut: Rut;
  status?: DispatchStatus;
  /** Why the status could not be asked. */
  statusError?: ErrorData;
  documents: readonly StoredDocument[];
  /** Why the documents could not be asked; those shown are what is kept. */
  documentsError?: ErrorData;
  disbursements: readonly DisbursementRow[];
  disbursementsError?: ErrorData;
  isComplete: boolean;
  asOf: string;
}

/** What has figures in a text and is no number of documents. */
export type AsideKind =
  | 'link'
  | 'mail'
  | 'phone'
  | 'date'
  | 'time'
  | 'amount'
  | 'quantity'
  | 'ordinal'
  | 'address'
  | 'law'
  | 'travel'
  | 'column'
  | 'year'
  | 'short'
  /** What the text itself says is not wanted; types without figures, too. */
  | 'excluded';

/** What the search box made of a text, before anything is asked. */
export type ParsedQuery =
  | { kind: 'nothing' }
  | {
      kind: 'understood';
      dispatches: readonly { number: string; ruts: readonly Rut[]; source: 'kept' | 'chosen' | 'unknown' }[];
      clients: readonly { rut: Rut; name: string; digitIsRight: boolean; expected: string }[];
      /** Numbers that stored documents have as their own, with how many do. */
      documents: readonly { text: string; count: number }[];
      /** Numbers that only what is kept can tell the dispatch of, and that nothing kept has. */
      unmatched: readonly {
        text: string;
        as: 'any' | 'dispatch' | 'declaration' | 'reference' | 'transport' | 'folio' | 'container';
      }[];
      /** Names of document types that words mean. */
      types: readonly string[];
      /** The days that words say. */
      range?: Range;
      /** Words that are none of these, and numbers of documents: looked for in what is kept. */
      words: readonly string[];
      /** How many parts of a pasted text hold nothing to look for. */
      aside: number;
      /** Of these the ones with figures, and what each was read as; the first five hundred. */
      asides: readonly { text: string; as: AsideKind }[];
      /** Ranges of numbers, which stand among the dispatches unless they are too long. */
      numberRanges: readonly { first: string; last: string; isTooLong: boolean }[];
      /**
       * What was meant as a RUT or a number and is none, and lines of a pasted text with figures that nothing
       * tells the meaning of.
       */
      wrong: readonly { text: string; reason: 'rut-form' | 'dispatch-number' | 'not-understood' }[];
      /** The catalogue of an agency could not be read: types are those that customs agencies use. */
      areTypesUnread?: boolean;
    };

const listViewSchema = z.object({
  /** The shown columns in order; none means as the person has this list elsewhere. */
  columns: z.array(z.string().max(200)).max(300),
  /** The columns that are not shown. */
  hidden: z.array(z.string().max(200)).max(300).optional(),
  /** Pixels, of the columns whose width a person set. */
  widths: z.record(z.string().max(200), z.number().min(20).max(2000)).optional(),
  sort: z.array(z.object({ column: z.string().max(200), descending: z.boolean() })).max(4),
  filter: z.string().max(500),
  group: z.enum(['none', 'dispatch', 'type', 'client']),
});
/** How a saved search shows one of its lists. */
export type SavedListView = z.infer<typeof listViewSchema>;

const listNameSchema = z.enum(lists);

/** A saved search: a query, how it is shown, where it downloads to, and its stored result set. */
export const savedSearchDraft = z.object({
  name: z.string().trim().min(1).max(120),
  question: searchQuerySchema,
  /** The list that it opens at, and the other ones as they were when it was saved. */
  view: listViewSchema.extend({
    list: listNameSchema,
    others: z.partialRecord(listNameSchema, listViewSchema).optional(),
  }),
  folder: z.string().max(4000),
  template: z.string().max(500),
  refresh: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('by-hand') }),
    z.object({ kind: z.literal('at-start') }),
    z.object({
      kind: z.literal('hours'),
      hours: z.number().int().min(refreshHours.min).max(refreshHours.max),
    }),
  ]),
  downloadsNew: z.boolean(),
  /** Keeps the documents too ("llevar sin conexión"). */
  takesPapers: z.boolean(),
});
export type SavedSearchDraft = z.infer<typeof savedSearchDraft>;

export interface SavedSearch extends SavedSearchDraft {
  id: string;
  resultSetId: string;
  /** UTC ISO 8601 of the last answer; `''` when never asked. */
  asOf: string;
  /** New, changed and gone documents and states since the person last marked them as seen. */
  news: number;
  /**
   * Where its last refresh could not ask everything: how many parts have no answer, and why, as far as that
   * is known.
   */
  unasked?: { parts: number; error?: ErrorData };
}

/** A saved search whose row in the store cannot be read: all that can be done with it is to remove it. */
export interface UnreadableSaved {
  id: string;
}

/** One piece of news of a saved search. */
export interface SearchChange {
  savedSearchId: string;
  kind: 'new' | 'changed' | 'gone' | 'status';
  at: string;
  connectionId: string;
  dispatchNumber: string;
  /** Absent for a status change. */
  document?: StoredDocument;
  before?: string;
  after?: string;
}
