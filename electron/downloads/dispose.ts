import type { TakenTransfer } from '../store/index.ts';
import type { CarryMeans } from './carry.ts';
import { patiently } from './disk/trouble.ts';
import { partPathOf } from './landing.ts';
import type { Run, Wanted } from './run.ts';
import { removeIfThere } from './transfer/part-file.ts';

/** Pauses or cancels a document that was taken from the queue and is at rest; what had been begun of a cancelled one goes. */
export async function disposeOf(
  { ledger, disk, clock }: CarryMeans,
  { batch: { uuid: batch }, destination }: Run,
  taken: TakenTransfer,
  wanted: Wanted,
): Promise<void> {
  const { id, isTouched } = taken;
  if (wanted === 'pause') {
    await ledger.write({ kind: 'returned', state: 'paused', batch, id, isTouched });
    return;
  }
  await patiently(clock, () => removeIfThere(disk, partPathOf({ destination, taken })));
  const at = new Date(clock.now()).toISOString();
  await ledger.write({ kind: 'ended', state: 'cancelled', batch, id, at });
}
