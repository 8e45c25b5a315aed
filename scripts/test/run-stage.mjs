// @ts-check
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasDisplay } from '../display.mjs';
import { electronBinary } from '../electron-binary.mjs';
import { nodeForProject, root, tool } from '../project.mjs';
import { run, runNode } from '../run.mjs';
import { eventsVariable, readEvents } from './events.mjs';
import { outcomeOfLeftovers } from './leftovers.mjs';
import { leftOut, outcomeOf, outcomeOfCheck } from './outcome.mjs';

/**
 * @typedef {import('./outcome.mjs').Outcome} Outcome
 *
 * @typedef {object} StageOptions
 * @property {import('../keychain-session.mjs').KeychainSession} keychain
 * @property {string} folder where the events of the run are kept
 * @property {import('./leftovers.mjs').TemporaryFolder} temporary where everything that is started keeps its
 * temporary files
 * @property {(text: string) => void} [onOutput] is given what the stage prints, in place of this process's
 * own output
 */

/** Milliseconds. No stage takes half of this; one that hangs is a failure. */
const limit = 20 * 60_000;

/**
 * Where Playwright keeps the sources that it has transformed, for the next run: its own place is among
 * temporary files, and so is that of jiti, by which electron-builder reads what it is told.
 */
const transformCache = {
  PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, 'node_modules/.cache/playwright'),
  JITI_FS_CACHE: 'false',
};

/**
 * Runs a stage to its end.
 * @param {import('./stages.mjs').Stage} stage
 * @param {StageOptions} options
 * @returns {Promise<Outcome>}
 */
export async function runStage(stage, options) {
  const { name, tool: by, args, mayBeEmpty = false } = stage;
  const { keychain, folder, temporary, onOutput } = options;
  if (by === 'leftovers') return outcomeOfLeftovers(temporary.folder);
  const why = await skipReason(stage);
  if (why !== undefined) return leftOut(name, why);
  const common = { limit, env: temporary.env, ...(onOutput && { onOutput }) };
  if (by === 'node') return outcomeOfCheck(await runNode(args, common));
  const events = join(folder, `${name.replace(/\W+/g, '-')}.events`);
  mkdirSync(dirname(events), { recursive: true });
  rmSync(events, { force: true });
  const { prefix, command } = by === 'vitest' ? vitest(args, mayBeEmpty) : playwright(args);
  const env = { ...temporary.env, ...keychain.env, [eventsVariable]: events, ...transformCache };
  const code = await runPrefixed([...prefix, ...keychain.prefix], command, { ...common, env });
  return outcomeOf(readEvents(events), code, { mayBeEmpty });
}

/**
 * @param {readonly string[]} args
 * @param {boolean} mayBeEmpty
 */
function vitest(args, mayBeEmpty) {
  const reporters = ['default', join(root, 'scripts/test/vitest-reporter.mjs')];
  const options = reporters.map((reporter) => `--reporter=${reporter}`);
  if (mayBeEmpty) options.push('--passWithNoTests');
  return { prefix: [], command: [tool('vitest/vitest.mjs'), 'run', ...options, ...args] };
}

/** @param {readonly string[]} args */
function playwright(args) {
  // Electron has no way to run without a display; the Chromium host has.
  const prefix = electronBinary() !== undefined && !hasDisplay() ? ['xvfb-run', '-a'] : [];
  const reporters = `--reporter=list,${join(root, 'scripts/test/playwright-reporter.mjs')}`;
  return { prefix, command: [tool('@playwright/test/cli.js'), 'test', reporters, ...args] };
}

/**
 * Runs Node by way of another command, where there is one.
 * @param {readonly string[]} prefix
 * @param {readonly string[]} args
 * @param {import('../run.mjs').RunOptions} options
 */
function runPrefixed([first, ...rest], args, options) {
  return first === undefined
    ? runNode(args, options)
    : run(first, [...rest, nodeForProject(), ...args], options);
}

/**
 * What the stage needs and this machine has not, or undefined.
 * @param {import('./stages.mjs').Stage} stage
 */
function skipReason({ needs }) {
  if (needs === undefined || (needs === 'window' && electronBinary() !== undefined)) return undefined;
  browserTried ??= tryBrowser();
  return browserTried;
}

/** @type {Promise<string | undefined> | undefined} */
let browserTried;

/** Why no browser can be had, tried by starting one. */
async function tryBrowser() {
  let said = '';
  const onOutput = (/** @type {string} */ text) => {
    said += text;
  };
  const code = await runNode(['scripts/try-browser.mjs'], { limit: 60_000, onOutput });
  return code === 0 ? undefined : said.trim() || `no browser starts here (code ${code})`;
}
