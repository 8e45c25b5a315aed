import { z } from 'zod';
import type { ErrorData } from '../errors.ts';
import type { Range } from './dates.ts';
import type { DispatchFieldName } from './dispatch-fields.ts';
import type { Disbursement, DispatchStatus, StoredDocument } from './document.ts';
import { lists } from './lists.ts';
import type { Rut } from './rut.ts';
import { searchQuerySchema } from './search-query.ts';
import { refreshHours } from './setting-limits.ts';
import { wordsFilter, wordsQuery } from './text-search.ts';

/** The progress of a search run. A task is one agency, client and type over the range, or one dispatch. */
export interface SearchProgress {
  resultSetId: string;
  state: 'running' | 'done' | 'cancelled' | 'interrupted';
  /**
   * Of a running search that this process is not working on: it is queued, or another process works on it.
   */
  location?: 'queue' | 'elsewhere';
  /**
   * Of an interrupted search that resumes by itself: what it waits for, and the next check (ISO 8601).
   * `soon`: it is queued; `retry`: it is retried at that time.
   */
  waits?: { for: 'network' | 'service' | 'key' | 'retry' | 'soon'; until?: string };
  /** Of a search interrupted by a cause outside the agencies, such as the app's own database: the error. */
  error?: ErrorData;
  /** Finished tasks, with a complete response or not. */
  tasksDone: number;
  /** Those with a complete response; "no such dispatch" is one. */
  tasksAnswered: number;
  tasksTotal: number;
  /** Whether each task is one dispatch. */
  areDispatches?: boolean;
  documents: number;
  requests: number;
  /**
   * A dispatch that is being requested as one client after another: the number tried so far, and the total.
   */
  trying?: { number: string; tried: number; of: number };
  /** The requested types, for display with the result. */
  requestedTypes: readonly string[];
  /**
   * Tasks that ended without a complete response; each can be repeated alone. The first hundred, dispatches
   * not found last.
   */
  problems: readonly TaskFailure[];
  problemsTotal: number;
  /** Problems that are dispatches not found, which is a valid response. */
  notThere: number;
  /** Problems that are RUTs unknown to the agency; the types of one client count once. */
  unknownClients: number;
  /** Whether the service may have dispatches of these clients that its status list omitted. */
  mayBeTruncated: boolean;
  /** When the last response arrived, UTC ISO 8601; `''` before the first. */
  asOf: string;
}

/**
 * Stored data to search for: dispatch numbers, and the declaration and reference of one of them; a client; a
 * month with documents.
 */
export interface SearchExamples {
  numbers: readonly string[];
  declaration?: string;
  reference?: string;
  client?: { rut: Rut; name: string };
  /** From 1. */
  month?: { year: number; month: number };
}

export interface TaskFailure {
  taskId: string;
  kind: TaskKind;
  connectionId: string;
  /** `''` if none was requested (the catalogue). */
  rut: Rut | '';
  /** The requested type or dispatch number; `''` if neither. */
  subject: string;
  error: ErrorData;
}

/**
 * The request of a search task: an agency's types, a type of a client, the states of a client's dispatches,
 * or data of one dispatch.
 */
export type TaskKind = 'catalogue' | 'type' | 'statuses' | 'dispatch' | 'status' | 'disbursements';

/** The outcome of one dispatch number that was requested, or found and completed. */
export interface DispatchOutcome {
  connectionId: string;
  number: string;
  /**
   * `not-found`: with none of the clients tried; `empty`: without documents; `waiting`: not requested yet;
   * `problem`: no response.
   */
  outcome: 'found' | 'empty' | 'not-found' | 'waiting' | 'problem';
  /** Its client; absent until it is found. */
  rut?: Rut;
  documents: number;
  error?: ErrorData;
  /** For a dispatch that was not found, or whose clients are all unknown to the agency. */
  inVain?: {
    /** The number of clients tried. */
    tried: number;
    /** Those unknown to the agency. */
    unknown: number;
    /** Clients of the directory not tried yet: until they are, the dispatch may exist. */
    unasked: number;
  };
}

/**
 * A row of the dispatches list: its own fields, and those of its dispatch object (`dispatch-fields.ts`), `''`
 * if absent.
 */
