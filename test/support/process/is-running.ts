import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process still does something; one that only waits to be counted does not. */
export function isRunning(pid: number): boolean {
  const state = process.platform === 'linux' ? stateInProc(pid) : stateByPs(pid);
  return !/^(Z|\s*$)/.test(state);
}

/** The letter that follows the name of the program, which may hold any sign; proc(5), `/proc/pid/stat`. */
function stateInProc(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2);
  } catch {
    return '';
  }
}

function stateByPs(pid: number): string {
  const { stdout, error } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  if (error) throw error;
  return stdout;
}
