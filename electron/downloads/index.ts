import type { Handlers } from '../../shared/contract.ts';
import type { Desktop } from '../host.ts';
import { DownloadService } from './download-service.ts';
import type { Downloads, DownloadsOptions } from './downloads.ts';
import { previewName } from './files/index.ts';
import { sourceOf } from './queue/index.ts';
import { splitByRules, summarizeByRules } from './split-by-rules.ts';
import { readUnsaved } from './transfer/index.ts';

export { ListedFiles } from './check-listed-files.ts';
export type { BatchRequest, Downloads, DownloadsOptions } from './downloads.ts';
export { checkTemplate, type Disk, type DiskFile, realDisk, safeName } from './files/index.ts';
export { createFolderIndex, type FolderIndex, type IndexedFile, type Machine } from './folder-index/index.ts';
export type { Namer } from './queue/index.ts';
export type { Unsaved } from './transfer/index.ts';

/** Creates downloads over a store and resumes the batches of earlier processes. */
export function createDownloads(options: DownloadsOptions): Downloads {
  const { store, namer } = options;
  const service = new DownloadService(options);
  const { batches, folders, actions, scheduler, fileChecker, replaced, transferContext } = service;
  const { queue } = scheduler;
  return {
    start: (request) => service.start(request),
    move: (batchId, folder) => service.move(batchId, folder),
    list: () => batches.list(),
    follow: (batchId, listener) => batches.follow(batchId, listener),
    documents: (query) => service.documents(query),
    control: ({ action, batchId, document }) => actions.control(action, batchId, document),
    forget: (batchId) => actions.forget(batchId),
    flushIndex: (folder) => folders.flush(folder),
    verify: (folder, signal) => folders.verify(folder, signal),
    recognise: (folder, isQuick = false) => folders.recognise(folder, isQuick),
    checkFiles: (documents) => fileChecker.check(documents),
    checkFolders: () => fileChecker.checkFolders(),
    meetFolder: (folder) => folders.meet(folder),
    split: (request) => splitByRules(options, request),
    summary: (request) => summarizeByRules(options, request),
    async previewName(template, key) {
      const document = key && (await store.selectDocument(key));
      return previewName(template, document && sourceOf(document, namer));
    },
    hasFolder: (folder) => folders.exists(folder),
    fileOf: (document) => service.fileOf(document),
    read: (document, readOptions) => readUnsaved({ ...transferContext, store }, document, readOptions),
    folderOf: async (batchId) => (await store.getBatch(batchId)).folder,
    noticeReplaced: (resultSetId) => replaced.notice(resultSetId),
    resumeConnection: (connectionId) => scheduler.pauses.resumeConnection(connectionId),
    online() {
      for (const breaker of transferContext.outages.breakers()) breaker.probeNow();
    },
    settingsChanged() {
      transferContext.transferQueue.refresh();
      queue.pump();
    },
    isBusy: () => [...queue.runs.values()].some(({ tasks }) => tasks.size > 0),
    close: () => service.close(),
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
    'downloads.recognise': ({ folder, isQuick }) => downloads.recognise(folder, isQuick),
    'downloads.summary': (request) => downloads.summary(request),
    'downloads.previewName': ({ template, document }) => downloads.previewName(template, document),
    'folder.isThere': ({ folder }) => downloads.hasFolder(folder),
    'batch.showFolder': async ({ batchId }) => desktop.showInFolder(await downloads.folderOf(batchId)),
  } satisfies Partial<Handlers>;
}
