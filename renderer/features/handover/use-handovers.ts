import type { CarpetaError } from '../../../shared/errors.ts';
import type { Handover } from '../../../shared/model/handover.ts';
import { useCall } from '../../ipc/bridge.ts';

const none: readonly Handover[] = [];

/** All hand-overs, the latest first, as they go on. */
export function useHandovers(): {
  handovers: readonly Handover[];
  isPending: boolean;
  error: CarpetaError | null;
} {
  const { data, error, isPending } = useCall('handover.list', undefined);
  return { handovers: data ?? none, isPending, error };
}
