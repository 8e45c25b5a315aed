// @ts-check
// JavaScript, because the process that recognises words strips no types (`ocr-worker.mjs`).
import { Worker } from 'node:worker_threads';

/**
 * A worker's message: it has started, one step is done, perhaps with its result, or the outcome.
 * @typedef {{ kind: 'begun' }
 *   | { kind: 'step', value?: unknown }
 *   | { kind: 'end', outcome: import('../../shared/errors.ts').Outcome<unknown> }} WorkerMessage
 */

/**
 * The result of a worker's task; structured clone sends it to the app.
 * @typedef {{ value: unknown }} Performed
 */

/**
 * The channel to the app, for Electron's utility processes and Node's forks.
 * @typedef {{ say(message: WorkerMessage): void, onWork(listener: (work: unknown) => void): void }} Parent
 */

/**
 * Runs the one task that this process was started for. `toErrorData` selects what the app gets of its errors.
 * @template Work
 * @param {(work: Work, onStep: (value?: unknown) => void) => Promise<Performed>} perform
 * @param {(error: unknown) => import('../../shared/errors.ts').ErrorData} toErrorData
 */
export function serveWork(perform, toErrorData) {
  const parent = parentOf(process);
  // The app sends the task of this worker's script, and nobody else can send.
  parent.onWork((work) => {
    perform(/** @type {Work} */ (work), (value) => parent.say({ kind: 'step', value })).then(
      ({ value }) => parent.say({ kind: 'end', outcome: { ok: true, value } }),
      (/** @type {unknown} */ error) =>
        parent.say({ kind: 'end', outcome: { ok: false, error: toErrorData(error) } }),
    );
  });
  parent.say({ kind: 'begun' });
}

/**
 * Electron gives a utility process a port (`lib/utility/init.ts`), whose messages are events with `data`.
 * @typedef {{
 *   postMessage(message: unknown): void,
 *   once(event: 'message', listener: (event: { data: unknown }) => void): void,
 * }} ParentPort
 */

/**
 * @param {object} process
 * @returns {ParentPort | undefined}
 */
function portOfElectron(process) {
  return 'parentPort' in process ? /** @type {{ parentPort: ParentPort }} */ (process).parentPort : undefined;
}

/**
 * @param {NodeJS.Process} process
 * @returns {Parent}
 */
function parentOf(process) {
  const parentPort = portOfElectron(process);
  if (parentPort) {
    return {
      say: (message) => parentPort.postMessage(message),
      onWork: (listener) => parentPort.once('message', ({ data }) => listener(data)),
    };
  }
  if (!process.send) throw new Error('such work is done in a process of its own only');
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
function endWithParent() {
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
