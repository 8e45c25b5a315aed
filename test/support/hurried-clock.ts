import type { Clock } from '../../electron/host.ts';
import { systemClock } from '../../electron/hosts/terminal/index.ts';

/** The machine's clock, so many times as fast: waits between tries and time-outs of half a minute pass in a moment, in their order. */
export function createHurriedClock(times: number): Clock {
  const began = systemClock.now();
  const start = systemClock.elapsed();
  const elapsed = () => (systemClock.elapsed() - start) * times;
  return {
    now: () => began + Math.floor(elapsed()),
    elapsed,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
  };
}
