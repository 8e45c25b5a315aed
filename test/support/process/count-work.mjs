// @ts-check
/**
 * Loaded before a program (`--import`), counts in all of its threads what does not depend on the machine, and
 * writes the sums to `CARPETA_COUNTS` when it ends: patterns made, letters that patterns read, statements of
 * SQL, the asynchronous calls of the file system, and, in main's thread, calls of the project's own
 * functions.
 */
import callbacks, { writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { Session } from 'node:inspector';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const names = ['patternsMade', 'lettersRead', 'statements', 'fileCalls'];
const shared = /** @type {SharedArrayBuffer | undefined} */ (getEnvironmentData('counts'));
const counts = new BigInt64Array(shared ?? new SharedArrayBuffer(8 * names.length));
if (isMainThread) setEnvironmentData('counts', counts.buffer);

/**
 * @param {string} name
 * @param {number} more
 */
const add = (name, more) => void Atomics.add(counts, names.indexOf(name), BigInt(more));

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args, made) {
    add('patternsMade', 1);
    return Reflect.construct(target, args, made);
  },
});
const exec = RegExp.prototype.exec;
RegExp.prototype.exec = function (text) {
  add('lettersRead', Math.max(0, text.length - (this.global || this.sticky ? this.lastIndex : 0)));
  return exec.call(this, text);
};

/**
 * @param {object} owner
 * @param {string} method
 * @param {string} name
 */
function count(owner, method, name) {
  const real = Reflect.get(owner, method);
  /** @this {unknown} @param {unknown[]} args */
  function counted(...args) {
    add(name, 1);
    return Reflect.apply(real, this, args);
  }
  Reflect.set(owner, method, counted);
}

/**
 * Counts the calls of functions of `electron/` and `shared/` in this thread; gives what gives their number.
 */
function countCalls() {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return () => {
    let sum = 0;
    session.post('Profiler.takePreciseCoverage', (_, { result }) => {
      for (const { url, functions } of result)
        if (/\/(?:electron|shared)\//.test(url) && !url.includes('node_modules'))
          for (const { ranges } of functions) sum += ranges[0]?.count ?? 0;
    });
    return sum;
  };
}

for (const method of ['run', 'get', 'all', 'iterate']) count(StatementSync.prototype, method, 'statements');
const paths = [
  'open',
  'rename',
  'link',
  'unlink',
  'lstat',
  'stat',
  'mkdir',
  'readdir',
  'rm',
  'chmod',
  'utimes',
  'realpath',
  'access',
];
const handles = [
  'read',
  'write',
  'writev',
  'fstat',
  'fsync',
  'fdatasync',
  'ftruncate',
  'fchmod',
  'futimes',
  'close',
];
for (const method of paths) count(fs, method, 'fileCalls');
for (const method of [...paths, ...handles]) count(callbacks, method, 'fileCalls');
syncBuiltinESMExports();
if (isMainThread) {
  const probe = await fs.open(process.execPath);
  const handle = Object.getPrototypeOf(probe);
  for (const method of [
    'write',
    'writev',
    'read',
    'sync',
    'datasync',
    'stat',
    'truncate',
    'chmod',
    'utimes',
    'close',
  ])
    count(handle, method, 'fileCalls');
  await probe.close();
  const calls = countCalls();
  process.on('exit', () => {
    const sums = Object.fromEntries(names.map((name, index) => [name, Number(counts[index])]));
    const totals = { ...sums, functionCalls: calls() };
    writeFileSync(process.env['CARPETA_COUNTS'] ?? '', JSON.stringify(totals));
  });
}
