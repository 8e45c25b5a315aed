import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import type { Desktop } from '../../host.ts';
import { checkPage, isOpenable } from '../node/openable-files.ts';

/** Starts a detached program. */
type Start = (program: string, args: readonly string[]) => void;

/** The system's own programs for files, folders and mail, started without a shell. */
export function createPrograms(
  platform: NodeJS.Platform = process.platform,
  start: Start = startDetached,
): Pick<Desktop, 'openFile' | 'printFile' | 'showInFolder' | 'composeMail' | 'openPage'> {
  function open(target: string): void {
    const opener = { win32: 'explorer.exe', darwin: 'open' }[platform as string] ?? 'xdg-open';
    start(opener, [target]);
  }
  async function openFile(path: string): Promise<void> {
    if (!isOpenable(path)) {
      throw new AppError('FILE_NOT_OPENED', 'the file was not opened', { values: { path, detail: 'kind' } });
    }
    open(path);
  }
  return {
    openFile,
    // The file's own program prints it.
    printFile: openFile,
    showInFolder: async (path) => {
      if (platform === 'win32') start('explorer.exe', [`/select,${path}`]);
      else if (platform === 'darwin') start('open', ['-R', path]);
      else start('xdg-open', [dirname(path)]);
    },
    composeMail: async ({ to = '', subject, body }) => {
      const fields = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
      open(`mailto:${encodeURIComponent(to)}?${fields}`);
    },
    openPage: async (address) => open(checkPage(address)),
  };
}

function startDetached(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  // A missing program has nobody to report to: the app goes on.
  child.on('error', () => undefined);
  child.unref();
}
