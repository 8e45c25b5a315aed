import { z } from 'zod';
import type { ErrorCode, ErrorData } from '../errors.ts';
import type { DocumentKey } from './document.ts';
import { type DispatchKey, dispatchKeySchema, type OwnDispatch } from './dossier.ts';
import type { PauseReason } from './download.ts';
import { languages } from './languages.ts';
import type { Rut } from './rut.ts';

/** Why a document is attached to the merged file instead of included. */
export type AttachReason =
  /** It cannot be opened without its password. */
  | 'encrypted'
  /** Protected in an unknown way; its own program may open it. */
  | 'protected'
  | 'damaged'
  /** Neither a PDF nor an image that can be converted. */
  | 'not-a-pdf'
  /** A photograph in a coding that readers of PDFs do not show; its own program may. */
  | 'rare-image'
  /** A form whose fields are rendered by its viewer: they would be empty in the merged file. */
  | 'form'
  | 'too-large'
  /** Parsing it exceeds the memory or time limit per document. */
  | 'too-heavy'
  /** Its file is no longer at its download path. */
  | 'gone'
  /** Another program has locked its file. */
  | 'locked';

/** A document of a dispatch, with its possible actions. */
export interface DeliveryDocument extends DispatchKey {
  documentId: string;
  type: string;
  folio: string;
  issueDate: string;
  isActive: boolean;
  /** Its local file; absent if not downloaded. */
  path?: string;
  /** Whether the agency has a file for it, as far as known. */
  hasFile: boolean;
  /** The rules of its client leave its type out. */
  isOutsideRules?: true;
}

/** A document in the merged file: its first page, counted from 1, and its number of pages. */
export interface MergedDocument {
  documentId: string;
  page: number;
  pages: number;
  /** A signature is valid only in the original file. */
  isSigned: boolean;
}

/** A document attached to the merged file. */
export interface AttachedDocument {
  documentId: string;
  reason: AttachReason;
  /** The path of its copy; absent if there is no file to copy. */
  path?: string;
}

/** An unavailable document, by name. */
export interface UndeliveredDocument
  extends Pick<DeliveryDocument, 'connectionId' | 'number' | 'type' | 'folio'> {
  /** `''` for a file of an earlier delivery that was deleted. */
  documentId: string;
  /** The reason; absent if it was never requested. */
  code?: ErrorCode;
}

/** The documents missing from a delivery. */
export interface Undelivered {
  /** The number of unavailable documents, and of all in the selection. */
  count: number;
  of: number;
  /** By name, up to the stored maximum. */
  papers: readonly UndeliveredDocument[];
}

/** The delivery of one dispatch. */
export interface DeliveredDispatch extends DispatchKey {
  path: string;
  pages: number;
  bytes: number;
  merged: readonly MergedDocument[];
  beside: readonly AttachedDocument[];
  /** Documents that are not on this computer, and so in no file. */
  notHere: readonly { documentId: string; hasFile: boolean }[];
}

/** A number in a list without stored data. */
export interface NotFoundNumber {
  number: string;
  /** `''` if none was given. */
  rut: string;
  /**
   * The number of clients for which it was requested in vain, and of those not tried; absent if never
   * requested.
   */
  asked?: { clients: number; unasked: number };
}

/** The result of a package for an inspection. */
export interface PackedSummary {
  added: number;
  alreadyThere: number;
  /** Documents that have a file at the agency but not on this computer. */
  notDownloaded: readonly { connectionId: string; id: string }[];
  withoutFile: number;
  /**
   * Those without a file, by name: only in packages of earlier versions; later ones list them in `lacking`.
   */
  withoutFileNamed?: readonly Pick<
    DeliveryDocument,
    'connectionId' | 'number' | 'documentId' | 'type' | 'folio'
  >[];
  notFound: readonly NotFoundNumber[];
  partial: readonly OwnDispatch[];
  /** Documents that their clients' rules left out; absent if there were none. */
  leftOut?: number;
  /** The batch that downloaded missing files after the package was made: only in earlier versions. */
  batchId?: string;
}

/** What a delivery is about, for the text and the recipient of its message. */
export interface DeliverySubject {
  clients: readonly Rut[];
  /** Numbers of its dispatches, up to the stored maximum, and how many there are. */
  numbers: readonly string[];
  dispatches: number;
  /** Numbers that were asked for and not found, up to the stored maximum. */
  notFound: readonly string[];
}

/** How the mail of a delivery was opened. */
export interface DeliveryMail {
  /** The number of drafts, and of the files in them. */
  drafts: number;
  attached: number;
  /** Files that no message takes: its text names them and their folders. */
  leftOut: readonly string[];
  /** The selected documents among them; absent for a delivery's files. */
  leftOutDocuments?: readonly DocumentKey[];
  /** The address that it is written to; `''` where none is known, or the documents are of several clients. */
  to: string;
  hasSeveralClients?: boolean;
  /** Why no mail program opened it. */
  error?: ErrorData;
}

/** A document that is in no print, and why: it is unavailable, or it cannot be drawn on pages. */
export type UnprintedDocument = Pick<DeliveryDocument, 'number' | 'type' | 'folio'> &
  ({ code: ErrorCode; reason?: undefined } | { reason: AttachReason; code?: undefined });

