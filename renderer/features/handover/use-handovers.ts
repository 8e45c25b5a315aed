import { useMemo } from 'react';
import type { CarpetaError } from '../../../shared/errors.ts';
import type { Handover } from '../../../shared/model/handover.ts';
import { useCall } from '../../ipc/bridge.ts';
import { useIsCleared } from '../../ui/cleared.tsx';

/** All hand-overs, the latest first, as they go on, without those that a person has cleared. */
export function useHandovers(): {
  handovers: readonly Handover[];
  isPending: boolean;
  error: CarpetaError | null;
} {
  const { data, error, isPending } = useCall('handover.list', undefined);
  const isCleared = useIsCleared('handovers');
  const handovers = useMemo(() => data?.filter(({ id }) => !isCleared(id)) ?? [], [data, isCleared]);
  return { handovers, isPending, error };
}
