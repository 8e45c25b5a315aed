import { hostname } from 'node:os';

/** A process as others on the same store and in the same folders know it. */
export interface ProcessIdentity {
  computer: string;
  processId: number;
  /** Whether a process of this computer lives. */
  isAlive(processId: number): boolean;
}

/** The process that this runs in. */
export function thisProcess(): ProcessIdentity {
  return { computer: hostname().replaceAll('/', '-'), processId: process.pid, isAlive };
}

/** Whether a process of this computer lives; what is no process's number is none of a living one. */
export function isAlive(processId: number): boolean {
  // To the system 0 and below mean groups of processes, which are always there.
  if (!Number.isInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (thrown) {
    // Refused means that it lives and is somebody else's.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
