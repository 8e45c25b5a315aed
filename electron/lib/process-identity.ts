import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasCode } from './retry-while-locked.ts';

/** A process, as other processes that share the store and the folders know it. */
export interface ProcessIdentity {
  computer: string;
  processId: number;
  /** Whether a process of this computer is alive. */
  isAlive(processId: number): boolean;
  /**
   * Distinguishes a process of this computer from any other that has ever had its id; `''`, or left out,
   * where the system does not tell.
   */
  startOf?(processId: number): string;
}

/** The process that runs this code. */
export function thisProcess(): ProcessIdentity {
  return { computer: hostname().replaceAll('/', '-'), processId: process.pid, isAlive, startOf };
}

/** Whether a process of this computer is alive; false where the number is no process id. */
export function isAlive(processId: number): boolean {
  // 0 and negative numbers mean process groups, which always exist.
  if (!Number.isInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return hasCode(error, 'EPERM');
  }
}

/**
 * When a process began; `''` except on Linux. It is the 22nd field of `stat` (proc(5)), in ticks since boot,
 * with the id of that boot.
 */
export function startOf(processId: number): string {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1');
    // The second field is a name in brackets and may hold anything.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${ticks}-${boot}`;
  } catch {
    return '';
  }
}
