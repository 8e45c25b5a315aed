import { useSyncExternalStore } from 'react';
import { useChangeSettings, useSetting } from '../ipc/settings-hooks.ts';

/** The steps of the tour, from a number to a saved search. Their texts are in `help:tour.steps`. */
export const tourSteps = ['search', 'select', 'download', 'save'] as const;
export type TourStep = (typeof tourSteps)[number];

let current: TourStep | undefined;
const listeners = new Set<() => void>();

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** Goes to a step of the tour; undefined leaves it. */
export function goToStep(step: TourStep | undefined): void {
  current = step;
  for (const changed of listeners) changed();
}

/** The step that is shown; undefined outside the tour. */
export function useTourStep(): TourStep | undefined {
  return useSyncExternalStore(listen, () => current);
}

/** A function that starts the tour on a new computer, once: the setting turns it off from then on. */
export function useStartFirstTour(): () => void {
  const showsTour = useSetting('showsTour');
  const change = useChangeSettings();
  return () => {
    if (!showsTour) return;
    goToStep(tourSteps[0]);
    // A setting that cannot be stored, such as an administrator's, costs a second tour and nothing else.
    change({ showsTour: false }).catch(() => undefined);
  };
}
