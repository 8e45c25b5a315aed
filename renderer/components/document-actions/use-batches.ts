import { useMemo } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { Batch } from '../../../shared/model/download.ts';
import { missingCount } from '../../../shared/model/missing-count.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useIsCleared } from '../../ui/cleared-entries.tsx';

/** All batches with live updates, the newest first, without those the person cleared; empty until loaded. */
export function useBatches(): {
  batches: readonly Batch[];
  isKnown: boolean;
  error: AppError | null;
} {
  const { data, error } = useInvokeQuery('downloads.list', undefined);
  const isCleared = useIsCleared('batches');
  const batches = useMemo(() => data?.filter(({ id }) => !isCleared(id)) ?? [], [data, isCleared]);
  return { batches, isKnown: data !== undefined, error };
}

/** A batch with live updates; undefined if it does not exist. */
export function useBatch(batchId: string): Batch | undefined {
  return useBatches().batches.find(({ id }) => id === batchId);
}

/** The counts of a batch that are displayed. */
interface BatchNumbers {
  total: number;
  /** Downloaded, or already on this computer. */
  good: number;
  /** Failed or not signed: to be reviewed. */
  missing: number;
  /** The agency has no file for them: nothing to download, and no error. */
  withoutFile: number;
  cancelled: number;
  /** With a final outcome of any kind. */
  finished: number;
  /** 0 to 1; 1 for an empty batch that has ended. */
  fraction: number;
}

/** The counts of a batch; never more finished than there are. */
export function batchNumbers({
  counts,
  documents,
  state,
}: Pick<Batch, 'counts' | 'documents' | 'state'>): BatchNumbers {
  const good = counts.done + counts.here;
  const missing = missingCount(counts);
  const withoutFile = counts['no-file'];
  const finished = Math.min(documents, good + missing + withoutFile + counts.cancelled);
  const fraction = documents > 0 ? finished / documents : state.kind === 'ended' ? 1 : 0;
  return { total: documents, good, missing, withoutFile, cancelled: counts.cancelled, finished, fraction };
}

/** All batches that have not ended, as one. */
export function allTogether(batches: readonly Batch[]): { finished: number; total: number } {
  const open = batches.filter(({ state }) => state.kind !== 'ended').map(batchNumbers);
  return {
    finished: open.reduce((sum, { finished }) => sum + finished, 0),
    total: open.reduce((sum, { total }) => sum + total, 0),
  };
}

/** Whether a batch has documents or an index that a person should look at. */
export function hasErrors({
  counts,
  indexError,
  selectionError,
}: Pick<Batch, 'counts' | 'indexError' | 'selectionError'>): boolean {
  return missingCount(counts) > 0 || indexError !== undefined || selectionError !== undefined;
}

/** The outcome of an ended batch: the worst of its documents. */
type BatchEnd = 'whole' | 'cancelled' | 'partly-cancelled' | 'with-problems';

/** The outcome of a batch; undefined if it has not ended. */
export function endOf(
  batch: Pick<Batch, 'counts' | 'documents' | 'state' | 'indexError' | 'selectionError'>,
): BatchEnd | undefined {
  if (batch.state.kind !== 'ended') return undefined;
  const { cancelled, good } = batchNumbers(batch);
  if (cancelled > 0) return good > 0 ? 'partly-cancelled' : 'cancelled';
  return hasErrors(batch) ? 'with-problems' : 'whole';
}
