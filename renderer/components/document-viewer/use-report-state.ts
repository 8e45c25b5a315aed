import { useEffect, useEffectEvent } from 'react';
import { notShown, type ViewState } from './view-handle.ts';

/** Tells what a document is at whenever that changes, and that there is none once it goes. */
export function useReportState(onState: (state: ViewState) => void, state: ViewState): void {
  const report = useEffectEvent((isThere: boolean) => onState(isThere ? state : notShown));
  const text = JSON.stringify(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told again whenever it says something else.
  useEffect(() => report(true), [text]);
  useEffect(() => () => report(false), []);
}
