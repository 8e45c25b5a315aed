import { Worker } from 'node:worker_threads';
import { AppError, type ErrorData, type Outcome } from '../../shared/errors.ts';

/** A worker's message: it has started, one step is done, perhaps with its result, or the outcome. */
export type WorkerMessage =
  | { kind: 'begun' }
  | { kind: 'step'; value?: unknown }
  | { kind: 'end'; outcome: Outcome<unknown> };

/** The result of a worker's task; structured clone sends it to the app. */
export interface Performed {
  value: unknown;
}

/** The channel to the app, for Electron's utility processes and Node's forks. */
interface Parent {
  say(message: WorkerMessage): void;
  onWork(listener: (work: unknown) => void): void;
}

/**
 * Runs the one task that this process was started for. `toErrorData` selects what the app gets of its errors.
 */
export function serveWork<Work>(
  perform: (work: Work, onStep: (value?: unknown) => void) => Promise<Performed>,
  toErrorData: (error: unknown) => ErrorData,
): void {
  const parent = parentOf(process);
  // The app sends the task of this worker's script, and nobody else can send.
  parent.onWork((work) => {
    perform(work as Work, (value) => parent.say({ kind: 'step', value })).then(
      ({ value }) => parent.say({ kind: 'end', outcome: { ok: true, value } }),
      (error: unknown) => parent.say({ kind: 'end', outcome: { ok: false, error: toErrorData(error) } }),
    );
  });
  parent.say({ kind: 'begun' });
}

/** Electron gives a utility process a port (`lib/utility/init.ts`), whose messages are events with `data`. */
interface ElectronProcess {
  parentPort: {
    postMessage(message: unknown): void;
    once(event: 'message', listener: (event: { data: unknown }) => void): void;
  };
}

function portOfElectron(process: object): ElectronProcess['parentPort'] | undefined {
  return 'parentPort' in process ? (process as ElectronProcess).parentPort : undefined;
}

function parentOf(process: NodeJS.Process): Parent {
  const parentPort = portOfElectron(process);
  if (parentPort) {
    return {
      say: (message) => parentPort.postMessage(message),
      onWork: (listener) => parentPort.once('message', ({ data }) => listener(data)),
    };
  }
  if (!process.send) throw new AppError('UNEXPECTED', 'such work is done in a process of its own only');
  // The result of a task has no receiver once the app has ended.
  process.once('disconnect', () => process.exit());
  endWithParent();
  return {
    say: (message) => void process.send?.(message),
    onWork: (listener) => void process.once('message', listener),
  };
}

/**
 * Ends this process with its parent, even while its own script blocks. A thread waits for the end of standard
 * input, which the system closes with the parent (`platform/terminal/start-worker.ts`). Electron ends its own
 * processes with the browser process.
 */
function endWithParent(): void {
  const watch = `
    const { Socket } = require('node:net');
    const end = () => process.kill(process.pid, 'SIGKILL');
    new Socket({ fd: 0, readable: true, writable: false }).on('error', end).on('close', end).resume();
  `;
  // Enough for these few lines.
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };
  const thread = new Worker(watch, { eval: true, execArgv: [], resourceLimits });
  // The task works without it.
  thread.on('error', () => undefined);
  thread.unref();
}
