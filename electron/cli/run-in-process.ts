import type { StartWorker } from '../host.ts';
import { createTerminalHost } from '../platform/terminal/index.ts';
import { exitCode } from './exit-code.ts';
import { runCli, sourceLineOf } from './run.ts';

interface ProcessOptions {
  /** The program's name in help texts. */
  program: string;
  /** Stops the command, as the process's signals do. */
  stopSignal?: AbortSignal;
  /** How workers are started. Default: as Node does, which Electron's program cannot. */
  startWorker?: StartWorker;
}

/**
 * Runs one command as the purpose of this process: over its streams, stopped by its signals. Resolves to its
 * exit code after all output is written.
 */
export async function runInProcess(
  argv: readonly string[],
  { program, stopSignal, startWorker }: ProcessOptions,
): Promise<number> {
  const { env, stdin, stdout, stderr } = process;
  // Node would print the message of an uncaught error, which may quote a URL with a key.
  const end = (error: unknown) => {
    stderr.write(`UNEXPECTED ${sourceLineOf(error)}\n`);
    process.exit(exitCode.someFailed);
  };
  process.on('uncaughtException', end);
  // Electron prints an unhandled rejection and goes on (`electron_browser_main_parts.cc`,
  // warn-with-error-code).
  process.on('unhandledRejection', end);
  const stop = new AbortController();
  // A file beyond the person's limit (`ulimit -f`) would end the process silently; with a listener, the write
  // fails with an error.
  if (process.platform !== 'win32') process.on('SIGXFSZ', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  // A reader such as `head` closes the pipe early: that is no error.
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
 * Resolves when all output has been written: a pipe on Windows is asynchronous, and an exit would lose the
 * rest.
 */
function written(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
