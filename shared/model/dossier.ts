import { z } from 'zod';
import { daySchema } from './date-schemas.ts';
import type { Day } from './dates.ts';
import type { Rut } from './rut.ts';
import { rutSchema } from './rut-schema.ts';
import { dispatchNumberSchema, sortSchema } from './search-query.ts';

/** A dispatch as the app names it: its number belongs to its agency. */
export const dispatchKeySchema = z.object({
  connectionId: z.string().min(1).max(200),
  number: dispatchNumberSchema,
});
export type DispatchKey = z.infer<typeof dispatchKeySchema>;

/** A dispatch and whose it is, so that it can be asked for. */
export type OwnDispatch = DispatchKey & { rut: Rut };

/** Which of the stored dispatches are meant; nothing said means all of them. */
export const scopeSchema = z.object({
  connectionIds: z.array(z.string().min(1).max(200)).max(50).optional(),
  ruts: z.array(rutSchema).max(1000).optional(),
  resultSetId: z.string().min(1).max(200).optional(),
  dispatches: z.array(dispatchKeySchema).max(20_000).optional(),
  /** Those of a package or another delivery. */
  handoverId: z.string().min(1).max(200).optional(),
});
export type Scope = z.infer<typeof scopeSchema>;

export const windowSchema = z.object({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
  /**
   * By columns of the list; left out or empty, the list's own order. Where rows stand under headings, within
   * each.
   */
  sort: sortSchema.optional(),
});

/** What expectations are learned for: a client's dispatches of one kind that travel one way. */
export const expectationGroupSchema = z.object({
  connectionId: z.string().min(1).max(200),
  rut: rutSchema,
  /** `dispatch.tipoTramite` as it came; `''` without data. */
  tramite: z.string().max(300),
  /** `dispatch.viaTransporte` as it came; `''` without data. */
  via: z.string().max(300),
});
export type ExpectationGroup = z.infer<typeof expectationGroupSchema>;

/** How often a type was there in the latest complete dispatches of a group. */
export interface TypeFrequency {
  type: string;
  /** Dispatches that have it, out of `of`. */
  seen: number;
  of: number;
  /** Dispatches that have exactly one of it. */
  single: number;
  /** Whether that is often enough, among enough, to expect it. */
  isUsual: boolean;
}

/** What a person decided about a type in a group, and what there was to see when they did. */
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

/** A group and what is expected of it. */
export interface GroupExpectations {
  group: ExpectationGroup;
  /** Kept dispatches of the group. */
  dispatches: number;
  /** Those that were not asked for completely. */
  partial: number;
  /** Complete ones that were looked at; under `minimum` nothing is learned. */
  of: number;
  minimum: number;
  types: readonly TypeExpectation[];
}

/** What stands where a type meets a dispatch. */
export type CellState =
  /** There, with a file. */
  | 'here'
  /** Registered by the agency, without a file. */
  | 'no-file'
  /** Expected and not there. */
  | 'missing'
  /** Expected, and the dispatch was not asked for completely, so nobody knows. */
  | 'unknown'
  /** Neither expected nor there. */
  | 'not-expected';

export interface Cell {
  state: CellState;
  /** Active documents of the type. */
  documents: number;
}

/** Whether a dispatch has all that is expected of it. */
export type Completeness =
  | 'complete'
  | 'incomplete'
  /** Not asked for completely: never "complete" (names of the field: parcial). */
  | 'partial'
  /** Nothing is expected yet, because nothing has been learned or decided. */
  | 'no-expectation';

/** A dispatch in the matrix; `cells` stand in the order of the matrix's types. */
export interface MatrixRow extends DispatchKey {
  rut: Rut;
  reference: string;
  tramite: string;
  via: string;
  /** Acceptance, else opening; `''` without data. */
  day: Day;
  completeness: Completeness;
  /** Whether it is over; what one still under way lacks may yet come by itself. */
  isOver: boolean;
  missing: number;
  cells: readonly Cell[];
}

export interface Matrix {
  types: readonly { type: string; responsible: string }[];
  rows: readonly MatrixRow[];
  offset: number;
  total: number;
  /** Dispatches of the whole scope by completeness. */
  counts: Readonly<Record<Completeness, number>>;
}

/** A document of a dispatch by its type, as what is missing and what is asked for name it. */
export const missingKeySchema = dispatchKeySchema.extend({ type: z.string().min(1).max(300) });
export type MissingKey = z.infer<typeof missingKeySchema>;

