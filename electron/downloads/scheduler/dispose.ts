import type { TakenTransfer } from '../../store/index.ts';
import type { CarryMeans } from '../transfer/run-transfer.ts';
import type { Run, Wanted } from './run.ts';

/** Writes down that a document that was taken from the queue and is at rest is paused or cancelled; a `.part` that it may have stays noted. */
export function disposeOf(
  { ledger, clock }: CarryMeans,
  { batch: { uuid: batch } }: Run,
  { id, isTouched }: TakenTransfer,
  wanted: Wanted,
): Promise<void> {
  if (wanted === 'pause') return ledger.write({ kind: 'returned', state: 'paused', batch, id, isTouched });
  const at = new Date(clock.now()).toISOString();
  return ledger.write({ kind: 'cancelled', batch, id, isTouched, at });
}
