import { readFileSync } from 'node:fs';

/**
 * Processor seconds of the processes that this one started and that have ended: `cutime` and `cstime`
 * (proc(5)), in hundredths.
 */
export function secondsOfChildren(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(afterName[13]) + Number(afterName[14])) / 100;
}
