import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Every command line on this machine, a line each, as anybody on it can read them. */
export function commandLines(): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['axww', '-o', 'args='], { encoding: 'utf8' }).stdout;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(commandLineOf).join('\n');
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It has ended since.
    return '';
  }
}
