import type { CarpetaError } from '../../../shared/errors.ts';
import type { Batch } from '../../../shared/model/download.ts';
import { useCall } from '../../ipc/bridge.ts';

/** All batches, the newest first, as they go on; none until they are known. */
export function useBatches(): {
  batches: readonly Batch[];
  isKnown: boolean;
  error: CarpetaError | null;
} {
  const { data, error } = useCall('downloads.list', undefined);
  return { batches: data ?? none, isKnown: data !== undefined, error };
}

const none: readonly Batch[] = [];
