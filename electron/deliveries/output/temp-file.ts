import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Delivery } from '../../../shared/model/delivery.ts';
import { type ProcessIdentity, thisProcess } from '../../jobs/index.ts';
import { succeeds } from '../../lib/async.ts';
import { isMissing } from '../../lib/fs-errors.ts';
import { type FileNames, patientNames, readWhole, removeUnlessLocked } from '../../lib/retry-while-locked.ts';

/**
 * The path of a delivery's file until it is complete. Its name identifies the delivery, and the process and
 * computer that write it. `n` is above 1 where another program has locked the earlier names.
 */
export function tempFilePath(folder: string, deliveryId: string, owner = thisProcess(), n = 1): string {
  const name = `${beginningOfName(deliveryId, owner)}${n === 1 ? '' : `${n}-`}${owner.processId}.part`;
  return join(folder, name);
}

/** The first free {@link tempFilePath} of this process: another program may have locked an earlier file. */
export async function freeTempFilePath(folder: string, deliveryId: string): Promise<string> {
  for (let n = 1; ; n++) {
    const path = tempFilePath(folder, deliveryId, thisProcess(), n);
    // If the folder is not readable, making the file reports why.
    if (!(await succeeds(lstat(path)))) return path;
  }
}

/** Short, so that it fits where the final name does: delivery and computer share one hash. */
function beginningOfName(deliveryId: string, { computer }: Pick<ProcessIdentity, 'computer'>): string {
  return `carpeta-${createHash('sha256').update(`${computer}/${deliveryId}`).digest('hex').slice(0, 8)}-`;
}

/**
 * Removes temporary files in a folder from deliveries that no longer run, because their process ended, or
 * another program had locked the file. Locked files stay, as do those of other computers: only they know
 * which of their processes live. A missing folder has none.
 */
export async function removeTempFiles(
  folder: string,
  deliveries: readonly Pick<Delivery, 'id'>[],
  names: FileNames = patientNames(),
  owner = thisProcess(),
): Promise<void> {
  const beginnings = new Set(deliveries.map(({ id }) => beginningOfName(id, owner)));
  for (const name of await filesIn(folder)) {
    const [, beginning = '', processId = '', kind] = ofAnyDelivery.exec(name) ?? [];
    if (!beginnings.has(beginning) || !isNobodysNow(Number(processId), owner)) continue;
    // Before the note is removed, which is the only record of the reserved name.
    if (kind === 'name') await removeReservation(folder, name, names);
    await removeUnlessLocked(names, join(folder, name));
  }
}

const ofAnyDelivery = /^(carpeta-[0-9a-f]{8}-)(?:\d+-)?(\d+)\.(part|name)$/;

/**
 * The path of a note next to a temporary file. It names the empty file that reserves the final name on a disk
 * without hard links. Both paths have one length.
 */
export function reservationNote(tempPath: string): string {
  return `${tempPath.replace(/\.part$/, '')}.name`;
}

/** Removes the empty file that a note names; a file with content stays. */
async function removeReservation(folder: string, note: string, names: FileNames): Promise<void> {
  const path = (await readWhole(join(folder, note), names)).toString();
  // The process may have ended before all of it was written.
  if (path === '' || path.split('/').some((name) => ['', '.', '..'].includes(name))) return;
  const reserved = join(folder, ...path.split('/'));
  if (await isEmptyFile(reserved)) await removeUnlessLocked(names, reserved);
}

/** Whether a file without content is at a path, which reserves a name; false where that cannot be read. */
export async function isEmptyFile(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true && found.size === 0;
}

/**
 * Another process on the same database may still write it. If the id is this process's own, an ended process
 * had it before.
 */
function isNobodysNow(processId: number, owner: ProcessIdentity): boolean {
  return processId === owner.processId || !owner.isAlive(processId);
}

/** The files in a folder: a pipe would never end, and a folder or a link is not the app's. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
