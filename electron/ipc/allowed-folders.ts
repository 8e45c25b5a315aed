import { resolve } from 'node:path';
import type { CallName, Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { checkFirst } from './call-gate.ts';

interface AllowedFoldersOptions {
  /** Folders of settings, saved searches, batches and deliveries: a person selected each of them once. */
  known(): Promise<readonly string[]>;
}

type WithFolder = readonly { folder: string }[];

/** The folders of some settings and lists; `''` where none is set yet. */
export async function foldersInUse(
  settings: WithFolder,
  ...lists: { list(): Promise<WithFolder> | WithFolder }[]
): Promise<string[]> {
  const all = await Promise.all(lists.map(async (each) => each.list()));
  return [...settings, ...all.flat()].map(({ folder }) => folder);
}

/**
 * The handlers for a page. A folder to write to or to read must be one that a person selected in the host's
 * own dialog, now or earlier. A compromised page thus writes nowhere else. Rejects with `FOLDER_NOT_CHOSEN`.
 */
export function guardFolders(handlers: Handlers, { known }: AllowedFoldersOptions): Handlers {
  const selected = new Set<string>();

  async function requireAllowed(folder: string | undefined): Promise<void> {
    // '' means "none yet": each call defines what that does.
    if (folder === undefined || folder === '') return;
    const path = resolve(folder);
    if (selected.has(path) || (await known()).some((one) => one !== '' && resolve(one) === path)) return;
    throw new AppError('FOLDER_NOT_CHOSEN', 'nobody chose this folder', { values: { path: folder } });
  }

  function guarded<Name extends CallName>(
    name: Name,
    folderOf: (input: Parameters<Handlers[Name]>[0]) => string | undefined | readonly (string | undefined)[],
  ): Handlers[Name] {
    return checkFirst(handlers, name, async (input) => {
      for (const folder of [folderOf(input)].flat()) await requireAllowed(folder);
    });
  }

  return {
    ...handlers,
    'folder.choose': async (options) => {
      const folder = await handlers['folder.choose'](options);
      if (folder !== undefined) selected.add(resolve(folder));
      return folder;
    },
    'settings.change': guarded('settings.change', ({ folder }) => folder),
    'saved.create': guarded('saved.create', ({ folder }) => folder),
    'saved.change': guarded('saved.change', ({ folder }) => folder),
    'clients.save': guarded('clients.save', ({ clients }) => clients.map(({ rules }) => rules?.folder)),
    'folder.isThere': guarded('folder.isThere', ({ folder }) => folder),
    'downloads.start': guarded('downloads.start', ({ folder }) => folder),
    'downloads.move': guarded('downloads.move', ({ folder }) => folder),
    'downloads.verify': guarded('downloads.verify', ({ folder }) => folder),
    'downloads.importIndex': guarded('downloads.importIndex', ({ folder }) => folder),
    'deliveries.merge': guarded('deliveries.merge', ({ folder }) => folder),
    'deliveries.zip': guarded('deliveries.zip', ({ folder }) => folder),
    'deliveries.package': guarded('deliveries.package', ({ folder }) => folder),
  };
}
