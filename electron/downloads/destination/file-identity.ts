import type { Standing } from './disk.ts';

/**
 * What tells a file from those that stood at its path before and will stand there later: inode and birth time; `''` where the system does not
 * tell. Both are needed: a number alone is given to the next file at once, and Windows gives a file the birth time of one that was removed from
 * its path less than 15 seconds before (NTFS file tunnelling). The ledger keeps it as text.
 */
export function fileIdentity(found: Standing | undefined): string {
  if (found?.kind !== 'file' || found.inode === 0n || found.born <= 0) return '';
  return `${found.inode}-${found.born}`;
}
