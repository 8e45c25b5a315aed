import { lstatSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Why a file's time of birth tells nothing here; undefined where it stays when the file is written to, as on
 * NTFS.
 */
export function whyNoBirthTimes(): string | undefined {
  return inFolder((folder) => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    const born = lstatSync(path).birthtimeMs;
    utimesSync(path, 1, 1);
    const keeps = lstatSync(path).birthtimeMs === born;
    return keeps ? undefined : 'a file gets another time of birth when it is written to (Wine)';
  });
}

/** Why there are no symbolic links here; undefined where there are. */
export function whyNoLinks(): string | undefined {
  return inFolder((folder) => {
    const [link, none] = [join(folder, 'link'), join(folder, 'none')];
    try {
      symlinkSync(folder, link, 'dir');
      symlinkSync(join(folder, 'nothing'), none);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return `symbolic links cannot be made: ${error.message}`;
    }
    const areLinks = [link, none].every((path) =>
      lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink(),
    );
    return areLinks ? undefined : 'a symbolic link does not show as one (Wine)';
  });
}

function inFolder<Result>(action: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-file-system-'));
  try {
    return action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
