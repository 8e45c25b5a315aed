import { z } from 'zod';
import type { ErrorCode, ErrorData } from '../errors.ts';
import { type DispatchKey, dispatchKeySchema, type OwnDispatch } from './dossier.ts';
import type { PauseReason } from './download.ts';
import { languages } from './languages.ts';
import type { Rut } from './rut.ts';

/** Why a document stands beside the merged file instead of in it. */
export type AttachReason =
  /** Nobody opens it without its password. */
  | 'encrypted'
  /** Protected in a way that is not known here; its own program may open it. */
  | 'protected'
  | 'damaged'
  /** Neither a PDF nor an image that can be made a page. */
  | 'not-a-pdf'
  /** A form whose fields its reader draws: they would be empty in the merged file. */
  | 'form'
  | 'too-large'
  /** Reading it takes more memory or time than one document may. */
  | 'too-heavy'
  /** Its file is no longer where it was downloaded to. */
  | 'gone'
  /** Another program holds its file. */
  | 'locked';

/** A document of a dispatch, with what can be done with it. */
export interface DeliveryDocument extends DispatchKey {
  documentId: string;
  type: string;
  folio: string;
  issueDate: string;
  isActive: boolean;
  /** Its file on this computer; absent when it was not downloaded. */
  path?: string;
  /** Whether the agency has a file of it, as far as is known. */
  hasFile: boolean;
}

/** A document that is in the merged file: its first page, counted from 1, and how many it has. */
export interface MergedDocument {
  documentId: string;
  page: number;
  pages: number;
  /** A signature holds in the original alone. */
  isSigned: boolean;
}

/** A document that stands beside the merged file. */
export interface DocumentBeside {
  documentId: string;
  reason: AttachReason;
  /** Where its copy stands; absent when there is no file to copy. */
  path?: string;
}

/** A document that could not be had, by name. */
export interface UndeliveredDocument
  extends Pick<DeliveryDocument, 'connectionId' | 'number' | 'type' | 'folio'> {
  /** `''` for a file that an earlier delivery made and that is gone. */
  documentId: string;
  /** Why; absent where nobody asked for it. */
  code?: ErrorCode;
}

/** What a delivery was to hold and does not. */
export interface Undelivered {
  /** Documents that could not be had, of so many that were meant. */
  count: number;
  of: number;
  /** By name, as many as are remembered. */
  papers: readonly UndeliveredDocument[];
}

/** What was delivered for one dispatch. */
export interface DeliveredDispatch extends DispatchKey {
  path: string;
  pages: number;
  bytes: number;
  merged: readonly MergedDocument[];
  beside: readonly DocumentBeside[];
  /** Documents that are not on this computer, and so are nowhere in it. */
  notHere: readonly { documentId: string; hasFile: boolean }[];
}

/** A number of a list of which nothing is kept. */
export interface NotFoundNumber {
  number: string;
  /** `''` where none was given. */
  rut: string;
  /**
   * As how many clients an agency was asked for it in vain, and how many there are beside; absent where
   * nobody has asked.
   */
  asked?: { clients: number; unasked: number };
}

/** What came of a package for an inspection. */
export interface PackedSummary {
  added: number;
  alreadyThere: number;
  /** Documents that the agency has a file of and that are not on this computer. */
  notDownloaded: readonly { connectionId: string; id: string }[];
  withoutFile: number;
  /**
   * Those without a file, by name: kept by packages of earlier versions alone, later ones name them in
   * `lacking`.
   */
  withoutFileNamed?: readonly Pick<
    DeliveryDocument,
    'connectionId' | 'number' | 'documentId' | 'type' | 'folio'
  >[];
  notFound: readonly NotFoundNumber[];
  partial: readonly OwnDispatch[];
  /** The batch that fetched what was not here after the package was made: of earlier versions alone. */
  batchId?: string;
}

export type DeliveryKind = 'merge' | 'zip' | 'package';

/** A delivery: how far it is, or what came of it. */
export interface Delivery {
  id: string;
  /** `unknown` where what was kept of it cannot be read. */
  kind: DeliveryKind | 'unknown';
  folder: string;
  /** UTC ISO 8601. */
  startedAt: string;
  /** `interrupted`: the app ended in the middle of it. */
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';
  done: number;
  of: number;
  /** Files that were made, as absolute paths. */
  files: readonly string[];
  dispatches: readonly DeliveredDispatch[];
  /** Files larger than a message may be, each in a ZIP of its own. */
  tooLarge: readonly string[];
  /** The batch that fetched what was not on this computer; absent where all of it was. */
  batchId?: string;
  /**
   * While documents are fetched: documents of that batch with a verdict, of so many, and why it stands still.
   */
  fetching?: { done: number; of: number; pausedWhy?: PauseReason } | undefined;
  /** Absent where all of it could be had. */
  lacking?: Undelivered | undefined;
  /** The list of a package as it was pasted, so that it can be made again; absent when it was very long. */
  list?: string;
  /** What a package added, and what it could not have; absent for other kinds. */
  packed?: PackedSummary;
  error?: ErrorData;
}

/**
 * What is merged: dispatches, each with its documents in the chosen order; without one, by type, number and
 * date.
 */
export const mergeRequest = z.object({
  dispatches: z
    .array(
      dispatchKeySchema.extend({ documentIds: z.array(z.string().min(1).max(300)).max(20_000).optional() }),
    )
    .min(1)
    .max(2000),
  folder: z.string().min(1).max(4000),
  language: z.enum(languages),
  withInactive: z.boolean(),
});
export type MergeRequest = z.infer<typeof mergeRequest>;

/**
 * What is packed: documents, or files that were made before; in ZIP files of at most so many bytes, 0 for one
 * whatever its size.
 */
export const zipRequest = z.object({
  documents: z.array(z.object({ connectionId: z.string().min(1), id: z.string().min(1) })).max(100_000),
  handoverIds: z.array(z.string().min(1).max(200)).max(1000),
  folder: z.string().min(1).max(4000),
  name: z.string().trim().min(1).max(120),
  mostBytes: z.number().int().min(0),
});
export type ZipRequest = z.infer<typeof zipRequest>;

/** A pasted list for an inspection. */
export const packageText = z.object({
  text: z.string().max(1_000_000),
  connectionIds: z.array(z.string().min(1).max(200)).max(50).optional(),
});

export type PackageText = z.infer<typeof packageText>;

/** What a pasted list means, before anything is made. */
export interface PackageReading {
  found: readonly {
    connectionId: string;
    number: string;
    rut: Rut;
    documents: number;
    filesHere: number;
    withoutFile: number;
    isComplete: boolean;
  }[];
  /** `isDispatch`: an agency can be asked for it. */
  notFound: readonly (NotFoundNumber & { isDispatch: boolean })[];
  unreadable: readonly string[];
}

export const packageRequest = packageText.extend({
  folder: z.string().min(1).max(4000),
  language: z.enum(languages),
  /** Download into the package what is not on this computer. */
  fetch: z.boolean(),
});
export type PackageRequest = z.infer<typeof packageRequest>;

/** One of the files that a delivery made, by its index in `files`. */
export const deliveryFileSchema = z.object({
  deliveryId: z.string().min(1).max(200),
  index: z.number().int().min(0),
});
export type DeliveryFile = z.infer<typeof deliveryFileSchema>;
