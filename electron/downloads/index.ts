import type { CallParsed, Handlers } from '../../shared/contract.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { Desktop } from '../host.ts';
import { DownloadService } from './download-service.ts';
import type { BatchRequest, DownloadsOptions } from './downloads-options.ts';
import { previewName } from './files/index.ts';
import { planNames } from './plan-names.ts';
import { type BatchListener, sourceOf } from './queue/index.ts';
import { splitByRules, summarizeByRules } from './split-by-rules.ts';
import { readUnsaved, type UnsavedOptions } from './transfer/index.ts';

export { ListedFiles } from './check-listed-files.ts';
export { checkTemplate, type Disk, type DiskFile, realDisk, safeName } from './files/index.ts';
export { createFolderIndex, type FolderIndex, type IndexedFile, type Machine } from './folder-index/index.ts';
export { planNames, type TemplateName } from './plan-names.ts';
export type { Namer } from './queue/index.ts';
export type { Unsaved } from './transfer/index.ts';
export type { BatchRequest, DownloadsOptions };

/** Downloads batches of documents into folders. A crash loses, duplicates or damages no file. */
export type Downloads = ReturnType<typeof createDownloads>;

/** Creates downloads over a store and resumes the batches of earlier processes. */
export function createDownloads(options: DownloadsOptions) {
  const service = new DownloadService(options);
  const { scheduler, transferContext } = service;
  const { queue } = scheduler;
  return {
    ...batchesOf(service, options),
    ...filesOf(service, options),
    /** Call when a connection has a new key: batches that its old key blocked resume. */
    resumeConnection: (connectionId: string) => scheduler.pauses.resumeConnection(connectionId),
    /** Call when the network is back: batches that wait for it retry at once. */
    online() {
      for (const breaker of transferContext.outages.breakers()) breaker.probeNow();
    },
    /** Call after a change of settings: the number of slots may have changed. */
    settingsChanged() {
      transferContext.transferQueue.refresh();
      queue.pump();
    },
    /** Whether this process is transferring a document. */
    isBusy: () => [...queue.runs.values()].some(({ tasks }) => tasks.size > 0),
    /** Whether another process runs a batch of this store, as of its last renewal of leases. */
    isBusyElsewhere: () => service.batches.isBusyElsewhere,
    /** Stops; unfinished transfers resume at the next start. */
    close: () => service.close(),
  };
}

function batchesOf(service: DownloadService, options: DownloadsOptions) {
  const { batches, actions } = service;
  const { store, namer } = options;
  return {
    /**
     * Stores a batch and starts it, or several where the rules of its clients differ: all that began are in
     * `batchIds` then, and the others in `notStarted`. Where none began it rejects with `NOTHING_SELECTED`,
     * `RESULT_SET_GONE`, `NAME_TEMPLATE_INVALID`, `NAME_TEMPLATE_EMPTY`, `FOLDER_UNWRITABLE`,
     * `PATH_TOO_LONG`, `FOLDER_GONE`, `FILE_IN_THE_WAY`, `FILE_LOCKED` or `DISK_FULL`.
     */
    start: (request: BatchRequest) => service.start(request),
    /** The batches that `start` would make of a request, as {@link splitByRules}. */
    split: (request: BatchRequest, isPart?: boolean) => splitByRules(options, request, isPart),
    /** Count and size of a selection, by the rules that it follows. Rejects with `RESULT_SET_GONE`. */
    summary: (request: CallParsed<'downloads.summary'>) => summarizeByRules(options, request),
    /**
     * The path that a template gives a document, or an example document if none is stored. Rejects with
     * `NAME_TEMPLATE_INVALID`, `NAME_TEMPLATE_EMPTY`.
     */
    async previewName(template: string, key?: DocumentKey) {
      const document = key && (await store.selectDocument(key));
      return previewName(template, document && sourceOf(document, namer));
    },
    /** The names that a template gives documents, as {@link planNames}. */
    planNames: (template: string, keys: readonly DocumentKey[], destination: string, signal: AbortSignal) =>
      planNames(options, template, keys, destination, signal),
    /** All batches, newest first. */
    list: () => batches.list(),
    /**
     * Calls the listener with the batch now and at each change; with undefined once it is off the list.
     * Returns the function that unsubscribes.
     */
    follow: (batchId: string, listener: BatchListener) => batches.follow(batchId, listener),
    /** The folder of a batch. Rejects with `BATCH_GONE`. */
    folderOf: async (batchId: string) => (await store.getBatch(batchId)).folder,
    /** A page of a batch's documents. Pages with the same `readingId` keep the order of the first page. */
    documents: (query: CallParsed<'downloads.documents'>) => service.documents(query),
    /**
     * Actions on one document, one batch or all batches. Rejects with `BATCH_GONE` or
     * `BATCH_OWNED_ELSEWHERE`.
     */
    control: ({ action, batchId, document }: CallParsed<'downloads.control'>) =>
      actions.control(action, batchId, document),
    /**
     * Moves the unfinished documents of a batch to a new batch in another folder; finished ones stay with the
     * old batch. Rejects as `control` does, with `NOTHING_SELECTED` if none is unfinished, and as `start`
     * does for the folder. A rejected move changes nothing.
     */
    move: (batchId: string, folder: string) => service.move(batchId, folder),
    /** Stops a batch and removes it from the list; its files stay. Rejects as `control` does. */
    forget: (batchId: string) => actions.forget(batchId),
  };
}

