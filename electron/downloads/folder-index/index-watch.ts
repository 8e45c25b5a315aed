import type { DocumentKey } from '../../../shared/model/document.ts';
import type { DownloadedFile, Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { parseTemplate } from '../files/index.ts';
import { importIndex } from './import-index.ts';
import type { IndexContext } from './index-sync.ts';

/** Imports what other computers add to folders while batches run. */
export interface IndexWatch {
  /**
   * Imports new entries of a folder's index. Rejects as the disk does, and with `FILE_IN_THE_WAY` if the file
   * is no index.
   */
  importIndex(folder: string, template: string): Promise<void>;
  /** The file of a document that another computer added to a folder of this process. Never rejects. */
  findAddedFile(folder: string, template: string, document: DocumentKey): Promise<DownloadedFile | undefined>;
}

interface IndexWatchContext extends IndexContext {
  store: Store;
  clock: Clock;
}

// Minimum interval between two polls of an index, ms; `restMs` after a failed one.
const pollIntervalMs = 2_000;
const restMs = 60_000;

export function createIndexWatch(context: IndexWatchContext): IndexWatch {
  const { store, clock } = context;
  /** Elapsed ms, by folder. */
  const nextPoll = new Map<string, number>();
  const polling = new Map<string, Promise<void>>();
  /** Folders from whose index something was imported. */
  const withNews = new Set<string>();

  async function importAndNote(folder: string, template: string): Promise<void> {
    const added = await importIndex(context, folder, parseTemplate(template), 'claims');
    if (added > 0) withNews.add(folder);
  }

  async function poll(folder: string, template: string): Promise<void> {
    try {
      await importAndNote(folder, template);
      nextPoll.set(folder, clock.elapsed() + pollIntervalMs);
    } catch {
      // The error is reported when the index is written; no document depends on it here.
      nextPoll.set(folder, clock.elapsed() + restMs);
    } finally {
      polling.delete(folder);
    }
  }

  return {
    importIndex: importAndNote,
    async findAddedFile(folder, template, document) {
      if (clock.elapsed() >= (nextPoll.get(folder) ?? 0)) {
        const current = polling.get(folder) ?? poll(folder, template);
        polling.set(folder, current);
        await current;
      }
      if (!withNews.has(folder)) return undefined;
      const files = await store.listFilesOf(document).catch(() => []);
      return files.find(({ path, file }) => path === `${folder}/${file.path}`)?.file;
    },
  };
}
