import { z } from 'zod';
import {
  type Batch,
  type BatchDocument,
  downloadRequest,
  type SelectionSummary,
  type StartedDownload,
  type Verification,
} from '../model/download.ts';
import type { FilePreview } from '../model/file-preview.ts';
import { sortSchema } from '../model/search-query.ts';
import { documentKey } from '../model/value-schemas.ts';
import { call, nothing } from './define-call.ts';

/** Calls about downloads, their folders and the files in them. */
export const downloadsCalls = {
  'downloads.start': call<StartedDownload>()(downloadRequest),
  /**
   * Count and size of a selection, without starting anything; inactive documents count if included. With
   * `rules`, also an empty list of them, it tells which clients have some.
   */
  'downloads.summary': call<SelectionSummary>()(
    downloadRequest.pick({ selection: true, withInactive: true, rules: true }),
  ),
  'downloads.list': call<Batch[]>()(nothing),
  'downloads.documents': call<{ rows: BatchDocument[]; total: number }>()(
    z.object({
      batchId: z.string(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
      /** Only those that a person must review. */
      problemsOnly: z.boolean(),
      /** Fields of the row; the batch's own order if absent. */
      sort: sortSchema.optional(),
      /**
       * Pages with the same value follow the order of the first of them, so that rows do not move while the
       * batch runs.
       */
      readingId: z.string().max(100).optional(),
    }),
  ),
  /** One document if `document` is given, one batch if `batchId` is, else all. */
  'downloads.control': call<void>()(
    z.object({
      action: z.enum(['pause', 'resume', 'cancel', 'retry']),
      batchId: z.string().optional(),
      document: documentKey.optional(),
    }),
  ),
  'downloads.forget': call<void>()(z.object({ batchId: z.string() })),
  /** Moves the missing documents of a batch to another folder, as a new batch. */
  'downloads.move': call<{ batchId: string }>()(
    z.object({ batchId: z.string(), folder: z.string().min(1).max(4000) }),
  ),
  'downloads.verify': call<Verification>()(z.object({ folder: z.string().min(1).max(4000) })),
  /**
   * Imports the documents of a folder's index: by reading each file, or, with `isQuick`, by checking only
   * that it exists.
   */
  'downloads.importIndex': call<{ documents: number }>()(
    z.object({ folder: z.string().min(1).max(4000), isQuick: z.boolean().optional() }),
  ),
  /** The path of a document under a template: the given one, else a made-up one that has every field. */
  'downloads.previewName': call<{ path: string }>()(
    z.object({ template: z.string().max(500), document: documentKey.optional() }),
  ),

  'folder.choose': call<string | undefined>()(z.object({ title: z.string().max(200) })),

  /** Whether a folder that was selected before still exists. */
  'folder.isThere': call<boolean>()(z.object({ folder: z.string().min(1).max(4000) })),

  'file.open': call<void>()(documentKey),
  'file.show': call<void>()(documentKey),
  /**
   * A document's file, for the viewer: its local copy, else from the agency without writing it to disk. A
   * newer call aborts an older one.
   */
  'file.read': call<FilePreview>()(documentKey),

  'batch.showFolder': call<void>()(z.object({ batchId: z.string() })),
} as const;
