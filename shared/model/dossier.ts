import { z } from 'zod';
import type { Day } from './dates.ts';
import type { Rut } from './rut.ts';
import { dispatchNumberSchema, sortSchema } from './search-query.ts';
import { daySchema, rutSchema, textFilterSchema } from './value-schemas.ts';

/** The key of a dispatch: its number is unique within its agency. */
export const dispatchKeySchema = z.object({
  connectionId: z.string().min(1).max(200),
  number: dispatchNumberSchema,
});
export type DispatchKey = z.infer<typeof dispatchKeySchema>;

/** A dispatch with its client, so that it can be requested. */
export type OwnDispatch = DispatchKey & { rut: Rut };

/** The scope among the stored dispatches; empty means all of them. */
export const scopeSchema = z.object({
  connectionIds: z.array(z.string().min(1).max(200)).max(50).optional(),
  ruts: z.array(rutSchema).max(1000).optional(),
  resultSetId: z.string().min(1).max(200).optional(),
  dispatches: z.array(dispatchKeySchema).max(20_000).optional(),
  /** The dispatches of a package or another delivery. */
  handoverId: z.string().min(1).max(200).optional(),
});
export type Scope = z.infer<typeof scopeSchema>;

export const windowSchema = z.object({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
  /**
   * By columns of the list; if absent or empty, the list's own order. In a grouped list, within each group.
   */
  sort: sortSchema.optional(),
});

/** The unit of learning: a client's dispatches of one procedure and one transport. */
export const expectationGroupSchema = z.object({
  connectionId: z.string().min(1).max(200),
  rut: rutSchema,
  /** `dispatch.tipoTramite` as it came; `''` without data. */
  tramite: z.string().max(300),
  /** `dispatch.viaTransporte` as it came; `''` without data. */
  via: z.string().max(300),
});
export type ExpectationGroup = z.infer<typeof expectationGroupSchema>;

/** How often the recent complete dispatches of a group had a type. */
export interface TypeFrequency {
  type: string;
  /** Dispatches that have it, out of `of`. */
  seen: number;
  of: number;
  /** Dispatches that have exactly one of it. */
  single: number;
  /** Whether that is often enough, in enough dispatches, to expect it. */
  isUsual: boolean;
}

/** A person's decision about a type in a group, and the frequency at that time. */
export interface TypeDecision {
  type: string;
  isExpected: boolean;
  seen: number;
  of: number;
  /** UTC ISO 8601. */
  at: string;
}

/** Whether a type is expected in a group, with the reason. */
export type TypeExpectation = TypeFrequency & { isExpected: boolean } & (
    | { basis: 'learned' }
    | { basis: 'decided'; decision: TypeDecision }
  );

/** A group and its expectations. */
export interface GroupExpectations {
  group: ExpectationGroup;
  /** Stored dispatches of the group. */
  dispatches: number;
  /** Those that were not requested completely. */
  partial: number;
  /** Complete ones that were evaluated; below `minimum` nothing is learned. */
  of: number;
  minimum: number;
  types: readonly TypeExpectation[];
}

/** The state of a matrix cell: a type in a dispatch. */
export type CellState =
  /** Present, with a file. */
  | 'here'
  /** Registered by the agency, without a file. */
  | 'no-file'
  /** Expected but not present. */
  | 'missing'
  /** Expected, but the dispatch was not requested completely. */
  | 'unknown'
  /** Neither expected nor present. */
  | 'not-expected';

export interface Cell {
  state: CellState;
  /** Active documents of the type. */
  documents: number;
}

/** Whether a dispatch has all its expected documents. */
export type Completeness =
  | 'complete'
  | 'incomplete'
  /** Not requested completely: never "complete" (trade word: parcial). */
  | 'partial'
  /** No expectation yet, because nothing was learned or decided. */
  | 'no-expectation';

/** A dispatch in the matrix; `cells` has the order of the matrix's types. */
export interface MatrixRow extends DispatchKey {
  rut: Rut;
  reference: string;
  tramite: string;
  via: string;
  /** Acceptance, else opening; `''` without data. */
  day: Day;
  completeness: Completeness;
  /** Whether it is closed; missing documents of an open one may still arrive. */
  isOver: boolean;
  missing: number;
  cells: readonly Cell[];
}

/** A page of a list, with the number of all its rows. */
export interface ListPage<Row> {
  rows: readonly Row[];
  offset: number;
  total: number;
}

export interface Matrix extends ListPage<MatrixRow> {
  types: readonly { type: string; responsible: string }[];
  /** Dispatches of the whole scope by completeness. */
  counts: Readonly<Record<Completeness, number>>;
}

/** A document of a dispatch by its type, the key of missing documents and requests. */
export const missingKeySchema = dispatchKeySchema.extend({ type: z.string().min(1).max(300) });
export type MissingKey = z.infer<typeof missingKeySchema>;

