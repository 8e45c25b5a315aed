import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handover } from '../../shared/model/handover.ts';
import { type FileNames, patientNames, removeUnlessHeld } from '../disk/index.ts';
import { isAlive } from '../leases/index.ts';
import { isMissing } from './disk-error.ts';

/** Where the file that a hand-over is making stands until it is whole. Its name tells whose it is, and which process writes it. */
export function unfinishedPath(folder: string, handoverId: string): string {
  return join(folder, `${beginningOfName(handoverId)}${process.pid}.part`);
}

// Short, so that it fits where the file itself does.
function beginningOfName(handoverId: string): string {
  return `carpeta-${handoverId.slice(0, 8)}-`;
}

/**
 * Removes what hand-overs that run nowhere any more were writing into a folder: when their process was ended, or while another program held it. What
 * is still held stays. A folder that is gone holds nothing.
 */
export async function removeUnfinished(
  folder: string,
  handovers: readonly Pick<Handover, 'id'>[],
  names: FileNames = patientNames(),
): Promise<void> {
  const beginnings = new Set(handovers.map(({ id }) => beginningOfName(id)));
  for (const name of await namesIn(folder)) {
    const [, beginning = '', processId = ''] = ofAnyHandover.exec(name) ?? [];
    if (beginnings.has(beginning) && isNobodysNow(Number(processId)))
      await removeUnlessHeld(names, join(folder, name));
  }
}

const ofAnyHandover = /^(carpeta-.+-)(\d+)\.part$/;

/** Another process on the same store may be at it; a number that has come to this one was a dead one's. */
function isNobodysNow(processId: number): boolean {
  return processId === process.pid || !isAlive(processId);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}
