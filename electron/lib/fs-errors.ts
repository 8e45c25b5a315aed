import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { hasCode, systemCode } from './retry-while-locked.ts';

/**
 * The system's error codes for a missing drive or share. Windows' ERROR_NETNAME_DELETED is ECONNRESET, its
 * ERROR_SEM_TIMEOUT ETIMEDOUT (libuv, src/win/error.c).
 */
const missingDriveCodes = [
  'ENODEV',
  'ENXIO',
  'EIO',
  'ESTALE',
  'ENOTCONN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'ECONNRESET',
] as const;

/**
 * The code of libuv for a Windows error without a name: many errors of a lost share, or of a single refused
 * file.
 */
const unnamedErrorCode = 'UNKNOWN';

/** The app's error for each of the system's. */
const codes: Readonly<Record<string, ErrorCode>> = {
  EACCES: 'FOLDER_UNWRITABLE',
  EPERM: 'FOLDER_UNWRITABLE',
  EROFS: 'FOLDER_UNWRITABLE',
  ENAMETOOLONG: 'PATH_TOO_LONG',
  ENOENT: 'FOLDER_GONE',
  ENOTDIR: 'FOLDER_GONE',
  EBUSY: 'FILE_LOCKED',
  ETXTBSY: 'FILE_LOCKED',
  EEXIST: 'FILE_IN_THE_WAY',
  EISDIR: 'FILE_IN_THE_WAY',
  ELOOP: 'FILE_IN_THE_WAY',
  EFTYPE: 'FILE_IN_THE_WAY',
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
  EFBIG: 'FILE_TOO_LARGE_FOR_DISK',
  EMFILE: 'TOO_MANY_OPEN_FILES',
  ENFILE: 'TOO_MANY_OPEN_FILES',
  ...Object.fromEntries(missingDriveCodes.map((code) => [code, 'FOLDER_GONE'])),
  [unnamedErrorCode]: 'FOLDER_UNWRITABLE',
};

/** What the system's errors mean in an operation, where that differs; undefined for no error of ours. */
export type CodeOverrides = Readonly<Record<string, ErrorCode | undefined>>;

/** At a document's place: its folder was made before, and a missing file is the caller's to judge. */
const atDocument: CodeOverrides = { ENOENT: undefined, ENOTDIR: 'FILE_IN_THE_WAY' };

/** Where a file is renamed onto another, a refusal means that a program has one of them open. */
const atRename: CodeOverrides = { ...atDocument, EPERM: 'FILE_LOCKED', EACCES: 'FILE_LOCKED' };

/** What was done to a document; it affects the error code. */
export type DiskOperation = 'write' | 'rename';

/**
 * The app's own error for a disk error of the system, at `path` where the system names another; any other
 * error unchanged.
 */
export function diskError(error: unknown, path = pathOf(error), overrides: CodeOverrides = {}): unknown {
  const code = errorCodeOf(error, overrides);
  if (!(error instanceof Error) || error instanceof AppError || code === undefined) return error;
  const reason = systemCode(error);
  return new AppError(code, `the disk refuses: ${reason}`, { values: { path, reason }, cause: error });
}

/** The error for a folder that is not there, perhaps because its drive or share is away. */
export function missingFolderError(path: string, cause?: unknown): AppError {
  return new AppError('FOLDER_GONE', 'the folder is not there', { values: { path }, cause });
}

/** As `diskError`, at the place of a document that is downloaded. */
export function toDiskError(error: unknown, path: string, operation: DiskOperation = 'write'): unknown {
  return diskError(error, path, operation === 'rename' ? atRename : atDocument);
}

/** The app's code for a disk error of the system; undefined for any other error. */
export function errorCodeOf(error: unknown, overrides: CodeOverrides = {}): ErrorCode | undefined {
  const reason = systemCode(error);
  return Object.hasOwn(overrides, reason) ? overrides[reason] : codes[reason];
}

/** Whether the system reports that nothing exists at a path, or a link instead of a file. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP');
}

function pathOf(error: unknown): string {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : '';
}
