// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { hasDisplay } from './display.mjs';
import { electronBinary } from './electron-binary.mjs';
import { createKeychainSession } from './keychain-session.mjs';
import { lintChecks, typeChecks } from './lint.mjs';
import { progressVariable } from './progress-reporter.mjs';
import { nodeForProject, root, tool } from './project.mjs';
import { run, runNode, say } from './run.mjs';
import { setUp } from './set-up.mjs';
import { countPlaywright, countUnfinished, countVitest } from './test-counts.mjs';

/**
 * @typedef {import('./test-counts.mjs').Counts} Counts
 * @typedef {{ name: string, count: () => Promise<Counts> }} Stage
 */

/** No stage takes half of this; one that hangs is a failure. */
const stageLimit = 20 * 60_000;
const reports = join(root, 'dist/test');

/** `npm test`: every check of the project. The last line is `N passed, N failed`. */
async function test() {
  await setUp('test');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const keychain = createKeychainSession();
  return runStages([
    ...[...lintChecks, ...typeChecks].map(({ name, args }) => checkStage(name, () => runNode(args))),
    checkStage('build of the page', () => built('page')),
    checkStage('build of the main process', () => built('main')),
    unitStage(
      'unit and integration tests',
      keychain,
      ofElectron.map((tests) => `--exclude=${tests.replace(/\/$/, '/**')}`),
    ),
    unitStage("Electron's side, every branch", keychain, ['--coverage', ...ofElectron]),
    endToEndStage(keychain),
  ]);
}

/** Tests of what only Electron runs: the fake of it is small enough for every branch to be held. */
const ofElectron = [
  'test/hosts/electron/',
  'test/hosts/ipc.test.ts',
  'test/main.test.ts',
  'test/preload.test.ts',
];

/** @param {readonly Stage[]} stages */
async function runStages(stages) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const { name, count } of stages) {
    say(`\n── ${name}`);
    const began = performance.now();
    const counts = await count();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    lines.push(
      `${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${counts.passed} passed, ${counts.failed} failed` +
        `${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''} (${seconds} s)`,
      ...counts.failures.map((failure) => `         ${failure}`),
    );
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  say(`\n${lines.join('\n')}`);
  if (total.skipped > 0) say(`${total.skipped} skipped`);
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

/**
 * A stage that holds or does not.
 * @param {string} name
 * @param {() => Promise<number>} check resolves to an exit code
 * @returns {Stage}
 */
function checkStage(name, check) {
  return {
    name,
    count: async () => ((await check()) === 0 ? counted(1, 0) : counted(0, 1)),
  };
}

/** @param {import('./build.mjs').Target} target */
async function built(target) {
  try {
    await build(target);
    return 0;
  } catch (thrown) {
    say(String(thrown));
    return 1;
  }
}

/**
 * @param {string} name
 * @param {import('./keychain-session.mjs').KeychainSession} keychain
 * @param {readonly string[]} which
 * @returns {Stage}
 */
function unitStage(name, { prefix, env }, which) {
  const report = join(reports, `${name.replace(/\W+/g, '-')}.json`);
  const progress = `${report}.progress`;
  return {
    name,
    count: async () => {
      const reporters = ['default', 'json', './scripts/progress-reporter.mjs'].map(
        (each) => `--reporter=${each}`,
      );
      const args = [tool('vitest/vitest.mjs'), 'run', ...reporters, `--outputFile.json=${report}`, ...which];
      const code = await runPrefixed(prefix, args, { ...env, [progressVariable]: progress });
      const whole = readReport(report);
      return whole ? countVitest(whole, code) : countUnfinished(readReport(progress));
    },
  };
}

/**
 * @param {import('./keychain-session.mjs').KeychainSession} keychain
 * @returns {Stage}
 */
function endToEndStage({ prefix, env }) {
  const report = join(reports, 'end-to-end.json');
  return {
    name: 'end-to-end tests',
    count: async () => {
      // Electron has no way to run without a display; the Chromium host has.
      const screen = electronBinary() !== undefined && !hasDisplay() ? ['xvfb-run', '-a'] : [];
      const args = [tool('@playwright/test/cli.js'), 'test', '--reporter=list,json'];
      const code = await runPrefixed([...screen, ...prefix], args, {
        ...env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      });
      return countPlaywright(readReport(report), code);
    },
  };
}

/**
 * @param {readonly string[]} prefix
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 */
function runPrefixed([first, ...rest], args, env) {
  return first === undefined
    ? runNode(args, { env, limit: stageLimit })
    : run(first, [...rest, nodeForProject(), ...args], { env, limit: stageLimit });
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/**
 * @param {number} passed
 * @param {number} failed
 * @returns {Counts}
 */
function counted(passed, failed) {
  return { passed, failed, skipped: 0, failures: [] };
}

process.exitCode = await test();
