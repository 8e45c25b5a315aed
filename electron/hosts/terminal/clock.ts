import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../host.ts';

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, signal && { signal }),
};
