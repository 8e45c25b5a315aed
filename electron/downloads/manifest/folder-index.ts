import { join } from 'node:path';
import type { Connection } from '../../../shared/model/connection.ts';
import type { Clock } from '../../host.ts';
import type { RecognisedFile } from '../../store/index.ts';
import {
  createDestination,
  type Disk,
  diskTrouble,
  foldName,
  type NameTemplate,
  patientDisk,
  sha256Of,
} from '../destination/index.ts';
import { type IndexEntry, verdictWords } from './csv.ts';
import { type Machine, thisMachine } from './folder-lock.ts';
import { indexEntries, indexName, indexStamp, isInside, mergeIndex } from './index-file.ts';
import { type IndexMeans, reasonWords, serviceOf } from './outbox.ts';

/** A file as the index of its folder names it; numbers as text, as they stand there. `path` is `''` for a paper that the agency has no file of. */
export interface IndexedFile
  extends Omit<IndexEntry, 'agency' | 'service' | 'verdict' | 'reason' | 'requestId' | 'user' | 'computer'> {
  /** `''` where the index names an agency that is not known here. */
  connectionId: string;
}

/** The index of any folder, for files that come to it otherwise than by a download. */
export interface FolderIndex {
  /** Where the index of a folder stands; undefined while it has none. */
  find(folder: string): Promise<string | undefined>;
  /** Files that the index names; none where there is no index. Rejects with `FILE_IN_THE_WAY` where a file of its name is none. */
  read(folder: string): Promise<IndexedFile[]>;
  /** Adds files, and papers without one, to the index, and files to the checksums beside it. Rejects with `FILE_LOCKED`, `FOLDER_UNWRITABLE` or `DISK_FULL`. */
  merge(folder: string, files: readonly IndexedFile[]): Promise<void>;
}

export interface FolderIndexParts {
  clock: Clock;
  uuid(): string;
  connections(): Promise<readonly Connection[]>;
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
      return (await disk.look(path)) === undefined ? undefined : path;
    },
    async read(folder) {
      const connectionOf = connectionFinder(await connections());
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
      const byId = new Map((await connections()).map((connection) => [connection.id, connection]));
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
      } catch (thrown) {
        throw diskTrouble(thrown, folder, 'publish');
      }
    },
  };
}

// Always in Spanish, as the rest of an index.
const copied = 'copiado';
const withoutFile = { verdict: verdictWords['no-file'], reason: reasonWords('DOCUMENT_WITHOUT_FILE') };

/** How much of an index to believe: `claims` are looked at when they are needed, `proofs` are files read again now, but for what is in a cloud alone. */
export type TakeInDepth = 'claims' | 'proofs';

/**
 * Takes what the index of a folder says into the ledger, so that what another computer has brought is not fetched again and keeps its names and
 * numbers. `template` says which folders of a path belong to the dispatch. Gives how many documents were recognised.
 */
export async function takeIn(
  means: IndexMeans,
  folder: string,
  template: NameTemplate,
  depth: TakeInDepth,
): Promise<number> {
  const { store, disk } = means;
  const stamp = await indexStamp(disk, folder);
  if (stamp === '' || (depth === 'claims' && stamp === (await store.ledgerIndexStamp(folder)))) return 0;
  const connectionOf = connectionFinder(await means.connections());
  let recognised = 0;
  for await (const entries of indexEntries(disk, join(folder, indexName))) {
    const files: RecognisedFile[] = [];
    for (const entry of entries) {
      const connection = entry.path === '' ? undefined : connectionOf(entry);
      const file = connection && recognisedFile(entry, connection.id, template);
      if (!file || !isInside(file.path)) continue;
      if (depth === 'proofs') {
        const modified = await provenAt(means, folder, file);
        // Its name and number stay its own, for when it comes again.
        if (modified === undefined) file.isAbsent = true;
        else file.modified = modified;
      }
      files.push(file);
    }
    if (files.length === 0) continue;
    const added = await store.ledgerRecognise(folder, files);
    recognised += depth === 'proofs' ? files.filter(({ isAbsent }) => !isAbsent).length : added;
  }
  await store.ledgerRecognise(folder, [], stamp);
  return recognised;
}

/** The connection to the agency that an entry names; where several fit, the one to the same service, else a real one before practice. */
export function connectionFinder(connections: readonly Connection[]) {
  return ({ agency, service }: IndexEntry): Connection | undefined => {
    const ofAgency = connections.filter((connection) => connection.agency === agency);
    return (
      ofAgency.find((connection) => serviceOf(connection) === service) ??
      ofAgency.find(({ isPractice }) => !isPractice) ??
      ofAgency[0]
    );
  };
}

function recognisedFile(
  entry: IndexEntry,
  connectionId: string,
  template: NameTemplate,
): RecognisedFile | undefined {
  const { path, sha256, dispatch } = entry;
  if (!/^[0-9a-f]{64}$/.test(sha256) || !/^\d+$/.test(entry.size) || entry.documentId === '')
    return undefined;
  const names = path.split('/');
  const name = names.at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const folders = names.slice(0, -1);
  return {
    connectionId,
    id: entry.documentId,
    path,
    size: Number(entry.size),
    sha256,
    modified: unread,
    requestId: entry.requestId,
    at: entry.at,
    dispatch,
    folder: folders.join('/'),
    keptFolder: folders.slice(0, template.keptFolders).join('/'),
    stem,
    key: foldName([...folders, stem].join('/')),
    ...(/^\d{1,9}$/.test(entry.number) && { number: Number(entry.number) }),
  };
}

/** The time of a file whose content was not looked at yet: its first use reads it, once it is on this computer. */
const unread = 0;

/** The time of the file that an entry names, when it holds what the entry says; undefined when it does not, or is not there. */
async function provenAt(
  { disk, clock }: IndexMeans,
  folder: string,
  file: RecognisedFile,
): Promise<number | undefined> {
  const path = createDestination(folder, disk, clock).at(file.path);
  const found = await disk.look(path);
  if (found?.kind !== 'file' || found.size !== file.size) return undefined;
  // Reading what a cloud has taken downloads it: a folder may hold tens of gigabytes of it.
  if (found.isPlaceholder) return unread;
  return (await sha256Of(disk, path)) === file.sha256 ? found.modified : undefined;
}
