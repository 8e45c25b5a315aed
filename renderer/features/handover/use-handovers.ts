import type { CarpetaError } from '../../../shared/errors.ts';
import type { Handover } from '../../../shared/model/handover.ts';
import { useCall } from '../../ipc/bridge.ts';
import { useUncleared } from '../../ui/cleared.tsx';

const none: readonly Handover[] = [];

/** All hand-overs, the latest first, as they go on, without those that a person has cleared. */
export function useHandovers(): {
  handovers: readonly Handover[];
  isPending: boolean;
  error: CarpetaError | null;
} {
  const { data, error, isPending } = useCall('handover.list', undefined);
  const handovers = useUncleared('handovers', data ?? none);
  return { handovers, isPending, error };
}
