import { join } from 'node:path';
import type { CallName, Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { DeliveryFile } from '../../shared/model/delivery.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { AppContext } from '../app-context.ts';
import type { Connections } from '../connections/index.ts';
import type { Downloads } from '../downloads/index.ts';
import { Deliveries } from './deliveries.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { DocumentFetcher, type DocumentFetcherOptions } from './document-fetcher.ts';
import { DocumentFiles } from './document-files.ts';
import { dispatchesInOrder } from './documents-in-order.ts';
import { createDragOut } from './drag-out.ts';
import { createMailDrafts } from './mail-drafts.ts';
import { PrintJobs, removePrints } from './prepare-print.ts';

export type { FetchRequest } from './document-fetcher.ts';
export type { MailDraft } from './mail-drafts.ts';
export type { CoverCells } from './pdf/cover.ts';
export type { Report } from './pdf/write-report.ts';
export { Deliveries, type DeliveryContext };

/** What deliveries take from the app and its other modules. */
interface DeliveriesOptions
  extends Pick<DeliveryContext, 'clients' | 'readRules' | 'folderIndex' | 'readList' | 'safeName'> {
  connections: Pick<Connections, 'summaries'>;
  downloads: DocumentFetcherOptions['downloads'] & Pick<Downloads, 'flushIndex' | 'fileOf' | 'planNames'>;
  /** The app's data folder, which has the drafts in a folder of their own. */
  userData: string;
  /** The destination of documents while no folder was ever selected. */
  documentsFolder: string;
}

/** Creates the deliveries, which fetch missing documents by ordinary batches. */
export function createDeliveries(
  context: Pick<
    AppContext,
    'store' | 'clock' | 'uuid' | 'emit' | 'settings' | 'translatorNow' | 'desktop' | 'startWorker'
  >,
  { connections, downloads, userData, documentsFolder, ...options }: DeliveriesOptions,
) {
  const { clock, uuid, settings } = context;
  const printFolder = join(userData, 'print');
  const drafts = createMailDrafts({ folder: join(userData, 'drafts'), clock, uuid });
  const complete: DeliveryContext = {
    ...context,
    ...options,
    drafts,
    printFolder,
    fetcher: new DocumentFetcher({ downloads, settings, userData, ownFolder: documentsFolder }),
    agencyName: (id) => connections.summaries().find((one) => one.id === id)?.name ?? '',
    flushIndex: (folder) => downloads.flushIndex(folder),
    fileOf: (document) => downloads.fileOf(document),
    planNames: (...args) => downloads.planNames(...args),
  };
  const deliveries = new Deliveries(complete);
  /** Removes the drafts and the files of print jobs. */
  const clear = () => drafts.clear().then(() => removePrints(printFolder));
  return { deliveries, clear, handlers: deliveryHandlers(complete, deliveries) };
}

/** The calls that this module handles. */
type DeliveryCall = Extract<CallName, `deliveries.${string}` | 'file.open' | 'file.show' | 'dossier.draft'>;

/** The module's handlers. */
export function deliveryHandlers(
  { store, desktop, clock, ...context }: DeliveryContext,
  deliveries: Deliveries,
): Pick<Handlers, DeliveryCall> {
  const files = new DocumentFiles({ ...context, store }, deliveries.closing);
  const prints = new PrintJobs({ ...context, store, desktop, clock }, files, deliveries.closing);
  /** The path of a file to act on; a missing document is fetched first. */
  const pathOf = (file: DeliveryFile | DocumentKey) =>
    pathOfFile(deliveries, file, (document) => files.pathOf(document));
  const dragOut = createDragOut(
    (file) => pathOfFile(deliveries, file, context.fileOf),
    (paths) => desktop.startDrag(paths),
    () => clock.elapsed(),
  );
  return {
    'deliveries.documents': async (dispatch) => {
      const [found] = await dispatchesInOrder({ ...context, store, clock }, [dispatch]);
      return found?.documents ?? [];
    },
    'deliveries.merge': async (request) => ({ deliveryId: await deliveries.merge(request) }),
    'deliveries.zip': async (request) => ({ deliveryId: await deliveries.zip(request) }),
    'deliveries.parsePackage': (request) => deliveries.readPackage(request),
    'deliveries.package': async (request) => ({ deliveryId: await deliveries.makePackage(request) }),
    'deliveries.clients': (selection) => deliveries.clientsOf(selection),
    'deliveries.mail': (what) => deliveries.mail(what),
    'deliveries.notes': ({ documents }) => deliveries.countNotes(documents),
    'deliveries.list': () => deliveries.list(),
    'deliveries.cancel': async ({ id }) => deliveries.cancel(id),
    'deliveries.forget': ({ id }) => deliveries.forget(id),
    'deliveries.fetch': ({ documents }) => files.get(documents),
    'file.open': async (document) => desktop.openFile(await files.pathOf(document)),
    'file.show': async (document) => desktop.showInFolder(await files.pathOf(document)),
    'deliveries.open': async (file) => desktop.openFile(await pathOf(file)),
    'deliveries.show': async (file) => desktop.showInFolder(await pathOf(file)),
    'deliveries.preparePrint': (request) => prints.prepare(request),
    'deliveries.readPrint': (part) => prints.read(part),
    'deliveries.cancelPrint': ({ jobId }) => prints.cancelJob(jobId),
    'deliveries.openPrint': () => prints.openFile(),
    'deliveries.print': async (file) => printFile(desktop, await pathOf(file)),
    'deliveries.prepareDrag': ({ files: dragged }) => dragOut.prepare(dragged),
    'deliveries.drag': async ({ files: dragged }) => dragOut.start(dragged),
    'dossier.draft': (draft) => deliveries.openDraft(draft),
  };
}

/** Prints a file. Rejects with `PRINT_NOT_OPENED` where the system does not. */
async function printFile(desktop: DeliveryContext['desktop'], path: string): Promise<void> {
  try {
    await desktop.printFile(path);
  } catch (cause) {
    throw new AppError('PRINT_NOT_OPENED', 'the system did not print the file', { cause });
  }
}

/**
 * The path of a file that a delivery made, or of a document by `fileOf`: the page passes no paths. Rejects
 * with `HANDOVER_GONE`, else as `fileOf` does.
 */
async function pathOfFile(
  deliveries: Deliveries,
  file: DeliveryFile | DocumentKey,
  fileOf: (document: DocumentKey) => Promise<string>,
): Promise<string> {
  if (!('deliveryId' in file)) return fileOf(file);
  const { files } = await deliveries.get(file.deliveryId);
  const path = files[file.index];
  if (path !== undefined) return path;
  throw new AppError('HANDOVER_GONE', `a delivery has no file ${file.index}`);
}
