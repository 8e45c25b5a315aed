import type { CarpetaError } from '../../../shared/errors.ts';
import type { Batch } from '../../../shared/model/download.ts';
import { useCall } from '../../ipc/bridge.ts';
import { useUncleared } from '../../ui/cleared.tsx';

/** All batches, the newest first, as they go on, without those that a person has cleared; none until they are known. */
export function useBatches(): {
  batches: readonly Batch[];
  isKnown: boolean;
  error: CarpetaError | null;
} {
  const { data, error } = useCall('downloads.list', undefined);
  const batches = useUncleared('batches', data ?? none);
  return { batches, isKnown: data !== undefined, error };
}

const none: readonly Batch[] = [];