/** A document that a dispatch lacks: expected and not there, or registered by its agency without a file. */
export interface MissingDocument extends MissingKey {
  rut: Rut;
  reference: string;
  day: Day;
  kind: 'missing' | 'no-file';
  /** Whether its dispatch is over; what one still under way lacks may yet come by itself. */
  isOver: boolean;
  /** `responsableDoc` of the catalogue; `''` when it does not say. */
  responsible: string;
  /** Why it is expected; `registered` where it is not, and its agency has registered it without a file. */
  seen: number;
  of: number;
  basis: TypeExpectation['basis'] | 'registered';
  request?: DocumentRequest;
}

export interface MissingDocuments {
  rows: readonly MissingDocument[];
  offset: number;
  total: number;
  /** How many dispatches were looked at. */
  dispatches: number;
  byResponsible: readonly { responsible: string; missingCount: number; dispatches: number; asked: number }[];
  /**
   * How many dispatches were left out because they were not asked for completely; `carpeta.partial` names
   * them.
   */
  partial: number;
}

/** A document that was asked for, and whether it has arrived. */
export interface DocumentRequest extends MissingKey {
  id: string;
  rut: Rut;
  askedOn: Day;
  /** Of whom, in the person's words. */
  askedOf: string;
  note: string;
  /** The day on which the document was first seen with a file, and which document. */
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
 * What became of the documents of a draft: attached, left out because a message carries no more, by name, or
 * not to be had, which its text says.
 */
export interface DraftOpened {
  attached: number;
  leftOut: readonly string[];
  /** Absent where all could be had. */
  undelivered?: { count: number; of: number };
}

/** A message that asks one responsible party for what it owes to dispatches of one agency. */
export interface RequestMessage {
  connectionId: string;
  responsible: string;
  /** Whether the person's own office owes the documents. */
  isOwn: boolean;
  /** Whose dispatches it is about, when it goes to a client. */
  client?: Rut;
  /** Known for clients only, from the client directory; `''` else. */
  to: string;
  subject: string;
  body: string;
  /** Whether mail programs take it from a link; a longer one is copied. */
  fitsMail: boolean;
  /** What it asks for, to be noted once it has been sent. */
  missingDocuments: readonly (MissingKey & { rut: Rut })[];
}

/** Until when a folder is kept, and why. */
export type LegalRetention =
  | {
      kind: 'known';
      until: Day;
      basis: 'acceptance' | 'legalisation' | 'person';
      /** The date from which it is counted; absent when a person set the day. */
      from?: Day;
      note: string;
    }
  | { kind: 'unknown'; lacks: 'acceptance' | 'legalisation' | 'operation' };

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

/** A window of folders, and of how many of all it is not known until when they are kept. */
export interface ClosedDispatches {
  rows: readonly ClosedDispatch[];
  offset: number;
  total: number;
  unknown: number;
}

/** A window of what was asked for, the latest first. */
export interface DocumentRequests {
  rows: readonly DocumentRequest[];
  offset: number;
  total: number;
}

/** Of how many dispatches of a scope it is known what they have. */
export interface KnownDispatches {
  dispatches: number;
  /** Of so many the disbursements were asked for. */
  disbursements: number;
}

/** The RUT of an agency: as a person set it, and as its own documents tell it. */
export interface AgencyRut {
  set?: Rut;
  derived?: Rut;
}

export const matrixQuery = z.object({
  scope: scopeSchema,
  only: z.enum(['complete', 'incomplete', 'partial', 'no-expectation']).optional(),
});

export const missingQuery = z.object({
  scope: scopeSchema,
  /** `''` is nobody known. */
  responsible: z.string().max(300).optional(),
  isAsked: z.boolean().optional(),
  /** Only of dispatches that are over, or are not. */
  isOver: z.boolean().optional(),
});

/**
 * Of which dispatches those are named that were not asked for completely; with `of`, for their disbursements
 * alone.
 */
export const partialQuery = missingQuery
  .pick({ scope: true, isOver: true })
  .extend({ of: z.enum(['documents', 'disbursements']).optional() });
export type PartialQuery = z.infer<typeof partialQuery>;

export const requestsQuery = z.object({
  connectionIds: z.array(z.string().min(1).max(200)).max(50).optional(),
  ruts: z.array(rutSchema).max(1000).optional(),
  state: z.enum(['open', 'arrived', 'all']),
});
