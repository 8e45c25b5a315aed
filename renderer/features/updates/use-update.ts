import type { UpdateState } from '../../../shared/model/updates.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';

/** What is known of a newer version; undefined until it is known, and while it is not wanted. */
export function useUpdate(isEnabled = true): UpdateState | undefined {
  return useInvokeQuery('updates.get', undefined, { enabled: isEnabled }).data;
}
