import { normalize } from 'node:path';
import { isAppError } from '../../shared/errors.ts';
import type { Verification } from '../../shared/model/download.ts';
import { missingFolderError, toDiskError } from '../lib/fs-errors.ts';
import { parseTemplate } from './files/index.ts';
import {
  type IndexContext,
  type Indexer,
  type IndexWatch,
  importIndex,
  indexStamp,
  verifyFolder,
} from './folder-index/index.ts';

interface KnownFoldersOptions {
  indexContext: IndexContext;
  indexer: Indexer;
  indexWatch: IndexWatch;
  /** The name template of the settings. */
  template(): string;
  /** Called when files appeared on the disk or disappeared from it. */
  onFilesChanged(): void;
  onError(error: unknown): void;
}

/** Folders with downloaded files: imports, writes and verifies their indexes. */
export class KnownFolders {
  readonly #options: KnownFoldersOptions;

  constructor(options: KnownFoldersOptions) {
    this.#options = options;
  }

  /** Imports what other computers added to a batch's folder. Rejects with the disk's error. */
  async importAdded(folder: string, template: string): Promise<void> {
    try {
      await this.#options.indexWatch.importIndex(folder, template);
    } catch (error) {
      // A file with the index's name that is no index is left untouched, here and at each flush.
      if (!isAppError(error, 'FILE_IN_THE_WAY')) throw toDiskError(error, folder, 'rename');
    }
  }

  /** Imports the index of a folder that the user selected, if it changed. Never rejects. */
  async meet(folder: string): Promise<void> {
    const { disk, store } = this.#options.indexContext;
    try {
      const stamp = await indexStamp(disk, normalize(folder));
      if (stamp !== (await store.getIndexStamp(normalize(folder)))) await this.#import(folder, 'looks');
    } catch (error) {
      // A file with the index's name that is no index belongs to the user.
      if (!isAppError(error, 'FILE_IN_THE_WAY')) this.#options.onError(error);
    }
  }

  /** Imports the documents of a folder; `isQuick` checks only that the files exist. */
  async recognise(folder: string, isQuick: boolean): Promise<{ documents: number }> {
    if ((await this.#options.indexContext.disk.stat(folder)) === undefined) throw missingFolderError(folder);
    return { documents: await this.#import(folder, isQuick ? 'looks' : 'proofs') };
  }

  /** Writes pending entries to the folder's index. */
  async flush(folder: string): Promise<void> {
    const { indexContext, indexer } = this.#options;
    const folders = await indexContext.store.listFoldersToIndex();
    const pending = folders.find((one) => one.folder === normalize(folder));
    if (pending) await indexer.flush(pending);
  }

  /** Compares the files of a folder with its index. */
  async verify(folder: string, signal?: AbortSignal): Promise<Verification> {
    await this.flush(folder);
    return verifyFolder(this.#options.indexContext.disk, folder, signal);
  }

  /** Rejects with the disk's error. */
  async exists(folder: string): Promise<boolean> {
    try {
      return (await this.#options.indexContext.disk.stat(normalize(folder))) !== undefined;
    } catch (error) {
      throw toDiskError(error, folder);
    }
  }

  async #import(folder: string, depth: 'looks' | 'proofs'): Promise<number> {
    const { indexContext, template, onFilesChanged } = this.#options;
    const documents = await importIndex(indexContext, normalize(folder), parseTemplate(template()), depth);
    if (documents > 0) onFilesChanged();
    return documents;
  }
}
