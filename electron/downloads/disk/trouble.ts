import { CarpetaError, isCarpetaError } from '../../../shared/errors.ts';
import type { Clock } from '../../host.ts';
import { hasCode } from './disk.ts';

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
            : hasCode(thrown, 'EEXIST', 'ENOTDIR', 'EISDIR', 'ELOOP')
              ? 'FILE_IN_THE_WAY'
              : undefined;
  if (code === undefined) return thrown;
  return new CarpetaError(code, `${code} at a document's place`, { values: { path }, cause: thrown });
}

/** Whether another program may just be holding the file: a virus scanner, a synchroniser, a viewer. */
export function isHeld(thrown: unknown): boolean {
  return hasCode(thrown, 'EPERM', 'EBUSY', 'EACCES');
}

// Three seconds and a little: what a scanner holds a fresh file for.
const waits = [50, 100, 200, 400, 800, 1600];

/** How long to be patient, and with what. */
export interface Patience {
  signal?: AbortSignal;
  /** Which errors may go by themselves. Default: {@link isHeld}. */
  mayPass?: (thrown: unknown) => boolean;
}

/** Does an act again for a few seconds while the system says that somebody else holds the file. */
export async function patiently<T>(
  clock: Pick<Clock, 'sleep'>,
  act: () => Promise<T>,
  { signal, mayPass = isHeld }: Patience = {},
): Promise<T> {
  for (const wait of waits) {
    try {
      return await act();
    } catch (thrown) {
      if (!mayPass(thrown)) throw thrown;
      await clock.sleep(wait, signal);
    }
  }
  return act();
}

/** Whether another program holds the file for sure: the other codes of {@link isHeld} may also say that an act is not allowed here. */
export function isBusy(thrown: unknown): boolean {
  return hasCode(thrown, 'EBUSY');
}
