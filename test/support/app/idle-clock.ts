import { performance } from 'node:perf_hooks';
import { setTimeout as tick } from 'node:timers/promises';
import type { Clock } from '../../../electron/host.ts';
import { systemClock } from '../../../electron/platform/terminal/index.ts';

/** How often it looks whether the process is idle, in ms of the machine. */
const glance = 1;
/**
 * Looks in a row that must find the process idle before time is skipped: what a look itself lets begin shows
 * at the next.
 */
const looks = 2;

/**
 * The machine's clock, but time in which this process waits for nothing but time passes `times` as fast. As
 * long as anything is under way (bytes on a socket, a file, a call to the store) it never goes faster than
 * the machine: a time-out of half a minute is not over before the machine has had half a minute for the work
 * that it guards. A slow machine changes nothing.
 *
 * Pauses that others take by the machine's own timers count as idle: give a practice agency the same clock.
 */
export function createIdleClock(times = 1_000): Clock {
  const start = systemClock.elapsed();
  const began = systemClock.now();
  const sleepers = new Set<{ due: number; wake: () => void }>();
  let skipped = 0;
  let isTicking = false;

  const elapsed = () => systemClock.elapsed() - start + skipped;

  function wakeDue(): boolean {
    const due = [...sleepers].filter((sleeper) => sleeper.due <= elapsed()).sort((a, b) => a.due - b.due);
    for (const sleeper of due) sleeper.wake();
    return due.length > 0;
  }

  async function tickUntilIdle(): Promise<void> {
    isTicking = true;
    let idleLooks = 0;
    for (let seen = eventsOfLoop(); sleepers.size > 0; seen = eventsOfLoop()) {
      await tick(glance);
      idleLooks = eventsOfLoop() === seen && !isAtWork() ? idleLooks + 1 : 0;
      if (idleLooks >= looks) {
        const next = Math.min(...[...sleepers].map(({ due }) => due)) - elapsed();
        skipped += Math.max(0, Math.min(next, glance * times));
      }
      if (wakeDue()) idleLooks = 0;
    }
    isTicking = false;
  }

  return {
    now: () => began + Math.floor(elapsed()),
    elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          sleepers.delete(sleeper);
          reject(new DOMException('The sleep was ended early', 'AbortError'));
        };
        const wake = () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', stop);
          resolve();
        };
        const sleeper = { due: elapsed() + ms, wake };
        if (signal?.aborted) return stop();
        signal?.addEventListener('abort', stop, { once: true });
        sleepers.add(sleeper);
        if (!isTicking) void tickUntilIdle();
      }),
  };
}

/** Sockets, files and messages that the event loop has heard of so far; timers are none. */
const eventsOfLoop = () => performance.nodeTiming.uvMetricsInfo.events;

/** Whether a file is being read or written, a name looked up, or a worker owes an answer. */
function isAtWork(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^FSReq|^GetAddrInfo|^MessagePort$/.test(name));
}
