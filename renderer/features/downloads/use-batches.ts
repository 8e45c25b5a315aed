import type { CarpetaError } from '../../../shared/errors.ts';
import type { Batch } from '../../../shared/model/download.ts';
import { useToldCall } from '../../bridge.ts';
import { mergeBatches } from './batch-numbers.ts';

/** All batches, the newest first, as they go on. */
export function useBatches(): { batches: readonly Batch[]; error: CarpetaError | null } {
  const { data, error } = useToldCall(
    ['downloads.list', undefined],
    'downloads.progress',
    (known = [], { batches }) => mergeBatches(known, batches),
  );
  return { batches: data ?? none, error };
}

const none: readonly Batch[] = [];
