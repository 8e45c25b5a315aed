import { join } from 'node:path';
import type { Clock } from '../../host.ts';
import { toDiskError } from '../../lib/fs-errors.ts';
import { type Disk, patientDisk } from '../files/index.ts';
import { type Machine, thisMachine } from './folder-lock.ts';
import {
  connectionFinder,
  type IndexEntry,
  type IndexedConnection,
  reasonText,
  serviceOf,
  verdictTexts,
} from './index-entry.ts';
import { indexEntries, indexName, isInside, mergeIndex } from './index-file.ts';

/** A file as listed in its folder's index; numbers are text. `path` is `''` for a document without a file. */
export interface IndexedFile
  extends Omit<IndexEntry, 'agency' | 'service' | 'verdict' | 'reason' | 'requestId' | 'user' | 'computer'> {
  /** `''` if no connection of this computer matches. */
  connectionId: string;
}

/** The index of any folder, for files that were not downloaded into it. */
export interface FolderIndex {
  /** The path of a folder's index; undefined if it has none. */
  find(folder: string): Promise<string | undefined>;
  /**
   * The files in the index; none without an index. Rejects with `FILE_IN_THE_WAY` if a file with the index's
   * name is no index.
   */
  read(folder: string): Promise<IndexedFile[]>;
  /**
   * Adds files and documents without a file to the index, and files to the checksums. Rejects with
   * `FILE_LOCKED`, `FOLDER_UNWRITABLE` or `DISK_FULL`.
   */
  merge(folder: string, files: readonly IndexedFile[]): Promise<void>;
}

interface FolderIndexOptions {
  clock: Clock;
  uuid(): string;
  connections(): readonly IndexedConnection[];
  /** Default: the real file system. */
  disk?: Disk;
  machine?: Machine;
}

export function createFolderIndex(options: FolderIndexOptions): FolderIndex {
  const { clock, uuid, connections } = options;
  const disk = patientDisk(clock, options.disk);
  const machine = options.machine ?? thisMachine();

  return {
    async find(folder) {
      const path = join(folder, indexName);
      return (await disk.stat(path)) === undefined ? undefined : path;
    },
    async read(folder) {
      const connectionOf = connectionFinder(connections());
      const files: IndexedFile[] = [];
      for await (const entries of indexEntries(disk, join(folder, indexName))) {
        for (const entry of entries) {
          if (entry.path === '' || !isInside(entry.path)) continue;
          const { agency, service, verdict, reason, requestId, user, computer, ...named } = entry;
          files.push({ connectionId: connectionOf(entry)?.id ?? '', ...named });
        }
      }
      return files;
    },
    async merge(folder, files) {
      const byId = new Map(connections().map((connection) => [connection.id, connection]));
      const { user, computer } = machine;
      const entries = files.map(({ connectionId, ...file }) => ({
        ...file,
        user,
        computer,
        requestId: '',
        ...(file.path === '' ? withoutFile : { reason: '', verdict: copied }),
        agency: byId.get(connectionId)?.agency ?? '',
        service: serviceOf(byId.get(connectionId)),
      }));
      try {
        await mergeIndex({ disk, clock, writer: { ...machine, uuid } }, folder, entries);
      } catch (error) {
        throw toDiskError(error, folder, 'rename');
      }
    },
  };
}

// Always Spanish, as the rest of the index.
const copied = 'copiado';
const withoutFile = { verdict: verdictTexts['no-file'], reason: reasonText('DOCUMENT_WITHOUT_FILE') };
