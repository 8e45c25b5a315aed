import { join } from 'node:path';
import type { Connection } from '../../../shared/model/connection.ts';
import type { RecognisedFile } from '../../store/index.ts';
import { createDestination, foldName, type NameTemplate, sha256Of } from '../destination/index.ts';
import type { IndexEntry } from './csv.ts';
import { indexEntries, indexName, indexStamp, isInside } from './index-file.ts';
import { type IndexMeans, serviceOf } from './outbox.ts';

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
