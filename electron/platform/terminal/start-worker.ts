import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StartWorker } from '../../host.ts';

/** Starts a script as a process of Node's. Never inside Electron, whose program starts another app. */
export const startWorker: StartWorker = async (script, { heapMb }) => {
  const child = fork(fileURLToPath(script), [], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: workerEnvironment(process.env),
    // The libraries that read documents warn on the console, which belongs to the app. Standard input tells
    // the worker when this process is gone.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    // Bytes go over as bytes.
    serialization: 'advanced',
  });
  // One that has ended is told by that.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    // It could not be started.
    child.on('error', () => child.pid === undefined && resolve(null));
  });
  return {
    send: (message) => void child.send(message as object, () => undefined),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void ended.then(listener),
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
};

/**
 * What a process that reads documents from outside is told of this one's environment: nothing that is
 * Carpeta's own, such as a key.
 */
export function workerEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(CARPETA_|NODE_OPTIONS$)/i.test(name)));
}