export interface DispatchRow extends Record<DispatchFieldName, string> {
  connectionId: string;
  number: string;
  rut: Rut;
  /** From the status if known, else from the documents. */
  state: string;
  documents: number;
  withFile: number;
  /** Whether `/dispatch/{n}/files` was read completely; otherwise it is labelled "parcial". */
  isComplete: boolean;
  /** The number of its disbursements; absent if they were never requested. */
  disbursements?: number;
  /** The dispatch object of a document, with all its keys; that of its status if it has no document. */
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

/** A page of rows. `total` is absent while it is being counted. */
export interface RowsPage<Row> {
  rows: readonly Row[];
  offset: number;
  total?: number;
  groups?: readonly RowGroup[];
  /** The number of its rows that are damaged in the database and omitted. Absent if none. */
  unreadable?: number;
}

export interface RowsByList {
  documents: RowsPage<StoredDocument>;
  dispatches: RowsPage<DispatchRow>;
  disbursements: RowsPage<DisbursementRow>;
}

/** Stored documents that a text finds. */
export interface FoundDocuments {
  rows: readonly StoredDocument[];
  /** Number of further documents that it finds and that cannot be read. */
  unreadable?: number;
}

/** The known facts of one dispatch: stored ones first, fetched when online. */
export interface DispatchView {
  connectionId: string;
  number: string;
  rut: Rut;
  status?: DispatchStatus;
  /** Why the status could not be fetched. */
  statusError?: ErrorData;
  documents: readonly StoredDocument[];
  /** Why the documents could not be fetched; those shown are the stored ones. */
  documentsError?: ErrorData;
  disbursements: readonly DisbursementRow[];
  disbursementsError?: ErrorData;
  isComplete: boolean;
  asOf: string;
}

/** Text with digits that is no document number. */
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
  /** Explicitly excluded by the text; types without digits too. */
  | 'excluded'
  /** A mistyped number in whose place the text names another. */
  | 'replaced';

/**
 * Why a part of a text is reported: no RUT, no dispatch number, unrecognised digits, or words that name no
 * certain days. `days-of-all`: days are queried for clients to which the text does not relate them.
 */
export type WrongReason = 'rut-form' | 'dispatch-number' | 'not-understood' | 'days-of-all' | 'days-unclear';

/** The parsed text of the search box, before anything is requested. */
export type ParsedQuery =
  | { kind: 'nothing' }
  | {
      kind: 'understood';
      dispatches: readonly { number: string; ruts: readonly Rut[]; source: 'kept' | 'chosen' | 'unknown' }[];
      clients: readonly { rut: Rut; name: string; digitIsRight: boolean; expected: string }[];
      /** Document numbers found in stored data, with their counts. */
      documents: readonly { text: string; count: number }[];
      /** Numbers whose dispatch only stored data could identify, but does not. */
      unmatched: readonly {
        text: string;
        as: 'any' | 'dispatch' | 'declaration' | 'reference' | 'transport' | 'folio' | 'container';
      }[];
      /** Names of document types that words match. */
      types: readonly string[];
      /** The days that words name. */
      range?: Range;
      /** The text gives the last of these days alone, and they begin with the year. */
      hasAssumedStart?: boolean;
      /** The remaining words, and document numbers: searched in stored data. */
      terms: readonly string[];
      /** Number of parts of a pasted text with nothing to search for. */
      aside: number;
      /** Those of them with digits, and what each was parsed as; the first five hundred. */
      asides: readonly { text: string; as: AsideKind }[];
      /** Ranges of numbers, which are included in the dispatches unless they are too long. */
      numberRanges: readonly { first: string; last: string; isTooLong: boolean }[];
      /** Invalid RUTs and numbers, and lines of a pasted text with unrecognised digits. */
      wrong: readonly { text: string; reason: WrongReason }[];
      /** An agency's catalogue could not be read: the types are those that customs agencies generally use. */
      areTypesUnread?: boolean;
    };

const listViewSchema = z.object({
  /** The visible columns in order; empty means the person's arrangement of this list elsewhere. */
  columns: z.array(z.string().max(200)).max(300),
  /** The hidden columns. */
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

/**
 * A saved search: its query, its views, its download destination, and its stored result set. One for words
 * has an empty result set and is never refreshed: its documents are found anew whenever it opens.
 */
export const savedSearchDraft = z.object({
  name: z.string().trim().min(1).max(120),
  question: z.discriminatedUnion('kind', [searchQuerySchema, wordsQuery]),
  /** The list that it opens with, and the others as they were when it was saved. */
  view: listViewSchema.extend({
    list: listNameSchema,
    others: z.partialRecord(listNameSchema, listViewSchema).optional(),
    /** Words that the files of its documents have: it opens with the documents that say them. */
    words: z.string().max(500).optional(),
    wordsFilter: wordsFilter.optional(),
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
  /** Also downloads the documents ("llevar sin conexión"). */
  takesPapers: z.boolean(),
});
export type SavedSearchDraft = z.infer<typeof savedSearchDraft>;

export interface SavedSearch extends SavedSearchDraft {
  id: string;
  resultSetId: string;
  /** UTC ISO 8601 of the last response; `''` if never queried. */
  asOf: string;
  /** New, changed and removed documents and states since they were last marked as seen. */
  news: number;
  /** How many tasks its last refresh could not run, and the error, if known. */
  incomplete?: { tasks: number; error?: ErrorData };
}

/** A saved search whose stored row cannot be read: it can only be deleted. */
export interface UnreadableSaved {
  id: string;
}

/** One change in a saved search. */
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
