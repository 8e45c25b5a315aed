import { useQueryClient } from '@tanstack/react-query';
import type { CarpetaError } from '../../../shared/errors.ts';
import type { SweepProgress } from '../../../shared/model/search.ts';
import { useCall, useEvent } from '../../bridge.ts';

/** How far a result's sweep is, as it goes on. `onGrown` is called when rows have come or changed. */
export function useSweep(
  resultSetId: string,
  onGrown: () => void,
): { sweep: SweepProgress | undefined; error: CarpetaError | null } {
  const queries = useQueryClient();
  const { data, error } = useCall('search.progress', { resultSetId });
  useEvent('sweep.progress', (progress) => {
    if (progress.resultSetId !== resultSetId) return;
    queries.setQueryData<SweepProgress>(['search.progress', { resultSetId }], progress);
    onGrown();
  });
  return { sweep: data, error };
}
