import type { Store, TakenTransfer } from '../../database/index.ts';
import type { StopReason, TransferContext } from '../transfer/index.ts';
import type { Run } from './batch-run.ts';

/** Stores that a stopped document is paused or cancelled; its `.part` stays recorded. */
export function writeStop(
  { ledger, clock }: TransferContext,
  { batch: { uuid: batch } }: Run,
  { id, hasPartFile }: TakenTransfer,
  reason: StopReason,
): Promise<void> {
  if (reason === 'pause') return ledger.write({ kind: 'returned', state: 'paused', batch, id, hasPartFile });
  const at = new Date(clock.now()).toISOString();
  return ledger.write({ kind: 'cancelled', batch, id, hasPartFile, at });
}

/** Stores that prefetched documents wait again. */
export async function returnToLedger(
  store: Pick<Store, 'writeSteps'>,
  owner: string,
  { batch: { uuid: batch } }: Run,
  transfers: readonly TakenTransfer[],
): Promise<void> {
  const steps = transfers.map(
    ({ id, hasPartFile }) => ({ kind: 'returned', state: 'waiting', batch, id, hasPartFile }) as const,
  );
  if (steps.length > 0) await store.writeSteps(owner, steps);
}
