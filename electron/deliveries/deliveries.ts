import type { CallOutput, CallParsed } from '../../shared/contract.ts';
import type {
  Delivery,
  MergeRequest,
  PackageReading,
  PackageRequest,
  PackageText,
  ZipRequest,
} from '../../shared/model/delivery.ts';
import { ensureFolder } from '../lib/ensure-folder.ts';
import { diskError } from '../lib/fs-errors.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { makePackage, readPackage } from './inspection-package.ts';
import { mergeDispatches } from './merge-dispatches.ts';
import { openDraft } from './open-mail-draft.ts';
import { RunningDeliveries } from './running-deliveries.ts';
import { zipDocuments } from './zip-documents.ts';

/** Deliveries: merged PDF files, archives, inspection packages and mail drafts with attachments. */
export class Deliveries {
  readonly #context: DeliveryContext;
  readonly #running: RunningDeliveries;
  readonly #closing = new AbortController();

  constructor(context: DeliveryContext) {
    this.#context = context;
    this.#running = new RunningDeliveries(context);
  }

  /** Aborts, with a reason, when the module closes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Begins a delivery and returns its id. Rejects with `FOLDER_GONE` or `FOLDER_UNWRITABLE`. */
  async merge(request: MergeRequest): Promise<string> {
    return this.#running.begin('merge', await existingFolder(request.folder), (delivery) =>
      mergeDispatches(this.#context, request, delivery),
    );
  }

  /** As {@link merge}. */
  async zip(request: ZipRequest): Promise<string> {
    return this.#running.begin('zip', await existingFolder(request.folder), (delivery) =>
      zipDocuments(this.#context, (id) => this.get(id), request, delivery),
    );
  }

  /** As {@link merge}. */
  async makePackage(request: PackageRequest): Promise<string> {
    return this.#running.begin('package', await existingFolder(request.folder), (delivery) =>
      makePackage(this.#context, request, delivery),
    );
  }

  readPackage(request: PackageText): Promise<PackageReading> {
    return readPackage(this.#context, request);
  }

  /** Opens a mail draft with documents attached. Rejects with `CANCELLED` when the app ends. */
  openDraft(draft: CallParsed<'carpeta.draft'>): Promise<CallOutput<'carpeta.draft'>> {
    return openDraft(this.#context, draft, this.#closing.signal);
  }

  list(): Promise<Delivery[]> {
    return this.#running.list();
  }

  /** A stored delivery. Rejects with `HANDOVER_GONE`. */
  get(id: string): Promise<Delivery> {
    return this.#running.get(id);
  }

  cancel(id: string): void {
    this.#running.cancel(id);
  }

  forget(id: string): Promise<void> {
    return this.#running.forget(id);
  }

  /** Removes, in the background, temporary files of deliveries that have ended. */
  removeTempFilesOfEnded(onError: (error: unknown) => void): void {
    this.#running.removeTempFilesOfEnded(onError);
  }

  /** Cancels running deliveries and waits for their end. */
  close(): Promise<void> {
    this.#closing.abort();
    return this.#running.close();
  }
}

/** Makes a folder where there is none; returns it. */
async function existingFolder(folder: string): Promise<string> {
  try {
    await ensureFolder(folder);
    return folder;
  } catch (error) {
    throw diskError(error);
  }
}
