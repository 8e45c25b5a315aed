import { CarpetaError, isCarpetaError } from '../../../shared/errors.ts';
import { hasCode, isHeld } from '../../patience.ts';

export { isBusy, isHeld, patiently } from '../../patience.ts';

/** What the app was about to do, for the code that a refusal gets. */
export type DiskAct = 'write' | 'publish';

const gone = [
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

// libuv has no name for much of what Windows says of a share that it has lost, or of a single file that it refuses.
const unwritable = ['EACCES', 'EPERM', 'EROFS', 'UNKNOWN'] as const;

/**
 * The app's own error for one of the system: `DISK_FULL`, `FOLDER_GONE` (drive or share), `FOLDER_UNWRITABLE`, `PATH_TOO_LONG`,
 * `FILE_LOCKED`, `FILE_IN_THE_WAY`; one that is the app's own already, or nothing of these, is given back as it is.
 */
export function diskTrouble(thrown: unknown, path: string, act: DiskAct = 'write'): unknown {
  if (isCarpetaError(thrown)) return thrown;
  const code = hasCode(thrown, 'ENOSPC', 'EDQUOT')
    ? 'DISK_FULL'
    : hasCode(thrown, ...gone)
      ? 'FOLDER_GONE'
      : hasCode(thrown, 'EBUSY', 'ETXTBSY') || (act === 'publish' && isHeld(thrown))
        ? 'FILE_LOCKED'
        : hasCode(thrown, ...unwritable)
          ? 'FOLDER_UNWRITABLE'
          : hasCode(thrown, 'ENAMETOOLONG')
            ? 'PATH_TOO_LONG'
            : hasCode(thrown, 'EEXIST', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EFTYPE')
              ? 'FILE_IN_THE_WAY'
              : undefined;
  if (code === undefined) return thrown;
  return new CarpetaError(code, `${code} at a document's place`, { values: { path }, cause: thrown });
}
