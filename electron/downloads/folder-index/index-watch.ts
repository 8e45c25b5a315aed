import type { DocumentKey } from '../../../shared/model/document.ts';
import type { DownloadedFile, Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { parseTemplate } from '../files/index.ts';
import { type IndexDeps, importIndex } from './index-sync.ts';

/** Learns what other computers bring into folders while batches fill them. */
export interface IndexWatch {
  /**
   * Imports what is new in the index of a folder. Rejects as the disk does, and with `FILE_IN_THE_WAY` where
   * a file of its name is none.
   */
  importIndex(folder: string, template: string): Promise<void>;
  /**
   * Where a document stands that others have brought into a folder while this process works in it. Never
   * rejects.
   */
  findAddedFile(folder: string, template: string, document: DocumentKey): Promise<DownloadedFile | undefined>;
}

export interface IndexWatchDeps extends IndexDeps {
  store: Store;
  clock: Clock;
}

// An index is polled so often at the most, ms; one that could not be read is left alone for longer.
const pollIntervalMs = 2_000;
const restMs = 60_000;

/** A watch of no folder yet. */
export function createIndexWatch(deps: IndexWatchDeps): IndexWatch {
  const { store, clock } = deps;
  /** By folder, elapsed ms. */
  const nextPoll = new Map<string, number>();
  const polling = new Map<string, Promise<void>>();
  /** Folders of whose index something was imported. */
  const withNews = new Set<string>();

  async function importAndNote(folder: string, template: string): Promise<void> {
    const added = await importIndex(deps, folder, parseTemplate(template), 'claims');
    if (added > 0) withNews.add(folder);
  }

  async function poll(folder: string, template: string): Promise<void> {
    try {
      await importAndNote(folder, template);
      nextPoll.set(folder, clock.elapsed() + pollIntervalMs);
    } catch {
      // Told when the index is written: no document waits for it.
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
      const files = await store.ledgerFilesOf(document).catch(() => []);
      return files.find(({ path, file }) => path === `${folder}/${file.path}`)?.file;
    },
  };
}
