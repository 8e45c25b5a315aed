// @ts-check
import { closeSync, mkdirSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { run } from '../run.mjs';
import { debian, folder, inside } from './folder.mjs';

/**
 * Mounts what programs expect, for this command and what it starts alone: nothing stays mounted, and nothing
 * goes on running, once it has ended. `$0` is the folder, `$1` its name inside.
 */
const mounts = [
  'cd "$0"',
  'mount -t proc proc debian/proc',
  'mount --rbind /dev debian/dev',
  'mkdir -p "debian$1"',
  'mount --bind . "debian$1"',
];

/**
 * What a run has to itself, in memory, gone once it has ended: Wine's folder over the one that was set up,
 * the share, the drive, and where programs keep what is temporary. Wine's one server makes files durable
 * itself, and on a disk all of Wine waits for it.
 */
const mountsOfOne = [
  'mount -t tmpfs tmpfs debian/tmp',
  'mkdir debian/tmp/over debian/tmp/work',
  'mount -t overlay -o lowerdir=prefix,upperdir=debian/tmp/over,workdir=debian/tmp/work overlay "debian$1/prefix"',
  ...['share', 'drive', 'prefix/drive_c/users/root/AppData/Local/Temp'].map(
    (path) => `mkdir -p "debian$1/${path}" && mount -t tmpfs tmpfs "debian$1/${path}"`,
  ),
];

/** @param {readonly string[]} steps */
function entering(steps) {
  return [...steps, 'shift', 'exec chroot debian "$@"'].join(' && ');
}

const prefix = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'];

/**
 * Runs a command as root inside the Debian folder; resolves to its exit code.
 * @param {readonly string[]} command
 * @param {import('../run.mjs').RunOptions} [options]
 */
export function runInDebian(command, options = {}) {
  return runEntered(mounts, command, options);
}

/**
 * @param {readonly string[]} steps
 * @param {readonly string[]} command
 * @param {import('../run.mjs').RunOptions} options
 */
function runEntered(steps, command, options) {
  return run('unshare', [...prefix, 'sh', '-c', entering(steps), folder, inside, ...command], options);
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

/**
 * Runs a command with its output in a file, and ends everything when Wine's server says there that it has
 * crashed.
 */
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

/** Makes the folder of Wine that every run begins with; resolves to the exit code. */
export function makeWineFolder() {
  return runWineEntered(mounts, ['wineboot', '-i'], { onOutput: () => undefined });
}

/**
 * @typedef {object} WineOptions
 * @property {string} [cwd] as Debian sees it
 * @property {Record<string, string>} [env]
 * @property {number} [limit] milliseconds after which the command is ended
 * @property {((text: string) => void) | undefined} [onOutput] is given what it prints, in place of this
 * process's own output
 */

/**
 * Runs a command line of Wine on a Wine and a processor of its own, of which nothing stays but what is
 * written into the checkout. As many may run side by side as there are processors.
 * @param {readonly string[]} command
 * @param {WineOptions} options
 */
export async function runWine(command, options) {
  free ??= [...processors()];
  const processor = free.shift();
  if (processor === undefined) throw new Error('more runs side by side than there are processors');
  try {
    return await runWineEntered([...mounts, ...mountsOfOne, stayOn(processor)], command, options);
  } finally {
    free.push(processor);
  }
}

/**
 * A step that keeps to one processor. For each file that is looked at, programs of Wine and its server take
 * turns some ten times, which takes twice the time from one processor to another.
 * @param {number} processor
 */
function stayOn(processor) {
  return `taskset -pc ${processor} $$ >/dev/null`;
}

/**
 * Those {@link processors} that no run keeps to, once one has begun.
 * @type {number[] | undefined}
 */
let free;

/** The processors that this process may use, by number. */
export function processors() {
  // Such as 0-1,4.
  const [, list = ''] = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

let runs = 0;

/**
 * The output comes through a file, because Node for Windows cannot write to the pipes that Wine inherits.
 * @param {readonly string[]} steps
 * @param {readonly string[]} command
 * @param {WineOptions} options
 */
async function runWineEntered(steps, command, { cwd = inside, env = {}, limit, onOutput = print }) {
  mkdirSync(join(debian, 'tmp'), { recursive: true });
  runs += 1;
  const name = `output-${runs}.txt`;
  const output = join(folder, name);
  const variables = Object.entries({ ...wineVariables, ...env }).map(([name, value]) => `${name}=${value}`);
  closeSync(openSync(output, 'w'));
  const stop = follow(output, onOutput);
  try {
    return await runEntered(
      steps,
      [
        ...['env', '-i', ...variables, 'sh', '-c', watched, `${inside}/${name}`],
        ...['sh', '-c', thenWait, cwd, ...command],
      ],
      limit === undefined ? {} : { limit },
    );
  } finally {
    stop();
    rmSync(output);
  }
}

/** @param {string} text */
function print(text) {
  process.stdout.write(text);
}

/**
 * Tells what a file grows by; the function that is given back tells the rest and ends it.
 * @param {string} path
 * @param {(text: string) => void} onOutput
 */
function follow(path, onOutput) {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(64 * 1024);
  const decoder = new StringDecoder('utf8');
  let position = 0;
  const tell = () => {
    while (position < statSync(path).size) {
      const read = readSync(file, buffer, 0, buffer.length, position);
      if (read === 0) return;
      position += read;
      onOutput(decoder.write(buffer.subarray(0, read)));
    }
  };
  const timer = setInterval(tell, 500);
  return () => {
    clearInterval(timer);
    tell();
    closeSync(file);
  };
}
