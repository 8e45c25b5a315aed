import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/**
 * What a program took: seconds of time and of processors, with all that it started, and its largest memory in
 * bytes (0 where the system tells none).
 */
export interface Spent {
  seconds: number;
  processor: number;
  peak: number;
}

const lookEveryMs = 40;

/** Runs a program to its end, as a shell starts it. Rejects where it ends with another code than 0. */
export async function spentBy(
  command: readonly string[],
  { env = {}, cwd }: { env?: Readonly<Record<string, string>>; cwd?: string } = {},
): Promise<Spent & { output: string }> {
  const child = spawn('bash', ['-c', 'TIMEFORMAT="spent %R %U %S"; time "$@"', 'time', ...command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  let [output, errors, peak] = ['', '', 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const looking = setInterval(() => {
    peak = Math.max(peak, memoryBelow(child.pid ?? 0));
  }, lookEveryMs);
  const [code] = (await once(child, 'close')) as [number];
  clearInterval(looking);
  const times = /spent ([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(errors)?.slice(1).map(Number);
  if (code !== 0 || !times) throw new Error(`${command[0]} ended with ${code}: ${errors.slice(-600)}`);
  const [seconds = 0, user = 0, system = 0] = times;
  return { seconds, processor: user + system, peak, output };
}

/** The largest that a process or one of those below it has been, as Linux tells it. */
function memoryBelow(pid: number): number {
  try {
    const high = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean);
    return Math.max(Number(high) * 1024, ...children.map((child) => memoryBelow(Number(child))));
  } catch {
    return 0; // It has ended, or the system has no such files.
  }
}
