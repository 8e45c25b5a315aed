import { useEffect, useEffectEvent } from 'react';
import { notShown, type ViewState } from './view-handle.ts';

/** Reports the state of a document whenever it changes, and that there is none on unmount. */
export function useReportState(onState: (state: ViewState) => void, state: ViewState): void {
  const report = useEffectEvent((isThere: boolean) => onState(isThere ? state : notShown));
  const text = JSON.stringify(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is reported whenever its text changes.
  useEffect(() => report(true), [text]);
  useEffect(() => () => report(false), []);
}