/** Files and folders, and their indexes. */
function filesOf(service: DownloadService, { store }: DownloadsOptions) {
  const { folders, fileChecker, replaced, transferContext } = service;
  return {
    /**
     * Writes pending entries to the folder's index, if that is possible now. Never rejects for a disk error.
     */
    flushIndex: (folder: string) => folders.flush(folder),
    /** Reads every file of a folder and compares it with the folder's index. Rejects with `FOLDER_GONE`. */
    verify: (folder: string, signal?: AbortSignal) => folders.verify(folder, signal),
    /**
     * Imports the documents of a folder that was moved or that another computer filled. `isQuick`: checks
     * only that the files exist; otherwise it hashes them. Rejects with `FOLDER_GONE`.
     */
    recognise: (folder: string, isQuick = false) => folders.recognise(folder, isQuick),
    /**
     * Call when the user selects a folder. Imports its index if it changed, so documents known under another
     * path count as downloaded. Never rejects.
     */
    meetFolder: (folder: string) => folders.meet(folder),
    /**
     * Whether a folder exists. Rejects with `FOLDER_GONE` if its drive or share is absent, with
     * `FOLDER_UNWRITABLE` if access is denied.
     */
    hasFolder: (folder: string) => folders.exists(folder),
    /**
     * Checks whether the files of these documents are still in place and stores the result. Returns whether
     * anything changed.
     */
    checkFiles: fileChecker.check,
    /** Checks every folder with downloaded files; otherwise as `checkFiles`. */
    checkFolders: () => fileChecker.checkFolders(),
    /**
     * Path of a document's newest file. Rejects with `DOCUMENT_NOT_HERE` if this computer has no file of it,
     * with `FOLDER_UNSEEN` if its folder does not respond.
     */
    fileOf: (document: DocumentKey) => service.fileOf(document),
    /** Fetches a document into memory without writing to the disk. Rejects as `readUnsaved` does. */
    read: (document: DocumentKey, readOptions: UnsavedOptions) =>
      readUnsaved({ ...transferContext, store }, document, readOptions),
    /**
     * Checks in storage whether downloaded documents of a result set were replaced, a part of them per call.
     * Stores those as changed, once, and returns them.
     */
    noticeReplaced: (resultSetId: string) => replaced.notice(resultSetId),
  };
}

/** The contract's handlers for downloads. */
export function downloadHandlers(downloads: Downloads, desktop: Pick<Desktop, 'showInFolder'>) {
  return {
    'downloads.start': (request) => downloads.start(request),
    'downloads.list': () => downloads.list(),
    'downloads.documents': (query) => downloads.documents(query),
    'downloads.control': (order) => downloads.control(order),
    'downloads.forget': ({ batchId }) => downloads.forget(batchId),
    'downloads.move': ({ batchId, folder }) => downloads.move(batchId, folder),
    'downloads.verify': ({ folder }) => downloads.verify(folder),
    'downloads.importIndex': ({ folder, isQuick }) => downloads.recognise(folder, isQuick),
    'downloads.summary': (request) => downloads.summary(request),
    'downloads.previewName': ({ template, document }) => downloads.previewName(template, document),
    'folder.isThere': ({ folder }) => downloads.hasFolder(folder),
    'batch.showFolder': async ({ batchId }) => desktop.showInFolder(await downloads.folderOf(batchId)),
  } satisfies Partial<Handlers>;
}
