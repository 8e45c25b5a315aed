import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import {
  type Delivery,
  type DeliveryDocument,
  type DeliveryMail,
  deliveryFileSchema,
  mergeRequest,
  notFoundNumbers,
  type PackageReading,
  type PreparedPrint,
  packageRequest,
  packageText,
  zipRequest,
} from '../model/delivery.ts';
import type { DocumentKey } from '../model/document.ts';
import { dispatchKeySchema } from '../model/dossier.ts';
import type { Rut } from '../model/rut.ts';
import { documentKey } from '../model/value-schemas.ts';
import { call, id, nothing } from './define-call.ts';

const printJobId = z.string().min(1).max(100);

const draggedFiles = z.object({
  files: z
    .array(z.union([deliveryFileSchema, documentKey]))
    .min(1)
    .max(1000),
});

/** Calls about deliveries of documents: merged PDF, ZIP, package for an inspection, printing. */
export const deliveryCalls = {
  /** The clients whose documents a delivery would hold, each once. */
  'deliveries.clients': call<readonly Rut[]>()(
    z.object({
      dispatches: z.array(dispatchKeySchema).max(20_000),
      documents: z.array(documentKey).max(100_000),
      deliveryIds: z.array(z.string().min(1).max(200)).max(1000),
    }),
  ),
  'deliveries.documents': call<readonly DeliveryDocument[]>()(dispatchKeySchema),
  'deliveries.merge': call<{ deliveryId: string }>()(mergeRequest),
  'deliveries.zip': call<{ deliveryId: string }>()(zipRequest),
  'deliveries.parsePackage': call<PackageReading>()(packageText),
  'deliveries.package': call<{ deliveryId: string }>()(packageRequest),
  'deliveries.list': call<readonly Delivery[]>()(nothing),
  'deliveries.cancel': call<void>()(id),
  /** Deletes its record; its files stay. */
  'deliveries.forget': call<void>()(id),
  'deliveries.open': call<void>()(deliveryFileSchema),
  'deliveries.show': call<void>()(deliveryFileSchema),
  /**
   * Opens a draft with the files of a delivery, or with documents, which are downloaded first. What does not
   * fit a message is left out, and its folder is named.
   */
  'deliveries.mail': call<DeliveryMail>()(
    z.union([
      z.object({ deliveryId: z.string().min(1).max(200) }),
      z.object({
        documents: z.array(documentKey).min(1).max(1000),
        notFound: notFoundNumbers,
        /** Whether its text has the person's own notes on their dispatches. */
        withNotes: z.boolean().optional(),
      }),
    ]),
  ),
  /** The number of dispatches of these documents that have a note of the person's own. */
  'deliveries.notes': call<number>()(z.object({ documents: z.array(documentKey).min(1).max(1000) })),
  /** Downloads missing files as one batch, and returns the documents that are unavailable. */
  'deliveries.fetch': call<readonly { document: DocumentKey; code: ErrorCode }[]>()(
    z.object({ documents: z.array(documentKey).min(1).max(1000) }),
  ),
  /**
   * Documents, and the active ones of dispatches, as one PDF in the order of their clients; missing files are
   * downloaded first. `withAllTypes`: dispatches have those, too, that their clients' rules leave out.
   */
  'deliveries.preparePrint': call<PreparedPrint>()(
    z.object({
      jobId: printJobId,
      documents: z.array(documentKey).max(1000),
      dispatches: z.array(dispatchKeySchema).max(200),
      withAllTypes: z.boolean().optional(),
    }),
  ),
  /** The next part of the file of a prepared job, from a byte on, in base64. */
  'deliveries.readPrint': call<{ base64: string }>()(
    z.object({ jobId: printJobId, begin: z.number().int().min(0) }),
  ),
  /** Ends this job, also one whose preparation arrives later, and removes its file. */
  'deliveries.cancelPrint': call<void>()(z.object({ jobId: printJobId })),
  /** Opens what was prepared last in its program. */
  'deliveries.openPrint': call<void>()(nothing),
  'deliveries.print': call<void>()(z.union([deliveryFileSchema, documentKey])),
  /** Looks up files on pointer down. */
  'deliveries.prepareDrag': call<void>()(draggedFiles),
  /** Starts dragging the looked-up files out of the window, during the page's own drag. */
  'deliveries.drag': call<void>()(draggedFiles),
} as const;
