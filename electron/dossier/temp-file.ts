import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Delivery } from '../../shared/model/delivery.ts';
import { type ProcessIdentity, thisProcess } from '../jobs/index.ts';
import { isMissing } from '../lib/fs-errors.ts';
import { type FileNames, patientNames, removeUnlessLocked } from '../lib/retry-while-locked.ts';

/**
 * Where the file that a delivery is making stands until it is whole. Its name tells whose it is, and which
 * process of which computer writes it; `n` is above 1 where another program holds what stands at those
 * before.
 */
export function tempFilePath(folder: string, deliveryId: string, owner = thisProcess(), n = 1): string {
  const name = `${beginningOfName(deliveryId, owner)}${n === 1 ? '' : `${n}-`}${owner.processId}.part`;
  return join(folder, name);
}

/**
 * The first {@link tempFilePath} of this process at which nothing stands: an earlier file's may still be held
 * by another program.
 */
export async function freeTempFilePath(folder: string, deliveryId: string): Promise<string> {
  for (let n = 1; ; n++) {
    const path = tempFilePath(folder, deliveryId, thisProcess(), n);
    // Where nothing can be seen at all, making the file tells why.
    const stands = await lstat(path).then(
      () => true,
      () => false,
    );
    if (!stands) return path;
  }
}

/**
 * Short, so that it fits where the file itself does: delivery and computer share the room that either would
 * have.
 */
function beginningOfName(deliveryId: string, { computer }: Pick<ProcessIdentity, 'computer'>): string {
  return `carpeta-${createHash('sha256').update(`${computer}/${deliveryId}`).digest('hex').slice(0, 8)}-`;
}

/**
 * Removes what deliveries that run nowhere any more were writing into a folder: when their process was ended,
 * or while another program held it. What is still held stays, and what another computer writes there: it
 * alone knows which of its processes live. A folder that is gone holds nothing.
 */
export async function removeTempFiles(
  folder: string,
  deliveries: readonly Pick<Delivery, 'id'>[],
  names: FileNames = patientNames(),
  owner = thisProcess(),
): Promise<void> {
  const beginnings = new Set(deliveries.map(({ id }) => beginningOfName(id, owner)));
  for (const name of await namesIn(folder)) {
    const [, beginning = '', processId = '', kind] = ofAnyDelivery.exec(name) ?? [];
    if (!beginnings.has(beginning) || !isNobodysNow(Number(processId), owner)) continue;
    // Before the note goes, which is all that tells of it.
    if (kind === 'name') await giveUpReserved(folder, name, names);
    await removeUnlessLocked(names, join(folder, name));
  }
}

const ofAnyDelivery = /^(carpeta-[0-9a-f]{8}-)(?:\d+-)?(\d+)\.(part|name)$/;

/**
 * Where a note stands, beside a temporary file, of the name that an empty file keeps for it on a disk where
 * files have one name each; of the same length.
 */
export function reservationNote(tempPath: string): string {
  return `${tempPath.replace(/\.part$/, '')}.name`;
}

/** Removes the empty file that a note tells of; what has come to stand there since stays. */
async function giveUpReserved(folder: string, note: string, names: FileNames): Promise<void> {
  const path = await textOf(join(folder, note), names);
  // The process may have ended before all of it was written.
  if (path === '' || path.split('/').some((name) => ['', '.', '..'].includes(name))) return;
  const reserved = join(folder, ...path.split('/'));
  const found = await lstat(reserved).catch(() => undefined);
  if (found?.isFile() && found.size === 0) await removeUnlessLocked(names, reserved);
}

/** Another process on the same store may be at it; a number that has come to this one was a dead one's. */
function isNobodysNow(processId: number, owner: ProcessIdentity): boolean {
  return processId === owner.processId || !owner.isAlive(processId);
}

async function textOf(path: string, names: FileNames): Promise<string> {
  const file = await names.open(path, constants.O_RDONLY);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
