import { z } from 'zod';
import { documentKey } from '../model/document-key.ts';
import {
  type Batch,
  type BatchDocument,
  downloadRequest,
  type SelectionSummary,
  type Verification,
} from '../model/download.ts';
import type { FilePreview } from '../model/file-preview.ts';
import { selectionSchema, sortSchema } from '../model/search-query.ts';
import { call, nothing } from './call.ts';

/** Calls about downloads, their folders and the files in them. */
export const downloadsCalls = {
  'downloads.start': call<{ batchId: string }>()(downloadRequest),
  /**
   * What a selection comes to, without beginning anything; inactive documents count where they are wanted.
   */
  'downloads.summary': call<SelectionSummary>()(
    z.object({ selection: selectionSchema, withInactive: z.boolean() }),
  ),
  'downloads.list': call<Batch[]>()(nothing),
  'downloads.documents': call<{ rows: BatchDocument[]; total: number }>()(
    z.object({
      batchId: z.string(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
      /** Only those that a person must look at. */
      problemsOnly: z.boolean(),
      /** Fields of the row; the batch's own order when there is none. */
      sort: sortSchema.optional(),
      /**
       * Windows with the same one follow the order of the first of them, so that rows stay where they are
       * while the batch runs.
       */
      asked: z.string().max(100).optional(),
    }),
  ),
  /** One document when `document` is given, one batch when `batchId` is, else all. */
  'downloads.control': call<void>()(
    z.object({
      action: z.enum(['pause', 'resume', 'cancel', 'retry']),
      batchId: z.string().optional(),
      document: documentKey.optional(),
    }),
  ),
  'downloads.forget': call<void>()(z.object({ batchId: z.string() })),
  /** What a batch has not brought goes to another folder, as a batch of its own. */
  'downloads.move': call<{ batchId: string }>()(
    z.object({ batchId: z.string(), folder: z.string().min(1).max(4000) }),
  ),
  'downloads.verify': call<Verification>()(z.object({ folder: z.string().min(1).max(4000) })),
  /** What the index of a folder names counts as here: each file read again, or, quickly, only looked at. */
  'downloads.recognise': call<{ documents: number }>()(
    z.object({ folder: z.string().min(1).max(4000), isQuick: z.boolean().optional() }),
  ),
  /**
   * Where a document would go under a template: the one that is named, else a made-up one that has every
   * field.
   */
  'downloads.previewName': call<{ path: string }>()(
    z.object({ template: z.string().max(500), document: documentKey.optional() }),
  ),

  'folder.choose': call<string | undefined>()(z.object({ title: z.string().max(200) })),

  /** Whether a folder that was chosen once is there still. */
  'folder.isThere': call<boolean>()(z.object({ folder: z.string().min(1).max(4000) })),

  'file.open': call<void>()(documentKey),
  'file.show': call<void>()(documentKey),
  /**
   * A document's file, to be shown in the page: its copy on this computer, else from the agency, written
   * nowhere. The last one asked for wins.
   */
  'file.read': call<FilePreview>()(documentKey),

  'batch.showFolder': call<void>()(z.object({ batchId: z.string() })),
} as const;
