import { useEffect, useEffectEvent } from 'react';
import { notShown, type PaperState } from './paper-handle.ts';

/** Tells what a paper is at whenever that changes, and that there is none once it goes. */
export function useReportState(onState: (state: PaperState) => void, state: PaperState): void {
  const report = useEffectEvent((isThere: boolean) => onState(isThere ? state : notShown));
  const text = JSON.stringify(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told again whenever it says something else.
  useEffect(() => report(true), [text]);
  useEffect(() => () => report(false), []);
}
