// @ts-check
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Whatever a person does comes first. Linux has a priority for each thread, and V8 collects garbage and
 * compiles in others than the first. A system that refuses runs the process as any other.
 */
export function takeLowestPriority() {
  for (const thread of threads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // Some containers forbid it; a thread may have ended.
    }
  }
}

/** The threads whose priorities are their own; threads that these start take theirs. */
function threads() {
  if (process.platform !== 'linux') return [process.pid];
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}
