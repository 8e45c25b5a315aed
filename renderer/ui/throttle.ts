import { useEffect, useEffectEvent, useRef } from 'react';

/** A function that runs `run` at most once in `ms`, and once more after the last call that came in between. */
export function useThrottled(run: () => void, ms: number): () => void {
  const runs = useEffectEvent(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWaiting = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const call = useRef(() => {
    if (timer.current !== undefined) {
      isWaiting.current = true;
      return;
    }
    runs();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!isWaiting.current) return;
      isWaiting.current = false;
      call.current();
    }, ms);
  });
  return call.current;
}
