import { useQueryClient } from '@tanstack/react-query';
import type { CarpetaError } from '../../../shared/errors.ts';
import type { Handover } from '../../../shared/model/handover.ts';
import { useCall, useEvent } from '../../bridge.ts';

const key = ['handover.list', undefined];
const none: readonly Handover[] = [];

/** All hand-overs, the latest first, as they go on. */
export function useHandovers(): {
  handovers: readonly Handover[];
  isPending: boolean;
  error: CarpetaError | null;
} {
  const queries = useQueryClient();
  const { data, error, isPending } = useCall('handover.list', undefined);
  useEvent('handover.progress', (changed) => {
    queries.setQueryData<readonly Handover[]>(key, (known) => withChanged(known ?? [], changed));
  });
  return { handovers: data ?? none, isPending, error };
}

/** The hand-overs with one that has changed in its place; a new one first. */
export function withChanged(known: readonly Handover[], changed: Handover): readonly Handover[] {
  return known.some(({ id }) => id === changed.id)
    ? known.map((one) => (one.id === changed.id ? changed : one))
    : [changed, ...known];
}
