import { homedir } from 'node:os';
import { resolve, sep } from 'node:path';

// What NTFS may keep inside a file's own record, in bytes: such a file takes no blocks though it is here.
const mostInRecord = 4096n;

/** Set by OneDrive's client to its folders, which a person may have moved out of the profile, to another drive, too. */
const oneDrive = ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'];

/**
 * Whether a file of Windows is a placeholder: it has the size of its content and takes no room. Such files are in a person's profile or in OneDrive's
 * folders; elsewhere, on a server's volume, deduplicated files take no room either.
 */
export function isPlaceholder(
  path: string,
  { size, blocks }: { size: bigint; blocks: bigint },
  env: Readonly<Record<string, string | undefined>> = process.env,
  home = homedir(),
): boolean {
  if (blocks !== 0n || size <= mostInRecord) return false;
  const folders = [home, ...oneDrive.map((name) => env[name])].filter((folder) => folder?.trim());
  const whole = path.toLowerCase();
  return folders.some((folder = '') => whole.startsWith(within(folder)));
}

function within(folder: string): string {
  const whole = resolve(folder).toLowerCase();
  return whole.endsWith(sep) ? whole : whole + sep;
}
