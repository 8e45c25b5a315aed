// @ts-check
import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.mjs';
import { debian, folder, inside } from './folder.mjs';

/**
 * Mounts what programs expect, for this command and what it starts alone: nothing stays mounted, and nothing goes on running, once it has ended.
 * `$0` is the folder, `$1` its name inside.
 */
const enter = [
  'mount -t proc proc "$0/debian/proc"',
  'mount --rbind /dev "$0/debian/dev"',
  'mkdir -p "$0/debian$1"',
  'mount --bind "$0" "$0/debian$1"',
  'shift',
  'exec chroot "$0/debian" "$@"',
].join(' && ');

const prefix = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'];

/**
 * Runs a command as root inside the Debian folder; resolves to its exit code.
 * @param {readonly string[]} command
 * @param {import('../run.mjs').RunOptions} [options]
 */
export function runInDebian(command, options = {}) {
  return run('unshare', [...prefix, 'sh', '-c', enter, folder, inside, ...command], options);
}

/**
 * What Wine is told: its own folder for registry and drive C, no chatter, and no display.
 * @type {Record<string, string>}
 */
const wineVariables = {
  HOME: '/root',
  // Else names with accents cannot be made.
  LC_ALL: 'C.UTF-8',
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  WINEPREFIX: `${inside}/prefix`,
  WINEDEBUG: '-all',
  XDG_RUNTIME_DIR: '/tmp',
};

/** How a command ends whose Wine has crashed under it: what it started would wait for ever. */
const wineCrashed = 70;

/** Runs a command with its output in a file, and ends everything when Wine's server says there that it has crashed. */
const watched = [
  '"$@" </dev/null >"$0" 2>&1 &',
  'while kill -0 $! 2>/dev/null; do',
  '  sleep 1',
  `  if tail -c 4096 "$0" | grep -q "^wineserver crashed"; then exit ${wineCrashed}; fi`,
  'done',
  'wait $!',
].join('\n');

/** Ends as the command did, once Wine has written its registry. */
const thenWait = 'cd "$0" && "$@"; code=$?; wineserver -w; exit $code';

/**
 * Runs a command line of Wine in a folder, which is named as Debian sees it. Its output comes through a file, because Node for Windows cannot
 * write to the pipes that Wine inherits.
 * @param {readonly string[]} command
 * @param {{ cwd?: string, env?: Record<string, string>, limit?: number, quiet?: boolean }} [options]
 */
export async function runWine(command, { cwd = inside, env = {}, limit, quiet = false } = {}) {
  mkdirSync(join(debian, 'tmp'), { recursive: true });
  const output = join(folder, 'output.txt');
  const variables = Object.entries({ ...wineVariables, ...env }).map(([name, value]) => `${name}=${value}`);
  closeSync(openSync(output, 'w'));
  const stop = quiet ? () => undefined : follow(output);
  try {
    return await runInDebian(
      [
        ...['env', '-i', ...variables, 'sh', '-c', watched, `${inside}/output.txt`],
        ...['sh', '-c', thenWait, cwd, ...command],
      ],
      limit === undefined ? {} : { limit },
    );
  } finally {
    stop();
  }
}

/**
 * Prints what a file grows by; the function that is given back prints the rest and ends it.
 * @param {string} path
 */
function follow(path) {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(64 * 1024);
  let position = 0;
  const print = () => {
    while (position < statSync(path).size) {
      const read = readSync(file, buffer, 0, buffer.length, position);
      if (read === 0) return;
      position += read;
      process.stdout.write(Buffer.from(buffer.subarray(0, read)));
    }
  };
  const timer = setInterval(print, 500);
  return () => {
    clearInterval(timer);
    print();
    closeSync(file);
  };
}
