import type { UpdateState } from '../../../shared/model/updates.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';

/** The update state; undefined until loaded, and while disabled. */
export function useUpdate(isEnabled = true): UpdateState | undefined {
  return useInvokeQuery('updates.get', undefined, { enabled: isEnabled }).data;
}
