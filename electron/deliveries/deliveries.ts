import type { CallOutput, CallParsed } from '../../shared/contract.ts';
import type {
  MergeRequest,
  PackageReading,
  PackageRequest,
  PackageText,
  ZipRequest,
} from '../../shared/model/delivery.ts';
import { ensureFolder } from '../lib/ensure-folder.ts';
import { diskError } from '../lib/fs-errors.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { createPackages } from './inspection-package.ts';
import { openDraft } from './mail-attachments.ts';
import { createMerging } from './merge-dispatches.ts';
import { createWorkshop } from './run-worker-job.ts';
import { createRunningDeliveries, type RunningDeliveries } from './running-deliveries.ts';
import { createPacking } from './zip-documents.ts';

/** Deliveries: merged PDF files, archives, inspection packages and mail drafts with attachments. */
export interface Deliveries extends Omit<RunningDeliveries, 'begin'> {
  readonly context: DeliveryContext;
  /** Begins a delivery and returns its id. Rejects with `FOLDER_GONE` or `FOLDER_UNWRITABLE`. */
  merge(request: MergeRequest): Promise<string>;
  zip(request: ZipRequest): Promise<string>;
  readPackage(request: PackageText): Promise<PackageReading>;
  makePackage(request: PackageRequest): Promise<string>;
  /** Opens a mail draft with documents attached. Rejects with `CANCELLED` when the app ends. */
  openDraft(draft: CallParsed<'carpeta.draft'>): Promise<CallOutput<'carpeta.draft'>>;
  /** Aborts, with a reason, when the module closes. */
  readonly closing: AbortSignal;
}

export function createDeliveries(context: DeliveryContext): Deliveries {
  const workshop = createWorkshop(context.startWorker);
  const running = createRunningDeliveries(context);
  const merge = createMerging(context, workshop);
  const pack = createPacking(context, workshop, running);
  const packages = createPackages(context);
  const closing = new AbortController();

  return {
    context,
    merge: async (request) =>
      running.begin('merge', await existingFolder(request.folder), (delivery) => merge(request, delivery)),
    zip: async (request) =>
      running.begin('zip', await existingFolder(request.folder), (delivery) => pack(request, delivery)),
    readPackage: packages.read,
    makePackage: async (request) =>
      running.begin('package', await existingFolder(request.folder), (delivery) =>
        packages.make(request, delivery),
      ),
    openDraft: (draft) => openDraft(context, draft, closing.signal),
    list: running.list,
    get: running.get,
    cancel: running.cancel,
    forget: running.forget,
    removeLeft: running.removeLeft,
    closing: closing.signal,
    close: () => {
      closing.abort();
      return running.close();
    },
  };
}

/** Makes a folder where there is none. */
async function existingFolder(folder: string): Promise<string> {
  try {
    await ensureFolder(folder);
    return folder;
  } catch (error) {
    throw diskError(error);
  }
}
