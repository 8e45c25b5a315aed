import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { removeFolderIfPossible } from '../../lib/temp-folder.ts';

const named = /^session-(\d+)$/;

/**
 * Gives this process a session folder of its own, beside that of an open app: two processes of Chromium in
 * one folder spoil what is in it. It goes with the process, or, where the system holds it still (Windows),
 * with the next one that has such a folder. Before ready alone.
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
    // It is not there yet, or cannot be read, which whoever needs it says.
    return [];
  }
}

/** A number that another program has by now keeps its folder until later. */
function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
