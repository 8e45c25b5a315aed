import type { UpdateState } from '../../../shared/model/updates.ts';
import { useToldCall } from '../../bridge.ts';

/** What is known of a newer version; undefined until it is known, and while it is not wanted. */
export function useUpdate(isWanted = true): UpdateState | undefined {
  const told = useToldCall(['updates.get', undefined], 'updates.changed', (_known, state) => state, {
    enabled: isWanted,
  });
  return told.data;
}
