import { join } from 'node:path';
import type { Clock } from '../../host.ts';
import { type Disk, patientDisk, toDiskError } from '../files/index.ts';
import { type Machine, thisMachine } from './folder-lock.ts';
import { type IndexEntry, verdictWords } from './index-entry.ts';
import { indexEntries, indexName, isInside, mergeIndex } from './index-file.ts';
import { connectionFinder, type IndexedConnection, reasonWords, serviceOf } from './index-sync.ts';

/**
 * A file as the index of its folder names it; numbers as text, as they stand there. `path` is `''` for a
 * document that the agency has no file of.
 */
export interface IndexedFile
  extends Omit<IndexEntry, 'agency' | 'service' | 'verdict' | 'reason' | 'requestId' | 'user' | 'computer'> {
  /** `''` where the index names an agency that is not known here. */
  connectionId: string;
}

/** The index of any folder, for files that come to it otherwise than by a download. */
export interface FolderIndex {
  /** Where the index of a folder stands; undefined while it has none. */
  find(folder: string): Promise<string | undefined>;
  /**
   * Files that the index names; none where there is no index. Rejects with `FILE_IN_THE_WAY` where a file of
   * its name is none.
   */
  read(folder: string): Promise<IndexedFile[]>;
  /**
   * Adds files, and documents without one, to the index, and files to the checksums beside it. Rejects with
   * `FILE_LOCKED`, `FOLDER_UNWRITABLE` or `DISK_FULL`.
   */
  merge(folder: string, files: readonly IndexedFile[]): Promise<void>;
}

export interface FolderIndexParts {
  clock: Clock;
  uuid(): string;
  connections(): readonly IndexedConnection[];
  /** Default: the file system itself. */
  disk?: Disk;
  machine?: Machine;
}

export function createFolderIndex(parts: FolderIndexParts): FolderIndex {
  const { clock, uuid, connections } = parts;
  const disk = patientDisk(clock, parts.disk);
  const machine = parts.machine ?? thisMachine();

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
        ...{ user, computer, requestId: '' },
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

// Always in Spanish, as the rest of an index.
const copied = 'copiado';
const withoutFile = { verdict: verdictWords['no-file'], reason: reasonWords('DOCUMENT_WITHOUT_FILE') };
