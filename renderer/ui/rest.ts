import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

/** How long a person has the first screen to themselves: what nobody waits for begins only then, and takes nothing from their first act. */
const restMs = 1500;

/** Resolves once the first screen has stood for a moment. */
export function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, restMs));
}

/** Whether the component has stood for a moment, or for so many ms. */
export function useRested(ms = restMs): boolean {
  const [isRested, setRested] = useState(false);
  useTimeout(() => setRested(true), ms, { autoInvoke: true });
  return isRested;
}
