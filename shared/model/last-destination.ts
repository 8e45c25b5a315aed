import type { Settings } from './settings.ts';

/** The template of folders and documents in a package, for copies and for downloads. */
export const packageTemplate = '{dispatch}_{reference}/{nn}_{type}_{number}';

/** A folder for documents, and their layout in it. */
export type Destination = Pick<Settings, 'folder' | 'template'>;

/**
 * The default destination: the folder of the settings, else that of the newest batch whose folder a person
 * selected, with its layout. Folders below `userData`, where the app downloads without a selected one, and
 * packages do not count. Undefined if none was ever selected.
 */
export function lastDestination(
  { folder, template }: Destination,
  batches: readonly Destination[],
  userData: string | undefined,
): Destination | undefined {
  if (folder !== '') return { folder, template };
  const isOwn = (of: string) =>
    userData !== undefined && (of.startsWith(`${userData}/`) || of.startsWith(`${userData}\\`));
  const last = batches.find((batch) => batch.template !== packageTemplate && !isOwn(batch.folder));
  return last && { folder: last.folder, template: last.template || template };
}
