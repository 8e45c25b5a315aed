import type { StartWorker } from '../host.ts';
import { createTerminalHost } from '../platform/terminal/index.ts';
import { exitCode } from './exit-code.ts';
import { placeOf, runCli } from './run.ts';

export interface ProcessOptions {
  /** How help calls the program. */
  program: string;
  /** Ends the command, as the process's signals do. */
  stopSignal?: AbortSignal;
  /** How workers are started. Default: as Node does, which Electron's program cannot. */
  startWorker?: StartWorker;
}

/**
 * Runs one command as what this process is for: over its streams, ended by its signals. Gives its exit code,
 * everything said.
 */
export async function runInProcess(
  argv: readonly string[],
  { program, stopSignal, startWorker }: ProcessOptions,
): Promise<number> {
  const { env, stdin, stdout, stderr } = process;
  // Node would print the message of what nobody caught, and it may quote an address with a key in it.
  const end = (error: unknown) => {
    stderr.write(`UNEXPECTED ${placeOf(error)}\n`);
    process.exit(exitCode.someFailed);
  };
  process.on('uncaughtException', end);
  // Electron prints a rejection that nobody handled and goes on (`electron_browser_main_parts.cc`,
  // warn-with-error-code).
  process.on('unhandledRejection', end);
  const stop = new AbortController();
  // A file that is larger than the person's limit (`ulimit -f`) would end the process without a word; heard,
  // it is an error of its writing.
  if (process.platform !== 'win32') process.on('SIGXFSZ', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  // A reader such as `head` that has seen enough closes the pipe: that is no fault.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    stop.abort();
  });
  const signal = stopSignal ? AbortSignal.any([stop.signal, stopSignal]) : stop.signal;
  const startHost = () => createTerminalHost(env, startWorker && { startWorker });
  const code = await runCli(argv, { env, stdin, stdout, stderr, signal, program, startHost });
  await Promise.all([written(stdout), written(stderr)]);
  return code;
}

/**
 * Resolves when what was said has left: a pipe takes it later than it is written, on Windows, and an ended
 * process says no more.
 */
function written(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
