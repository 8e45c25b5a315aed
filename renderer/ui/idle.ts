import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

/**
 * How long a person has the first screen to themselves: what nobody waits for begins only then, and takes
 * nothing from their first action.
 */
const idleMs = 1500;
/** How long after a turn of the wheel, a key or a press nobody counts as doing something any more. */
const quietMs = 1000;

const inputEvents = ['wheel', 'scroll', 'keydown', 'pointerdown'] as const;
let lastInputAt = Number.NEGATIVE_INFINITY;

/** Begins to notice when somebody does something, anywhere in the page. */
export function watchUserInput(): void {
  const note = () => {
    lastInputAt = performance.now();
  };
  for (const event of inputEvents) document.addEventListener(event, note, { capture: true, passive: true });
}

/** Resolves once the first screen has stood for a moment. */
export function waitUntilShown(): Promise<void> {
  return after(idleMs);
}

let last: Promise<void> = Promise.resolve();

/**
 * Does what nobody waits for once nobody has done anything for a moment, and what was begun so before has
 * ended: scripts and styles that come then take the page from no action. Rejects as it does.
 */
export function runWhenIdle(task: () => Promise<void>): Promise<void> {
  const done = last.then(quiet).then(task);
  last = done.catch(() => undefined);
  return done;
}

async function quiet(): Promise<void> {
  for (let waitMs = msUntilQuiet(); waitMs > 0; waitMs = msUntilQuiet()) await after(waitMs);
  await new Promise((resolve) => requestIdleCallback(resolve));
}

function msUntilQuiet(): number {
  return lastInputAt + quietMs - performance.now();
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Whether the component has stood for a moment, or for so many ms. */
export function useIdle(ms = idleMs): boolean {
  const [isIdle, setIdle] = useState(false);
  useTimeout(() => setIdle(true), ms, { autoInvoke: true });
  return isIdle;
}
