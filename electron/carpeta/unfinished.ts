import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { patientNames } from '../disk/index.ts';
import { isAlive } from '../leases/index.ts';
import { isMissing } from './disk-error.ts';

/** Where the file that a hand-over is making stands until it is whole. Its name tells whose it is, and which process writes it. */
export function unfinishedPath(folder: string, handoverId: string): string {
  return join(folder, `${beginningOfName(handoverId)}${process.pid}${ending}`);
}

const ending = '.part';

// Short, so that it fits where the file itself does.
function beginningOfName(handoverId: string): string {
  return `carpeta-${handoverId.slice(0, 8)}-`;
}

/** Removes what a hand-over that runs nowhere any more was making when its process ended. A folder that is gone holds nothing. */
export async function removeUnfinished(
  folder: string,
  handoverId: string,
  names = patientNames(),
): Promise<void> {
  const beginning = beginningOfName(handoverId);
  for (const name of await namesIn(folder)) {
    if (!name.startsWith(beginning) || !name.endsWith(ending)) continue;
    const processId = Number(name.slice(beginning.length, -ending.length));
    // Another process on the same store may be at it; a number that has come to this one was a dead one's.
    if (processId === process.pid || !isAlive(processId)) await names.remove(join(folder, name));
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}
