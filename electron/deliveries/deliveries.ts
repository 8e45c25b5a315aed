import type { CallOutput, CallParsed } from '../../shared/contract.ts';
import { toErrorData } from '../../shared/errors.ts';
import type {
  DeliveryMail,
  MergeRequest,
  PackageReading,
  PackageRequest,
  PackageText,
  ZipRequest,
} from '../../shared/model/delivery.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { ensureFolder } from '../lib/ensure-folder.ts';
import { diskError } from '../lib/fs-errors.ts';
import { clientsOfSelection } from './delivery-clients.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { mailDelivery, mailDocuments } from './delivery-mail.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { DocumentFiles } from './document-files.ts';
import { makePackage, readPackage } from './inspection-package.ts';
import type { MailDraft } from './mail-drafts.ts';
import { mergeDispatches } from './merge-dispatches.ts';
import { openDraft } from './open-mail-draft.ts';
import { readNotes } from './own-notes.ts';
import type { Report } from './pdf/write-report.ts';
import { runWorkerJob } from './run-worker-job.ts';
import type { RunningDelivery } from './running-delivery.ts';
import { zipDocuments } from './zip-documents.ts';

/** Deliveries: merged PDF files, archives, inspection packages and mail drafts with attachments. */
export class Deliveries extends DeliveryQueue {
  readonly #context: DeliveryContext;

  constructor(context: DeliveryContext) {
    super(context);
    this.#context = context;
  }

  /** Begins a delivery; its id. Rejects with `FOLDER_GONE`, `FOLDER_UNWRITABLE` or `PATH_TOO_LONG`. */
  async merge(request: MergeRequest): Promise<string> {
    return this.begin('merge', await existingFolder(request.folder), async (delivery) => {
      await mergeDispatches(this.#context, request, delivery);
      await this.#mailOnceMade(request, delivery);
    });
  }

  /** As {@link merge}. */
  async zip(request: ZipRequest): Promise<string> {
    return this.begin('zip', await existingFolder(request.folder), async (delivery) => {
      await zipDocuments(this.#context, (id) => this.get(id), request, delivery);
      await this.#mailOnceMade(request, delivery);
    });
  }

  /** As {@link merge}. */
  async makePackage(request: PackageRequest): Promise<string> {
    return this.begin('package', await existingFolder(request.folder), (delivery) =>
      makePackage(this.#context, request, delivery),
    );
  }

  readPackage(request: PackageText): Promise<PackageReading> {
    return readPackage(this.#context, request);
  }

  /** Opens a mail draft with documents attached. Rejects with `CANCELLED` when the app ends. */
  openDraft(draft: CallParsed<'dossier.draft'>): Promise<CallOutput<'dossier.draft'>> {
    return openDraft(this.#context, draft, this.closing);
  }

  /** Opens the files of a delivery, or documents, in the mail program. Rejects with `HANDOVER_GONE`. */
  async mail(what: CallParsed<'deliveries.mail'>): Promise<DeliveryMail> {
    if ('documents' in what) {
      // A person waits for it: a paused batch is not waited for.
      const files = new DocumentFiles(this.#context, this.closing);
      return mailDocuments(this.#context, what, files);
    }
    return mailDelivery(this.#context, await this.get(what.deliveryId));
  }

  /** The number of dispatches of documents that have a note of the person's own. */
  async countNotes(documents: readonly DocumentKey[]): Promise<number> {
    return (await readNotes(this.#context, await this.#context.store.documentsToDeliver(documents))).length;
  }

  /** Writes a report as PDF, in a process of its own. Rejects as `runWorkerJob` does. */
  async writeReport(path: string, report: Report): Promise<void> {
    const { startWorker } = this.#context;
    await runWorkerJob(startWorker, { kind: 'report', path, report }, { signal: this.closing });
  }

  /** Opens a message in the mail program. Never rejects: its result says why nothing opened. */
  async openMessage(draft: MailDraft): Promise<DeliveryMail> {
    const { to, attachments } = draft;
    try {
      const { path, leftOut } = await this.#context.drafts.write(draft);
      await this.#context.desktop.openFile(path);
      return { drafts: 1, attached: attachments.length - leftOut.length, leftOut, to };
    } catch (error) {
      return { drafts: 0, attached: 0, leftOut: [], to, error: toErrorData(error) };
    }
  }

  /** Writes a message as a file that mail programs open; returns the names of attachments left out. */
  writeMessage(path: string, draft: MailDraft): Promise<readonly string[]> {
    return this.#context.drafts.writeAt(path, draft);
  }

  /** The clients of a selection, each once. Rejects with `HANDOVER_GONE`. */
  async clientsOf({ deliveryIds, ...selected }: CallParsed<'deliveries.clients'>): Promise<Rut[]> {
    const earlier = await Promise.all(deliveryIds.map((id) => this.get(id)));
    return clientsOfSelection(this.#context, earlier, selected);
  }

  async #mailOnceMade({ opensMail }: { opensMail?: boolean | undefined }, delivery: RunningDelivery) {
    if (opensMail) delivery.note({ mail: await mailDelivery(this.#context, delivery.now()) });
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
