// @ts-check
import { globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../project.mjs';
import { closingLine, inOneLine, sum } from './outcome.mjs';
import { runStage } from './run-stage.mjs';
import { pageTests } from './stages.mjs';

/**
 * @typedef {import('./outcome.mjs').Outcome} Outcome
 *
 * @typedef {object} Wanted
 * @property {number} times
 * @property {readonly import('./stages.mjs').Stage[]} stages what a round runs, one after another
 * @property {import('../keychain-session.mjs').KeychainSession} keychain
 * @property {import('./leftovers.mjs').TemporaryFolder} temporary
 * @property {string} folder is emptied, and keeps what the rounds that failed have printed
 * @property {(line: string) => void} print
 */

/** Ends the names of tests that run in a browser. */
const inBrowser = '.browser.test.tsx';

/**
 * The stages that run what stands at some paths: end-to-end specs are for Playwright, all else is for Vitest,
 * in Node or in a browser.
 * @param {readonly string[]} paths files and folders, from the folder of the checkout
 * @returns {import('./stages.mjs').Stage[]}
 */
export function stagesOfPaths(paths) {
  const known = paths.map(pathForTool);
  const isEndToEnd = (/** @type {string} */ path) => path.startsWith('test/e2e/');
  const unit = known.filter((path) => !isEndToEnd(path) && !path.endsWith(inBrowser));
  const page = known.filter((path) => !isEndToEnd(path) && hasTestsInBrowser(path));
  // Playwright takes them as regular expressions.
  const endToEnd = known.filter(isEndToEnd).map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return [
    ...(unit.length > 0 ? [{ name: 'tests', tool: /** @type {const} */ ('vitest'), args: unit }] : []),
    ...(page.length > 0 ? [{ ...pageTests, args: [...pageTests.args, ...page] }] : []),
    ...(endToEnd.length > 0
      ? [{ name: 'specs', tool: /** @type {const} */ ('playwright'), args: endToEnd }]
      : []),
  ];
}

/**
 * Runs tests so many times and prints every failure once, with how often it was seen. The last line counts
 * what passed and failed over all rounds.
 * @param {Wanted} options
 * @returns {Promise<Outcome>}
 */
export async function repeat(options) {
  const { times, folder, print } = options;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const outcomes = [];
  for (let round = 1; round <= times; round++) {
    const { outcome, output } = await runRound(options);
    outcomes.push(outcome);
    const log = join(folder, `${round}.log`);
    const hasFailed = outcome.failures.length > 0;
    if (hasFailed) writeFileSync(log, stripVTControlCharacters(output));
    print(
      `round ${round} of ${times}: ${closingLine(outcome)}${hasFailed ? ` (${relative(root, log)})` : ''}`,
    );
  }
  for (const line of ['', ...failuresOf(outcomes), closingLine(sum(outcomes))]) print(line);
  return sum(outcomes);
}

/**
 * Every failure once, the most frequent first, with the number of rounds that it was seen in. Reasons that
 * differ in numbers alone (ports, durations) are one.
 * @param {readonly Outcome[]} outcomes
 * @returns {string[]}
 */
export function failuresOf(outcomes) {
  /** @type {Map<string, { line: string, rounds: Set<Outcome> }>} */
  const seen = new Map();
  for (const outcome of outcomes) {
    for (const failure of outcome.failures) {
      const key = inOneLine({ ...failure, reason: failure.reason.replace(/\d+/g, '#') });
      const known = seen.get(key) ?? { line: inOneLine(failure), rounds: new Set() };
      seen.set(key, { ...known, rounds: known.rounds.add(outcome) });
    }
  }
  return [...seen.values()]
    .sort((a, b) => b.rounds.size - a.rounds.size)
    .map(({ line, rounds }) => `${rounds.size} of ${outcomes.length}  ${line}`);
}

/** @param {Wanted} wanted */
async function runRound({ stages, keychain, temporary, folder }) {
  let output = '';
  const onOutput = (/** @type {string} */ text) => {
    output += text;
  };
  const outcomes = [];
  for (const stage of stages) outcomes.push(await runStage(stage, { keychain, temporary, folder, onOutput }));
  return { outcome: sum(outcomes), output };
}

/** @param {string} path as both tools take it */
function hasTestsInBrowser(path) {
  return path.endsWith('/')
    ? globSync(`${path}**/*${inBrowser}`, { cwd: root }).length > 0
    : path.endsWith(inBrowser);
}

/**
 * As both tools take it: from the folder of the checkout, with slashes, a folder with one at its end. Throws
 * where nothing is there.
 * @param {string} path
 */
function pathForTool(path) {
  const whole = resolve(root, path);
  const isFolder = statSync(whole).isDirectory();
  return `${relative(root, whole).split(sep).join('/')}${isFolder ? '/' : ''}`;
}
