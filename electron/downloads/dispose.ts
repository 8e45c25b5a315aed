import type { TakenTransfer } from '../store/index.ts';
import type { CarryMeans } from './carry.ts';
import { pathIn } from './landing.ts';
import { removeLeft } from './leftovers.ts';
import type { Run, Wanted } from './run.ts';

/** Pauses or cancels a document that was taken from the queue and is at rest; what had been begun of a cancelled one goes. */
export async function disposeOf(
  { ledger, disk, clock }: CarryMeans,
  { batch: { uuid: batch }, destination }: Run,
  taken: TakenTransfer,
  wanted: Wanted,
): Promise<void> {
  const { id, isTouched, sealed } = taken;
  if (wanted === 'pause') {
    await ledger.write({ kind: 'returned', state: 'paused', batch, id, isTouched });
    return;
  }
  await removeLeft({ disk, clock }, destination, { path: pathIn(taken.folder, taken.stem), sealed });
  const at = new Date(clock.now()).toISOString();
  await ledger.write({ kind: 'ended', state: 'cancelled', batch, id, at });
}
