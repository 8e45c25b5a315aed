// @ts-check
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { nodeForProject, root } from './project.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] where it starts; the checkout unless it is said
 * @property {Record<string, string | undefined>} [env] added to this process's own
 * @property {number} [limit] milliseconds after which the command is ended; without one it may take its time
 * @property {boolean} [quiet] its output is thrown away
 * @property {(text: string) => void} [onOutput] is given what it prints, in place of this process's own
 * output
 */

/** Signals that end a command and, once it has ended, this process: by number, as shells count them. */
const endings = /** @type {const} */ ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 });

/**
 * How to send each command that runs a signal.
 * @type {Set<(signal: NodeJS.Signals) => void>}
 */
const running = new Set();
/** @type {number | undefined} */
let ending;

/**
 * Runs a command with this process's own output, from the checkout. Resolves to its exit code: 1 when a
 * signal ended it, 127 when it could not be started. A signal that ends this process ends every command and
 * everything it started first.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = root, env, limit, quiet = false, onOutput } = {}) {
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32';
    // Before the child runs: a signal that came in between would end this process alone.
    if (running.size === 0) for (const name of Object.keys(endings)) process.on(name, endAll);
    const child = spawn(command, args, {
      cwd,
      // What the person's shell says of production is not about these commands.
      env: { ...process.env, NODE_ENV: undefined, ...env },
      stdio: quiet ? 'ignore' : onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // A group of its own, because not every command passes a signal on to what it started.
      detached: isGroup,
    });
    /** @param {NodeJS.Signals} signal */
    const kill = (signal) => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      if (isGroup) process.kill(-child.pid, signal);
      else child.kill(signal);
    };
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => onOutput?.(text));
    const late = limit === undefined ? undefined : setTimeout(() => kill('SIGKILL'), limit);
    running.add(kill);
    /** @param {number} code */
    const end = (code) => {
      clearTimeout(late);
      running.delete(kill);
      if (running.size === 0) for (const name of Object.keys(endings)) process.off(name, endAll);
      if (ending === undefined) resolve(code);
      // What called goes no further; the last command that ends takes this process with it.
      else if (running.size === 0) process.exit(128 + ending);
    };
    child.on('error', () => end(127));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** @param {keyof typeof endings} signal */
function endAll(signal) {
  ending = endings[signal];
  for (const kill of running) kill(signal);
}

/**
 * Runs a file or tool on the project's Node, which also stands first on the PATH of what it starts.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runNode(args, options = {}) {
  const node = nodeForProject();
  const path = `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`;
  return run(node, args, { ...options, env: { PATH: path, ...options.env } });
}

/**
 * One line for the person who typed the command.
 * @param {string} line
 */
export function say(line) {
  process.stdout.write(`${line}\n`);
}
