import { join } from 'node:path';
import { app } from 'electron';
import { isAlive } from '../../lib/process-identity.ts';
import { namesIfPossible, removeFolderIfPossible } from '../../lib/temp-folder.ts';

const named = /^session-(\d+)$/;

/**
 * Gives this process a session folder of its own, separate from that of an open app: two Chromium processes
 * corrupt a shared folder. The process removes it at its end; where Windows still locks it, the next process
 * with such a folder does. Only before ready.
 */
export function setOwnSession(userData: string): void {
  for (const name of namesIfPossible(userData)) {
    const [, pid] = named.exec(name) ?? [];
    // If another program has the process id by now, the folder stays until later.
    if (pid !== undefined && !isAlive(Number(pid))) removeFolderIfPossible(join(userData, name));
  }
  const own = join(userData, `session-${process.pid}`);
  app.setPath('sessionData', own);
  app.on('quit', () => removeFolderIfPossible(own));
}
