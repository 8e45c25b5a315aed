import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import {
  type Handover,
  type HandoverPaper,
  handoverFile,
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
    .array(z.union([handoverFile, documentKey]))
    .min(1)
    .max(1000),
});

/** Calls about handing papers over: one PDF, a ZIP, a package for an inspection, a print-out. */
export const handoverCalls = {
  'handover.papers': call<readonly HandoverPaper[]>()(dispatchKeySchema),
  'handover.merge': call<{ handoverId: string }>()(mergeRequest),
  'handover.zip': call<{ handoverId: string }>()(zipRequest),
  'handover.readPackage': call<PackageReading>()(packageText),
  'handover.package': call<{ handoverId: string }>()(packageRequest),
  'handover.list': call<readonly Handover[]>()(nothing),
  'handover.cancel': call<void>()(id),
  /** Forgets it; its files stay. */
  'handover.forget': call<void>()(id),
  'handover.open': call<void>()(handoverFile),
  'handover.show': call<void>()(handoverFile),
  /** Downloads documents that are not on this computer, as one batch, and gives those that could not be had. */
  'handover.fetch': call<readonly { document: DocumentKey; code: ErrorCode }[]>()(
    z.object({ documents: z.array(documentKey).min(1).max(1000) }),
  ),
  'handover.print': call<void>()(z.union([handoverFile, documentKey])),
  /** Looks up files that the pointer went down on. */
  'handover.prepareDrag': call<void>()(draggedFiles),
  /** Begins to drag files that were looked up out of the window, while the page's own drag is under way. */
  'handover.drag': call<void>()(draggedFiles),
} as const;
