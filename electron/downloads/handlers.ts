import type { Handlers } from '../../shared/contract.ts';
import type { Desktop } from '../host.ts';
import type { Downloads } from './downloads.ts';

type DownloadCalls =
  | 'downloads.start'
  | 'downloads.list'
  | 'downloads.documents'
  | 'downloads.control'
  | 'downloads.forget'
  | 'downloads.verify'
  | 'downloads.recognise'
  | 'downloads.previewName'
  | 'file.open'
  | 'file.show'
  | 'batch.showFolder';

/** What the contract asks of downloads. */
export function downloadHandlers(
  downloads: Downloads,
  desktop: Pick<Desktop, 'openFile' | 'showInFolder'>,
): Pick<Handlers, DownloadCalls> {
  return {
    'downloads.start': (request) => downloads.start(request),
    'downloads.list': () => downloads.list(),
    'downloads.documents': (query) => downloads.documents(query),
    'downloads.control': (order) => downloads.control(order),
    'downloads.forget': ({ batchId }) => downloads.forget(batchId),
    'downloads.verify': ({ folder }) => downloads.verify(folder),
    'downloads.recognise': ({ folder }) => downloads.recognise(folder),
    'downloads.previewName': async ({ template }) => downloads.previewName(template),
    'file.open': async (document) => desktop.openFile(await downloads.fileOf(document)),
    'file.show': async (document) => desktop.showInFolder(await downloads.fileOf(document)),
    'batch.showFolder': async ({ batchId }) => desktop.showInFolder(await downloads.folderOf(batchId)),
  };
}
