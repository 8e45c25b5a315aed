import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { removeFolderIfPossible } from '../../lib/temp-folder.ts';

const named = /^session-(\d+)$/;

/**
 * Gives this process a session folder of its own, separate from that of an open app: two Chromium processes
 * corrupt a shared folder. The process removes it at its end; where Windows still locks it, the next process
 * with such a folder does. Only before ready.
 */
export function setOwnSession(userData: string): void {
  for (const name of namesIn(userData)) {
    const [, pid] = named.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) removeFolderIfPossible(join(userData, name));
  }
  const own = join(userData, `session-${process.pid}`);
  app.setPath('sessionData', own);
  app.on('quit', () => removeFolderIfPossible(own));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder does not exist yet, or cannot be read, which its user reports.
    return [];
  }
}

/** If another program has the process id by now, the folder stays until later. */
function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
