import type { CarpetaError } from '../../../shared/errors.ts';
import type { Batch } from '../../../shared/model/download.ts';
import { useToldCall } from '../../bridge.ts';
import { mergeBatches } from './batch-numbers.ts';

/** All batches, the newest first, as they go on; none until they are known. */
export function useBatches(): {
  batches: readonly Batch[];
  isKnown: boolean;
  error: CarpetaError | null;
} {
  const { data, error } = useToldCall(
    ['downloads.list', undefined],
    'downloads.progress',
    // What is told before all of them are known is put into the answer.
    (known, { batches }) => known && mergeBatches(known, batches),
  );
  return { batches: data ?? none, isKnown: data !== undefined, error };
}

const none: readonly Batch[] = [];
