import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StartWorker } from '../../host.ts';

/** Starts a script as a Node process. Never inside Electron, whose program starts another app. */
export const startWorker: StartWorker = async (script, { heapMb }) => {
  const child = fork(fileURLToPath(script), [], {
    execArgv: heapOptions(heapMb),
    env: workerEnvironment(process.env),
    // The libraries that read documents warn on the console, which belongs to the app. The end of standard
    // input tells the worker that this process has ended.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    // Bytes are sent as bytes, not as JSON.
    serialization: 'advanced',
  });
  // An ended worker is reported by its exit.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    // The process could not be started.
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

/** Maximum size of V8's young generation, MiB: with its own, garbage of a hundred papers piles up. */
const semiSpaceMb = 8;

/** The options by which V8 bounds the heap of a process. */
export function heapOptions(heapMb: number): string[] {
  return [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${semiSpaceMb}`];
}

/**
 * The environment of a process that reads documents from outside: without Carpeta's own variables, such as a
 * key.
 */
export function workerEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(CARPETA_|NODE_OPTIONS$)/i.test(name)));
}
