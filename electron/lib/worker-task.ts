import { Worker } from 'node:worker_threads';
import { AppError, type ErrorData, type Outcome } from '../../shared/errors.ts';

/** What a worker says: that it is there, that one step is done, or the end. */
export type WorkerMessage = { kind: 'begun' } | { kind: 'step' } | { kind: 'end'; outcome: Outcome<unknown> };

/** What a worker's work gives; structured clone takes it to the app. */
export interface Performed {
  value: unknown;
}

/** The way to the app, of Electron's utility processes and of those that Node forks. */
interface Parent {
  say(message: WorkerMessage): void;
  onWork(listener: (work: unknown) => void): void;
}

/**
 * Does the one piece of work that this process was started for. `toErrorData` says what of its errors the app
 * gets.
 */
export function serveWork<Work>(
  perform: (work: Work, onStep: () => void) => Promise<Performed>,
  toErrorData: (error: unknown) => ErrorData,
): void {
  const parent = parentOf(process);
  // The app sends what this worker was made for, and nobody else can.
  parent.onWork((work) => {
    perform(work as Work, () => parent.say({ kind: 'step' })).then(
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
  // Nobody waits for the work of an app that has ended.
  process.once('disconnect', () => process.exit());
  endWithParent();
  return {
    say: (message) => void process.send?.(message),
    onWork: (listener) => void process.once('message', listener),
  };
}

/**
 * Ends this process with the one that started it, also while its own script does not come back: a thread
 * hears the end of standard input, which the system closes with that process
 * (`platform/terminal/start-worker.ts`). Electron's own processes end with their browser by themselves.
 */
function endWithParent(): void {
  const watch = `
    const { Socket } = require('node:net');
    const end = () => process.kill(process.pid, 'SIGKILL');
    new Socket({ fd: 0, readable: true, writable: false }).on('error', end).on('close', end).resume();
  `;
  // It needs no more than these few lines.
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };
  const thread = new Worker(watch, { eval: true, execArgv: [], resourceLimits });
  // Without it the work is done all the same.
  thread.on('error', () => undefined);
  thread.unref();
}
