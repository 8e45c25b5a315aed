import { type ChildProcess, fork as forkNode } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ForkOptions } from 'electron';
import { needReady } from './life-cycle.ts';
import { addState } from './state.ts';

export const workerState = addState(() => ({
  /** Every utility process, with what it was given. */
  workers: [] as { modulePath: string; options: ForkOptions; child: UtilityProcess }[],
  /** Whether the system launches any: one that it does not says nothing, ever. */
  launches: true,
}));

/** Gives a process of Node's the port of a utility process. */
const parentPort = pathToFileURL(join(import.meta.dirname, '../process/utility-process-port.mjs')).href;

/**
 * A utility process, played by one of Node's (`lib/browser/api/utility-process.ts`,
 * `shell/browser/api/electron_api_utility_process.cc`). Messages wait until it has spawned; before that it
 * has no id and cannot be ended; one that was ended by `kill` ends with 0.
 */
class UtilityProcess extends EventEmitter {
  pid: number | undefined;
  #child: ChildProcess | undefined;
  #waiting: object[] = [];
  #isKilled = false;

  constructor(modulePath: string, args: readonly string[], { execArgv = [], env }: ForkOptions) {
    super();
    if (workerState.launches) setImmediate(() => this.#launch(modulePath, args, execArgv, env));
  }

  #launch(
    modulePath: string,
    args: readonly string[],
    execArgv: readonly string[],
    env: ForkOptions['env'],
  ): void {
    // Of V8's flags it hears what stands in `--js-flags` alone (`JavascriptEnvironment::Initialize`).
    const flags = execArgv.flatMap((each) => /^--js-flags=(.*)$/.exec(each)?.[1]?.split(' ') ?? []);
    const child = forkNode(modulePath, args, {
      execArgv: [...flags, '--import', parentPort],
      ...(env && { env: env as NodeJS.ProcessEnv }),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#child = child;
    this.pid = child.pid;
    child.on('message', (message) => this.emit('message', message));
    child.once('exit', (code, signal) => {
      this.pid = undefined;
      // V8 tells of its end first (`OnV8FatalError`).
      if (signal === 'SIGABRT') this.emit('error', 'FatalError', 'v8', '{}');
      this.emit('exit', this.#isKilled ? 0 : (code ?? 5));
    });
    this.emit('spawn');
    // One that has ended by then is told by its end alone.
    for (const message of this.#waiting) child.send(message, () => undefined);
  }

  postMessage(message: object): void {
    if (this.#child) this.#child.send(message, () => undefined);
    else this.#waiting.push(message);
  }

  kill(): boolean {
    if (this.pid === undefined || !this.#child) return false;
    this.#isKilled = true;
    return this.#child.kill('SIGKILL');
  }
}

export const utilityProcess = {
  fork(modulePath: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess {
    needReady('utilityProcess cannot be created before app is ready.');
    const child = new UtilityProcess(modulePath, args, options);
    workerState.workers.push({ modulePath, options, child });
    return child;
  },
};
