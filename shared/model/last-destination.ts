import { packageTemplate } from './package-template.ts';
import type { Settings } from './settings.ts';

/** A folder that documents go to, and how they are laid out in it. */
export type Destination = Pick<Settings, 'folder' | 'template'>;

/**
 * Where documents go unless a person says another: to the folder of the settings, else to that of the newest
 * batch that a person gave one, laid out as there. Neither is one below `userData`, where the app fetches
 * documents to while none was chosen, nor a package's. Undefined where none was ever chosen.
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
