import { fileURLToPath } from 'node:url';
import { app, utilityProcess } from 'electron';
import type { StartWorker } from '../../host.ts';
import { workerEnvironment } from '../terminal/index.ts';

/**
 * Starts a script as a utility process, once Electron is ready: the fuses keep its program from running
 * scripts as Node does.
 */
export const startWorker: StartWorker = async (script, { heapMb }) => {
  await app.whenReady();
  const child = utilityProcess.fork(fileURLToPath(script), [], {
    // V8 hears this switch (`javascript_environment.cc`); Node's own options for V8 are not read there
    // (`node_bindings.cc`).
    execArgv: [`--js-flags=--max-old-space-size=${heapMb}`],
    env: workerEnvironment(process.env),
    // The libraries that read documents warn on the console.
    stdio: 'ignore',
    serviceName: 'Carpeta: papers',
  });
  let [hasSpawned, hasEnded] = [false, false];
  child.once('spawn', () => {
    hasSpawned = true;
  });
  // What V8 says before it ends comes as an error (`OnV8FatalError`): unheard, it would be thrown in main.
  // The end follows.
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
      // Before it has spawned nothing can be ended (`UtilityProcessWrapper::Kill`), and one that cannot be
      // launched never says so.
      if (!hasSpawned) child.once('spawn', () => child.kill());
      else if (child.kill()) await ended;
    },
  };
};
