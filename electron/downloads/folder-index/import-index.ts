import { join } from 'node:path';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { DownloadedFile, RecognisedFile } from '../../database/index.ts';
import { foldName, type NameTemplate, parseTemplate, sha256Of } from '../files/index.ts';
import { connectionFinder, type IndexEntry } from './index-entry.ts';
import { indexEntries, indexName, indexStamp, isInside } from './index-file.ts';
import type { IndexContext } from './index-sync.ts';

/**
 * How much of an index is verified. `claims`: nothing, files are checked at their first use. `looks`:
 * existence and size. `proofs`: the hash, except of cloud placeholders.
 */
type ImportDepth = 'claims' | 'looks' | 'proofs';

/**
 * Imports a folder's index into the ledger. Files of other computers are then not downloaded again and keep
 * their names and numbers. `template` says which folders of a path belong to the dispatch. Returns the number
 * of recognised documents.
 */
export async function importIndex(
  context: IndexContext,
  folder: string,
  template: NameTemplate,
  depth: ImportDepth,
): Promise<number> {
  const { store, disk } = context;
  const stamp = await indexStamp(disk, folder);
  if (stamp === '' || (depth === 'claims' && stamp === (await store.getIndexStamp(folder)))) return 0;
  const connectionOf = connectionFinder(context.connections());
  let recognised = 0;
  for await (const entries of indexEntries(disk, join(folder, indexName))) {
    const files: RecognisedFile[] = [];
    for (const entry of entries) {
      const connection = entry.path === '' ? undefined : connectionOf(entry);
      const file = connection && recognisedFile(entry, connection.id, template);
      if (!file || !isInside(file.path)) continue;
      if (depth !== 'claims') {
        const modified = await verifiedTime(context, folder, file, depth);
        // Its name and number stay reserved for a later download.
        if (modified === undefined) file.isAbsent = true;
        else Object.assign(file, { modified, isSeen: true });
      }
      files.push(file);
    }
    if (files.length === 0) continue;
    const added = await store.insertRecognisedFiles(folder, files);
    recognised += depth !== 'claims' ? files.filter(({ isAbsent }) => !isAbsent).length : added;
  }
  await store.insertRecognisedFiles(folder, [], stamp);
  return recognised;
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
    fixedFolder: folders.slice(0, template.fixedFolders).join('/'),
    stem,
    key: foldName([...folders, stem].join('/')),
    ...(/^\d{1,9}$/.test(entry.number) && { number: Number(entry.number) }),
  };
}

/**
 * Modification time of a file that was not hashed yet: its first use reads it, unless it is a placeholder.
 */
const unread = 0;

/** Modification time of an entry's file, if it matches the entry at this depth; otherwise undefined. */
async function verifiedTime(
  { disk }: IndexContext,
  folder: string,
  file: RecognisedFile,
  depth: ImportDepth,
): Promise<number | undefined> {
  const path = join(folder, file.path);
  const found = await disk.stat(path);
  if (found?.kind !== 'file' || found.size !== file.size) return undefined;
  // Reading placeholders would download them: a folder may hold tens of gigabytes.
  if (depth === 'looks' || found.isPlaceholder) return unread;
  return (await sha256Of(disk, path)) === file.sha256 ? found.modified : undefined;
}

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

// Minimum interval between two polls of an index, ms; `restMs` after a failed one.
const pollIntervalMs = 2_000;
const restMs = 60_000;

export function createIndexWatch(context: IndexContext): IndexWatch {
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
