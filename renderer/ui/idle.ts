import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

/**
 * Delay before background work starts, in ms: until then the first screen belongs to the person's first
 * action.
 */
const idleMs = 1500;
/** How long after a wheel, key or pointer event the person counts as active, in ms. */
const quietMs = 1000;

const inputEvents = ['wheel', 'scroll', 'keydown', 'pointerdown'] as const;
let lastInputAt = Number.NEGATIVE_INFINITY;

/** Starts to watch for input anywhere in the page. */
export function watchUserInput(): void {
  const note = () => {
    lastInputAt = performance.now();
  };
  for (const event of inputEvents) document.addEventListener(event, note, { capture: true, passive: true });
}

/** Resolves once the first screen has been shown for a moment. */
export function waitUntilShown(): Promise<void> {
  return after(idleMs);
}

let last: Promise<void> = Promise.resolve();

/**
 * Runs a background task once the person is idle and earlier tasks have ended: loading scripts and styles
 * must not delay an action. Rejects like the task.
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

/** Whether the component has been mounted for `ms`. */
export function useIdle(ms = idleMs): boolean {
  const [isIdle, setIdle] = useState(false);
  useTimeout(() => setIdle(true), ms, { autoInvoke: true });
  return isIdle;
}
