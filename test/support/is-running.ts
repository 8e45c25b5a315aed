import { spawnSync } from 'node:child_process';

/** Whether a process still does something; one that only waits to be counted does not. Needs `ps`. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return !/^(Z|\s*$)/.test(stdout);
}
