import { useEffect, useEffectEvent, useRef } from 'react';
import type { CarpetaError } from '../../../shared/errors.ts';
import type { SweepProgress } from '../../../shared/model/search.ts';
import { useEvent, useToldCall } from '../../bridge.ts';

/** How far a result's sweep is, as it goes on. `onGrown` is called when rows have come or changed. */
export function useSweep(
  resultSetId: string,
  onGrown: () => void,
): { sweep: SweepProgress | undefined; error: CarpetaError | null } {
  const { data, error } = useToldCall(
    ['search.progress', { resultSetId }],
    'sweep.progress',
    (known, progress) => (progress.resultSetId === resultSetId ? progress : known),
  );
  useEvent('sweep.progress', (progress) => {
    if (progress.resultSetId === resultSetId) onGrown();
  });
  const before = useRef(data);
  const grow = useEffectEvent(onGrown);
  useEffect(() => {
    // Rows that came after the first answer and before anybody listened were told to nobody.
    if (before.current && before.current !== data) grow();
    before.current = data;
  }, [data]);
  return { sweep: data, error };
}
