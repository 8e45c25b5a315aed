import type { UpdateState } from '../../../shared/model/updates.ts';
import { useCall } from '../../ipc/invoke-hooks.ts';

/** What is known of a newer version; undefined until it is known, and while it is not wanted. */
export function useUpdate(isWanted = true): UpdateState | undefined {
  return useCall('updates.get', undefined, { enabled: isWanted }).data;
}
