import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { goneCodes, namelessCode } from './gone-drive.ts';
import { hasCode } from './retry-while-locked.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  EACCES: 'FOLDER_UNWRITABLE',
  EPERM: 'FOLDER_UNWRITABLE',
  EROFS: 'FOLDER_UNWRITABLE',
  ENAMETOOLONG: 'FOLDER_UNWRITABLE',
  ENOENT: 'FOLDER_GONE',
  ENOTDIR: 'FOLDER_GONE',
  EBUSY: 'FILE_LOCKED',
  EEXIST: 'FILE_IN_THE_WAY',
  EISDIR: 'FILE_IN_THE_WAY',
  ELOOP: 'FILE_IN_THE_WAY',
  EFTYPE: 'FILE_IN_THE_WAY',
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
  EFBIG: 'FILE_TOO_LARGE_FOR_DISK',
  EMFILE: 'TOO_MANY_OPEN_FILES',
  ENFILE: 'TOO_MANY_OPEN_FILES',
  ...Object.fromEntries(goneCodes.map((code) => [code, 'FOLDER_GONE'])),
  [namelessCode]: 'FOLDER_UNWRITABLE',
};

/** The app's own error for one of the system's over a disk, at `path` where the system's names another; anything else as it is. */
export function diskError(thrown: unknown, path = pathOf(thrown), code = codeOf(thrown)): unknown {
  if (!(thrown instanceof Error) || thrown instanceof AppError || code === undefined) return thrown;
  const reason = reasonOf(thrown);
  return new AppError(code, `the disk refuses: ${reason}`, { values: { path, reason }, cause: thrown });
}

/** Whether the system says that there is nothing at a path, or a link where a file stood. */
export function isMissing(thrown: unknown): boolean {
  return hasCode(thrown, 'ENOENT', 'ENOTDIR', 'ELOOP');
}

function codeOf(thrown: unknown): ErrorCode | undefined {
  return codes[reasonOf(thrown)];
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

function pathOf(thrown: unknown): string {
  return thrown instanceof Error && 'path' in thrown && typeof thrown.path === 'string' ? thrown.path : '';
}
