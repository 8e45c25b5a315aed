import type { CarpetaError } from '../../../shared/errors.ts';
import type { SweepProgress } from '../../../shared/model/search.ts';
import { useEvent, useToldCall } from '../../bridge.ts';

/** How far a result's sweep is, as it goes on. `onGrown` is called when rows have come or changed, with how it stands. */
export function useSweep(
  resultSetId: string,
  onGrown: (state: SweepProgress['state']) => void,
): { sweep: SweepProgress | undefined; error: CarpetaError | null } {
  const { data, error } = useToldCall(
    ['search.progress', { resultSetId }],
    'sweep.progress',
    (known, progress) => (progress.resultSetId === resultSetId ? progress : known),
  );
  useEvent('sweep.progress', (progress) => {
    if (progress.resultSetId === resultSetId) onGrown(progress.state);
  });
  return { sweep: data, error };
}
