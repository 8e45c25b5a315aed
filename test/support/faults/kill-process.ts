import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sourceOptions } from '../../../scripts/source-options.mjs';
import type { DownloadOrder, DownloadReport } from '../process/download-process.ts';

/** A process that downloads, and that may be ended at any moment. */
export interface Started {
  child: ChildProcess;
  /** Resolves when its program has been loaded. */
  begun: Promise<void>;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** A moment in the life of a process: resolves when it has come, rejects when the signal ends first. */
export type Moment = (signal: AbortSignal) => Promise<void>;

const program = fileURLToPath(new URL('../process/download-process.ts', import.meta.url));

const noLinks = ['--import', new URL('../disk/no-links.mjs', import.meta.url).href];

/**
 * Starts one; `compiled` is a folder for what the next one need not compile again. To one that plays it no
 * file can have a second name.
 */
export function startProcess(order: DownloadOrder, compiled: string, playsNoLinks = false): Started {
  const child = spawn(process.execPath, [...sourceOptions, ...(playsNoLinks ? noLinks : []), program], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DOWNLOAD_ORDER: JSON.stringify(order),
      // Half of a short run is compiling the program.
      NODE_COMPILE_CACHE: compiled,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const begun = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.startsWith('begun\n')) resolve();
    });
    child.once('exit', () => resolve());
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => ({
    code: typeof code === 'number' ? code : null,
    stdout,
    stderr,
  }));
  return { child, begun, ended };
}

/** Ends a process at its moment; gives its report where it was faster. */
export async function runUntil(process: Started, moment: Moment): Promise<DownloadReport | undefined> {
  await process.begun;
  const waiting = new AbortController();
  await Promise.race([moment(waiting.signal).catch(() => undefined), process.ended]);
  waiting.abort();
  process.child.kill('SIGKILL');
  const { code } = await process.ended;
  return code === null ? undefined : runToEnd(process);
}

const timeoutMs = 120_000;

/** Lets a process come to its end; gives its report. */
export async function runToEnd({ child, ended }: Started): Promise<DownloadReport> {
  const waiting = new AbortController();
  const tooLong = wait(timeoutMs, undefined, { signal: waiting.signal }).then(
    () => child.kill('SIGKILL'),
    () => false,
  );
  const { code, stdout, stderr } = await ended;
  waiting.abort();
  if (await tooLong) throw new Error(`a process did not end in ${timeoutMs} ms\n${stdout}${stderr}`);
  if (code !== 0) throw new Error(`a process ended with ${code}\n${stdout}${stderr}`);
  const line = stdout.trim().split('\n').at(-1) ?? '';
  const report: DownloadReport = JSON.parse(line);
  return report;
}
