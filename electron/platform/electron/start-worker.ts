import { fileURLToPath } from 'node:url';
import { app, utilityProcess } from 'electron';
import type { StartWorker } from '../../host.ts';
import { heapOptions, workerEnvironment } from '../terminal/index.ts';

/**
 * Starts a script as a utility process, once Electron is ready: the fuses keep its program from running
 * scripts as Node does.
 */
export const startWorker: StartWorker = async (script, { heapMb }) => {
  await app.whenReady();
  const child = utilityProcess.fork(fileURLToPath(script), [], {
    // V8 reads this switch (`javascript_environment.cc`); Node's own V8 options are ignored there
    // (`node_bindings.cc`).
    execArgv: [`--js-flags=${heapOptions(heapMb).join(' ')}`],
    env: workerEnvironment(process.env),
    // The libraries that read documents warn on the console.
    stdio: 'ignore',
    serviceName: 'Carpeta: papers',
  });
  let [hasSpawned, hasEnded] = [false, false];
  child.once('spawn', () => {
    hasSpawned = true;
  });
  // A fatal V8 error arrives as an event (`OnV8FatalError`): without a listener it would be thrown in main.
  // The exit follows.
  child.on('error', () => undefined);
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code) => {
      hasEnded = true;
      resolve(code);
    });
  });
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void ended.then(listener),
    end: async () => {
      if (hasEnded) return;
      // Before it has spawned it cannot be killed (`UtilityProcessWrapper::Kill`), and a process that fails
      // to launch never reports it.
      if (!hasSpawned) child.once('spawn', () => child.kill());
      else if (child.kill()) await ended;
    },
  };
};
