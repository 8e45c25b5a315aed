import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process as others on the same store and in the same folders know it. */
export interface ProcessIdentity {
  computer: string;
  processId: number;
  /** Whether a process of this computer lives. */
  isAlive(processId: number): boolean;
  /**
   * What tells a process of this computer from any other that has ever had its number; `''`, or left out,
   * where the system does not tell.
   */
  startOf?(processId: number): string;
}

/** The process that this runs in. */
export function thisProcess(): ProcessIdentity {
  return { computer: hostname().replaceAll('/', '-'), processId: process.pid, isAlive, startOf };
}

/** Whether a process of this computer lives; what is no process's number is none of a living one. */
export function isAlive(processId: number): boolean {
  // To the system 0 and below mean groups of processes, which are always there.
  if (!Number.isInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Refused means that it lives and is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * When a process began, `''` where the system does not tell, which only Linux does: the 22nd field of `stat`
 * (proc(5)), in ticks since the start of the system, which has an id of its own.
 */
export function startOf(processId: number): string {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1');
    // The second field is a name in brackets, which may hold anything.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${ticks}-${boot}`;
  } catch {
    return '';
  }
}
