import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import {
  type Delivery,
  type DeliveryDocument,
  deliveryFileSchema,
  mergeRequest,
  type PackageReading,
  packageRequest,
  packageText,
  zipRequest,
} from '../model/delivery.ts';
import type { DocumentKey } from '../model/document.ts';
import { documentKey } from '../model/document-key.ts';
import { dispatchKeySchema } from '../model/dossier.ts';
import { call, id, nothing } from './call.ts';

const draggedFiles = z.object({
  files: z
    .array(z.union([deliveryFileSchema, documentKey]))
    .min(1)
    .max(1000),
});

/** Calls about deliveries of documents: merged PDF, ZIP, package for an inspection, printing. */
export const deliveryCalls = {
  'handover.papers': call<readonly DeliveryDocument[]>()(dispatchKeySchema),
  'handover.merge': call<{ deliveryId: string }>()(mergeRequest),
  'handover.zip': call<{ deliveryId: string }>()(zipRequest),
  'handover.readPackage': call<PackageReading>()(packageText),
  'handover.package': call<{ deliveryId: string }>()(packageRequest),
  'handover.list': call<readonly Delivery[]>()(nothing),
  'handover.cancel': call<void>()(id),
  /** Deletes its record; its files stay. */
  'handover.forget': call<void>()(id),
  'handover.open': call<void>()(deliveryFileSchema),
  'handover.show': call<void>()(deliveryFileSchema),
  /** Downloads missing files as one batch, and returns the documents that are unavailable. */
  'handover.fetch': call<readonly { document: DocumentKey; code: ErrorCode }[]>()(
    z.object({ documents: z.array(documentKey).min(1).max(1000) }),
  ),
  'handover.print': call<void>()(z.union([deliveryFileSchema, documentKey])),
  /** Looks up files on pointer down. */
  'handover.prepareDrag': call<void>()(draggedFiles),
  /** Starts dragging the looked-up files out of the window, during the page's own drag. */
  'handover.drag': call<void>()(draggedFiles),
} as const;
