// @ts-check
import { lintChecks, typeChecks } from '../lint.mjs';

/**
 * One step of a run: a check that Node runs and that holds or does not, tests that a tool runs and counts, or
 * a look at what those before have left.
 * @typedef {object} Stage
 * @property {string} name
 * @property {'node' | 'vitest' | 'playwright' | 'leftovers'} tool
 * @property {readonly string[]} args of the tool
 * @property {boolean} [isWhole] it cannot be shared among several machines
 * @property {'browser' | 'window'} [needs] without which it is left out: Chromium, or anything that shows the
 * page
 * @property {boolean} [mayBeEmpty] a run without any test is none that failed
 * @property {string} [after] the name of a stage that stands before it in its group, whose end it waits for
 */

/**
 * End the names of tests that take long, which are left to the rest: those that Node runs, and those that a
 * browser does.
 */
const slow = { inNode: '.slow.test.ts', inBrowser: '.slow.browser.test.tsx' };

/** Tests of what only Electron runs: the model of it is small enough for every branch to be held. */
const ofElectron = [
  'test/unit/electron/platform/electron/',
  'test/scenarios/platform/electron/',
  'test/unit/electron/ipc/call-gate.test.ts',
  'test/unit/electron/main.test.ts',
  'test/unit/electron/preload.test.ts',
];

/**
 * Tests of the page's parts, in a browser.
 * @type {Stage}
 */
export const pageTests = {
  name: "tests of the page's parts",
  tool: 'vitest',
  args: ['--config=vitest.page.config.ts'],
  needs: 'browser',
};

/**
 * The last of each run: nothing of it stays in the folder for temporary files.
 * @type {Stage}
 */
export const leftovers = { name: 'nothing is left behind', tool: 'leftovers', args: [] };

/**
 * Those that Node runs and that are not slow: the longest part of `npm test`.
 * @type {Stage}
 */
const unitTests = {
  name: 'unit and integration tests',
  tool: 'vitest',
  args: [`--exclude=test/**/*${slow.inNode}`],
};

/** What `npm test -- units` does. */
export const unitStages = [[unitTests], [leftovers]];

/** @type {readonly Stage[]} */
const checks = [...typeChecks, ...lintChecks].map((check) => ({ ...check, tool: 'node' }));

const build = 'build';

/**
 * What `npm test` does: groups one after another, the stages of a group side by side, begun in their order.
 * The specs open the page that was built. Tests in Node take the longest, read nothing that is built, and use
 * all of two cores only now and then: all else runs beside them.
 * @type {readonly (readonly Stage[])[]}
 */
export const firstStages = [
  [
    unitTests,
    { name: build, tool: 'node', args: ['scripts/build.mjs'] },
    ...checks,
    { ...pageTests, args: [...pageTests.args, `--exclude=test/**/*${slow.inBrowser}`] },
    {
      name: 'end-to-end tests, smoke',
      tool: 'playwright',
      args: ['--project=smoke'],
      needs: 'window',
      after: build,
    },
  ],
  [leftovers],
];

/**
 * What `npm test` leaves out, one after another.
 * @type {readonly Stage[]}
 */
export const otherStages = [
  {
    name: 'slow tests',
    tool: 'vitest',
    args: [...ofElectron.map((tests) => `--exclude=${tests.replace(/\/$/, '/**')}`), slow.inNode],
  },
  {
    name: "slow tests of the page's parts",
    tool: 'vitest',
    args: [...pageTests.args, slow.inBrowser],
    needs: 'browser',
  },
  {
    name: "Electron's side, every branch",
    tool: 'vitest',
    args: ['--coverage', ...ofElectron],
    isWhole: true,
  },
  {
    name: 'end-to-end tests, smoke on a page built for development',
    tool: 'playwright',
    args: ['--project=development'],
    needs: 'window',
  },
  { name: 'end-to-end tests, full', tool: 'playwright', args: ['--project=full'], needs: 'window' },
  { name: 'end-to-end tests, screens', tool: 'playwright', args: ['--project=screens'], needs: 'window' },
];
