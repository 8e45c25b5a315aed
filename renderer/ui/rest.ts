import { useEffect, useState } from 'react';

/** How long a person has the first screen to themselves: what nobody waits for begins only then, and takes nothing from their first act. */
const restMs = 1500;

/** Resolves once the first screen has stood for a moment. */
export function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, restMs));
}

/** Whether the component has stood for a moment. */
export function useRested(): boolean {
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  return isRested;
}