/** Documents as one PDF for the page to print. */
export interface PreparedPrint {
  /** The size of its file; 0 where nothing can be printed. */
  bytes: number;
  pages: number;
  /** The number of documents in it. */
  printed: number;
  unprinted: readonly UnprintedDocument[];
  /** The number of documents that the rules of their clients leave out. */
  outsideRules: number;
}

export type DeliveryKind = 'merge' | 'zip' | 'package';

/** A delivery: its progress or its result. */
export interface Delivery {
  id: string;
  /** `unknown` if its stored record cannot be read. */
  kind: DeliveryKind | 'unknown';
  folder: string;
  /** UTC ISO 8601. */
  startedAt: string;
  /** `interrupted`: the app ended while it was running. */
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';
  done: number;
  of: number;
  /** The created files, as absolute paths. */
  files: readonly string[];
  dispatches: readonly DeliveredDispatch[];
  /** Files that exceed the size of a message, each in a ZIP of its own. */
  tooLarge: readonly string[];
  /** The batch that downloaded missing files, the first of several; absent if there were none. */
  batchId?: string;
  /** All of them where the rules of clients made several. */
  batchIds?: readonly string[];
  /** While files are downloaded: finished documents of those batches, their total, and why they pause. */
  fetching?: { done: number; of: number; pausedWhy?: PauseReason } | undefined;
  /** Absent if everything was available. */
  lacking?: Undelivered | undefined;
  /** The package's list as pasted, so that it can be made again; absent if it was very long. */
  list?: string;
  /** Whether a package leaves the rules of its clients aside; absent if they act. */
  withAllTypes?: boolean;
  /** What a package added, and what was unavailable; absent for other kinds. */
  packed?: PackedSummary;
  /** Absent in deliveries of earlier versions. */
  about?: DeliverySubject;
  /** Absent until it was opened in the mail program. */
  mail?: DeliveryMail;
  error?: ErrorData;
}

/** Numbers that were asked for and not found: the message of what is sent names them. */
export const notFoundNumbers = z.array(z.string().max(100)).max(5000).optional();

/**
 * The input of a merge: dispatches, each with its documents in the selected order; without one, in that
 * of the client and without those that its rules leave out.
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
  /** Whether scanned pages get the words that were recognised on them, invisibly. */
  withTextLayer: z.boolean().optional(),
  /** Whether the cover has the person's own notes on the dispatch. */
  withNotes: z.boolean().optional(),
  /** Whether dispatches without selected documents have those, too, that their clients' rules leave out. */
  withAllTypes: z.boolean().optional(),
  notFound: notFoundNumbers,
  opensMail: z.boolean().optional(),
});
export type MergeRequest = z.infer<typeof mergeRequest>;

/**
 * The input of a ZIP: documents, or files created before; split at this many bytes, 0 for a single ZIP of any
 * size.
 */
export const zipRequest = z.object({
  documents: z.array(z.object({ connectionId: z.string().min(1), id: z.string().min(1) })).max(100_000),
  handoverIds: z.array(z.string().min(1).max(200)).max(1000),
  folder: z.string().min(1).max(4000),
  name: z.string().trim().min(1).max(120),
  mostBytes: z.number().int().min(0),
  notFound: notFoundNumbers,
  /** Whether all files have the ZIP's own folders and names, also where their clients' rules give others. */
  withPlainNames: z.boolean().optional(),
  /** Whether its text file has the person's own notes on the dispatches. */
  withNotes: z.boolean().optional(),
  /** Whether to open it in the mail program once it is made. */
  opensMail: z.boolean().optional(),
});
export type ZipRequest = z.infer<typeof zipRequest>;

/** A pasted list for an inspection. */
export const packageText = z.object({
  text: z.string().max(1_000_000),
  connectionIds: z.array(z.string().min(1).max(200)).max(50).optional(),
  /** Whether the rules of clients are left aside: all types are in it, and all files are named alike. */
  withAllTypes: z.boolean().optional(),
});

export type PackageText = z.infer<typeof packageText>;

/** The parsed list, before anything is created. */
export interface PackageReading {
  found: readonly {
    connectionId: string;
    number: string;
    rut: Rut;
    documents: number;
    filesHere: number;
    withoutFile: number;
    /** Active documents whose type the rules of its client leave out. */
    leftOut: number;
    isComplete: boolean;
  }[];
  /** `isDispatch`: it can be requested from an agency. */
  notFound: readonly (NotFoundNumber & { isDispatch: boolean })[];
  unreadable: readonly string[];
}

export const packageRequest = packageText.extend({
  folder: z.string().min(1).max(4000),
  language: z.enum(languages),
  /** Download missing files into the package. */
  fetch: z.boolean(),
  /** Whether its description has the person's own notes on the dispatches. */
  withNotes: z.boolean().optional(),
});
export type PackageRequest = z.infer<typeof packageRequest>;

/** One of the files that a delivery created, by its index in `files`. */
export const deliveryFileSchema = z.object({
  deliveryId: z.string().min(1).max(200),
  index: z.number().int().min(0),
});
export type DeliveryFile = z.infer<typeof deliveryFileSchema>;
