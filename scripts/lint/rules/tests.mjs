// @ts-check
import { isName } from '../imports.mjs';
import { isNode } from '../source-files.mjs';
import { isGlobal, isProduct } from './source-paths.mjs';

/**
 * @typedef {import('../rules.mjs').Rules} Rules
 * @typedef {import('../source-files.mjs').Node} Node
 */

/**
 * Support of tests that may wait by the machine's own time, and why: it looks again whether something outside
 * this process is so, or ends what hangs. Benchmarks and campaigns measure time and are no tests.
 */
const mayWait = new Map([
  [
    'test/support/app/idle-clock.ts',
    'is the clock of tests: looks each millisecond whether the process is idle',
  ],
  ['test/support/app/downloads-fixture.ts', 'looks again until no transfer is under way'],
  ['test/support/agency/watch-traffic.ts', 'looks again until no request is under way'],
  [
    'test/support/app/day-of-use.ts',
    'looks again until disks and threads are done, which have their own time',
  ],
  ['test/support/app/keychain.ts', 'looks again until the secret service is up'],
  ['test/support/faults/kill-process.ts', 'ends a process that hangs'],
  ['test/support/faults/kill-trial.ts', 'chooses the moment at which a process is killed'],
  ['test/support/faults/fault-trial.ts', 'ends a batch that hangs'],
  ['test/support/process/retained-bytes.ts', 'measures what is held while other work goes on'],
  ['test/support/faults/hostile-figures.ts', 'measures how long the loop of its process is held up'],
  ['test/e2e/support/killable-app.ts', 'looks again until the browser that it started can be reached'],
  ['test/e2e/support/seeded-app.ts', 'looks again until another process has seeded the desk'],
]);
const timers = new Set(['setTimeout', 'setInterval']);
const howTestsWait = 'tests wait for a state, or by a clock that they are given';

/** @param {string} path */
const mustNotWait = (path) => /^test\/(?!bench\/|campaign\/)/.test(path) && !mayWait.has(path);

/** @param {Node} options */
function portOf(options) {
  const properties = /** @type {Node[]} */ (options['properties']);
  return properties.find((property) => isName(property['key'], 'port'))?.['value'];
}

/** @param {unknown} node */
function isFixedPort(node) {
  return isNode(node) && node.type === 'Literal' && Number(node['value']) > 0;
}

/** @type {Rules} */
export const tests = {
  imports: [
    {
      name: 'product-needs-no-tests-or-scripts',
      refuse: (path, { target }) =>
        isProduct(path) && target.kind === 'file' && /^(test|scripts)\//.test(target.path)
          ? 'the product does not import tests or scripts'
          : undefined,
    },
    {
      name: 'tests-import-no-timers',
      refuse: (path, { target, names }) =>
        mustNotWait(path) &&
        target.kind === 'builtin' &&
        /^timers(\/promises)?$/.test(target.name) &&
        names.some((name) => ['*', 'scheduler'].includes(name) || timers.has(name))
          ? howTestsWait
          : undefined,
    },
  ],
  nodes: [
    {
      name: 'tests-do-not-sleep',
      refuse: (path, node) => {
        const called = node.type === 'CallExpression' ? node['callee'] : undefined;
        if (!mustNotWait(path) || !isNode(called)) return undefined;
        const object = called.type === 'MemberExpression' ? called['object'] : undefined;
        const property = called.type === 'MemberExpression' ? called['property'] : called;
        const isTimer = [...timers].some((name) => isName(property, name));
        const isSleep =
          (isName(property, 'sleep') && isName(object, 'systemClock')) ||
          (isName(property, 'wait') && isName(object, 'Atomics'));
        const sleeps = isTimer ? object === undefined || isGlobal(object) : isSleep;
        const passesOn = /** @type {unknown[]} */ (node['arguments']).some((argument) =>
          [...timers].some((name) => isName(argument, name)),
        );
        return sleeps || passesOn || isName(property, 'waitForTimeout') ? howTestsWait : undefined;
      },
    },
    {
      name: 'tests-take-any-free-port',
      refuse: (path, node) => {
        const called = node.type === 'CallExpression' ? node['callee'] : undefined;
        if (!path.startsWith('test/') || !isNode(called) || !isName(called['property'], 'listen'))
          return undefined;
        const [first] = /** @type {unknown[]} */ (node['arguments']);
        return isFixedPort(isNode(first) && first.type === 'ObjectExpression' ? portOf(first) : first)
          ? 'another program may have this port: 0 takes a free one'
          : undefined;
      },
    },
  ],
};
