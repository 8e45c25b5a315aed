// @ts-check
import { constants, setPriority } from 'node:os';

/** Whatever a person does comes first. A system that refuses runs the process as any other. */
export function takeLowestPriority() {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some containers forbid it.
  }
}
