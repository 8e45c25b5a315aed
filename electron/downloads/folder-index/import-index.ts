import { join } from 'node:path';
import type { RecognisedFile } from '../../database/index.ts';
import { foldName, type NameTemplate, sha256Of } from '../files/index.ts';
import type { IndexEntry } from './index-entry.ts';
import { indexEntries, indexName, indexStamp, isInside } from './index-file.ts';
import type { IndexContext } from './index-sync.ts';
import { connectionFinder } from './indexed-connection.ts';

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
