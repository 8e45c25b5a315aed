import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../host.ts';

/** Awaited between steps of long work: resolves at once, or in the next turn of the event loop when the last one was a while ago. */
export type Breath = () => Promise<void> | undefined;

/** Milliseconds that work may take without a turn of the event loop: shorter than a frame. */
const longestTurn = 10;

/** Work that begins now. */
export function createBreath(clock: Pick<Clock, 'elapsed'>): Breath {
  let since = clock.elapsed();
  return () => {
    if (clock.elapsed() - since < longestTurn) return undefined;
    return nextTurn().then(() => {
      since = clock.elapsed();
    });
  };
}