/** A missing document of a dispatch: expected but absent, or registered by its agency without a file. */
export interface MissingDocument extends MissingKey {
  rut: Rut;
  reference: string;
  day: Day;
  kind: 'missing' | 'no-file';
  /** Whether its dispatch is closed; missing documents of an open one may still arrive. */
  isOver: boolean;
  /** `responsableDoc` of the catalogue; `''` if it has none. */
  responsible: string;
  /** Why it is expected; `registered` if it is not, but its agency has registered it without a file. */
  seen: number;
  of: number;
  basis: TypeExpectation['basis'] | 'registered';
  request?: DocumentRequest;
}

export interface MissingDocuments extends ListPage<MissingDocument> {
  /** Number of evaluated dispatches. */
  dispatches: number;
  byResponsible: readonly {
    responsible: string;
    missingCount: number;
    dispatches: number;
    requestedCount: number;
  }[];
  /**
   * Number of dispatches excluded because they were not requested completely; `dossier.incomplete` lists
   * them.
   */
  partial: number;
}

/** A requested document, and whether it has arrived. */
export interface DocumentRequest extends MissingKey {
  id: string;
  rut: Rut;
  askedOn: Day;
  /** The recipient, in the person's words. */
  askedOf: string;
  note: string;
  /** The day on which the document was first seen with a file, and its id. */
  arrived?: { on: Day; documentId: string };
}

export const askSchema = z.object({
  missingDocuments: z
    .array(missingKeySchema.extend({ rut: rutSchema }))
    .min(1)
    .max(5000),
  askedOn: daySchema,
  askedOf: z.string().trim().max(200),
  note: z.string().trim().max(2000),
});
export type Ask = z.infer<typeof askSchema>;

/**
 * The outcome of a draft's documents: attached, omitted because the message is full, or unavailable, which
 * its text states.
 */
export interface DraftOpened {
  attached: number;
  leftOut: readonly string[];
  /** Absent if all were available. */
  undelivered?: { count: number; of: number };
  /** Number of documents that the rules of their clients leave out; absent if there are none. */
  outsideRules?: number;
}

/** A message that requests documents from one responsible party, for dispatches of one agency. */
export interface RequestMessage {
  connectionId: string;
  responsible: string;
  /** Whether the person's own office owes the documents. */
  isOwn: boolean;
  /** The client of its dispatches, if the message goes to a client. */
  client?: Rut;
  /** Known only for clients, from the client directory; otherwise `''`. */
  to: string;
  subject: string;
  body: string;
  /** Whether it fits a mailto link; a longer one is copied. */
  fitsMail: boolean;
  /** The requested documents, to be recorded once it has been sent. */
  missingDocuments: readonly (MissingKey & { rut: Rut })[];
}

/** A folder's retention date, and its basis. */
export type LegalRetention =
  | {
      kind: 'known';
      until: Day;
      basis: 'acceptance' | 'legalisation' | 'person';
      /** The date from which it is counted; absent if a person set the day. */
      from?: Day;
      note: string;
    }
  | { kind: 'unknown'; missingFact: 'acceptance' | 'legalisation' | 'operation' };

export interface ClosedDispatch extends DispatchKey {
  rut: Rut;
  reference: string;
  operation: Operation;
  retention: LegalRetention;
  /** Documents whose file is on this computer. */
  filesHere: number;
  papers: number;
}

export type Operation = 'import' | 'export' | 'unknown';

/** A page of folders, and the number of all folders without a known retention date. */
export interface ClosedDispatches extends ListPage<ClosedDispatch> {
  unknown: number;
}

/** A page of requests, the latest first. */
export type DocumentRequests = ListPage<DocumentRequest>;

/** The number of dispatches in a scope whose documents are known. */
export interface KnownDispatches {
  dispatches: number;
  /** Those whose disbursements were requested. */
  disbursements: number;
}

/** The RUT of an agency: as a person set it, and as its own documents state it. */
export interface AgencyRut {
  set?: Rut;
  derived?: Rut;
}

export const matrixQuery = z.object({
  scope: scopeSchema,
  only: z.enum(['complete', 'incomplete', 'partial', 'no-expectation']).optional(),
  /** Only dispatches whose retention ends within a year, or has ended. */
  isRetentionEnding: z.boolean().optional(),
  filter: textFilterSchema.optional(),
});

export const missingQuery = z.object({
  scope: scopeSchema,
  /** `''` means unknown. */
  responsible: z.string().max(300).optional(),
  isAsked: z.boolean().optional(),
  /** Only dispatches that are closed, or only open ones. */
  isOver: z.boolean().optional(),
  /** The days are those of dispatches. */
  filter: textFilterSchema.optional(),
});

/**
 * The dispatches that were not requested completely, within this query; with `of`, only regarding their
 * disbursements.
 */
export const partialQuery = missingQuery
  .pick({ scope: true, isOver: true })
  .extend({ of: z.enum(['documents', 'disbursements']).optional() });
export type PartialQuery = z.infer<typeof partialQuery>;

export const requestsQuery = z.object({
  connectionIds: z.array(z.string().min(1).max(200)).max(50).optional(),
  ruts: z.array(rutSchema).max(1000).optional(),
  state: z.enum(['open', 'arrived', 'all']),
  /** Only requests to this recipient; `''` for those without one. */
  askedOf: z.string().max(200).optional(),
});
