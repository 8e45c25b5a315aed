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

/** Calls about deliveries of documents: one PDF, a ZIP, a package for an inspection, a print-out. */
export const deliveryCalls = {
  'handover.papers': call<readonly DeliveryDocument[]>()(dispatchKeySchema),
  'handover.merge': call<{ deliveryId: string }>()(mergeRequest),
  'handover.zip': call<{ deliveryId: string }>()(zipRequest),
  'handover.readPackage': call<PackageReading>()(packageText),
  'handover.package': call<{ deliveryId: string }>()(packageRequest),
  'handover.list': call<readonly Delivery[]>()(nothing),
  'handover.cancel': call<void>()(id),
  /** Forgets it; its files stay. */
  'handover.forget': call<void>()(id),
  'handover.open': call<void>()(deliveryFileSchema),
  'handover.show': call<void>()(deliveryFileSchema),
  /**
   * Downloads documents that are not on this computer, as one batch, and gives those that could not be had.
   */
  'handover.fetch': call<readonly { document: DocumentKey; code: ErrorCode }[]>()(
    z.object({ documents: z.array(documentKey).min(1).max(1000) }),
  ),
  'handover.print': call<void>()(z.union([deliveryFileSchema, documentKey])),
  /** Looks up files that the pointer went down on. */
  'handover.prepareDrag': call<void>()(draggedFiles),
  /** Begins to drag files that were looked up out of the window, while the page's own drag is under way. */
  'handover.drag': call<void>()(draggedFiles),
} as const;
