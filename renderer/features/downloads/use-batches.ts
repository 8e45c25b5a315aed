import { useQueryClient } from '@tanstack/react-query';
import type { CarpetaError } from '../../../shared/errors.ts';
import type { Batch } from '../../../shared/model/download.ts';
import { useCall, useEvent } from '../../bridge.ts';
import { mergeBatches } from './batch-numbers.ts';

const key = ['downloads.list', undefined];

/** All batches, the newest first, as they go on. */
export function useBatches(): { batches: readonly Batch[]; error: CarpetaError | null } {
  const queries = useQueryClient();
  const { data, error } = useCall('downloads.list', undefined, { staleTime: 30_000 });
  useEvent('downloads.progress', ({ batches }) => {
    queries.setQueryData<Batch[]>(key, (known) => mergeBatches(known ?? [], batches));
  });
  return { batches: data ?? none, error };
}

const none: readonly Batch[] = [];
