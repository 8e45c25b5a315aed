import { useEffect, useRef, useState } from 'react';

/** Whether what a person is at has been the same for so long. */
export function useStayed(what: string, forMs: number): boolean {
  const [stayed, setStayed] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setStayed(what), forMs);
    return () => clearTimeout(timer);
  }, [what, forMs]);
  return stayed === what;
}

/** Whether what a person is at is more than passed: at once where they stood still before it, else once they have stayed for so long. */
export function useArrived(what: string, forMs: number): boolean {
  const [arrived, setArrived] = useState<string>();
  const leftAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const now = performance.now();
    const isOnTheWay = now - leftAt.current < forMs;
    leftAt.current = now;
    if (!isOnTheWay) return setArrived(what);
    const timer = setTimeout(() => setArrived(what), forMs);
    return () => clearTimeout(timer);
  }, [what, forMs]);
  return arrived === what;
}
