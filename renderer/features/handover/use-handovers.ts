import type { CarpetaError } from '../../../shared/errors.ts';
import type { Handover } from '../../../shared/model/handover.ts';
import { useToldCall } from '../../bridge.ts';

const none: readonly Handover[] = [];

/** All hand-overs, the latest first, as they go on. */
export function useHandovers(): {
  handovers: readonly Handover[];
  isPending: boolean;
  error: CarpetaError | null;
} {
  const { data, error, isPending } = useToldCall(
    ['handover.list', undefined],
    'handover.progress',
    (known = [], changed) => withChanged(known, changed),
  );
  return { handovers: data ?? none, isPending, error };
}

/** The hand-overs with one that has changed in its place; a new one first. */
export function withChanged(known: readonly Handover[], changed: Handover): Handover[] {
  return known.some(({ id }) => id === changed.id)
    ? known.map((one) => (one.id === changed.id ? changed : one))
    : [changed, ...known];
}
