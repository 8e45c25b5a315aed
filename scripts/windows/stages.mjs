// @ts-check
import { sourceOptions } from '../source-options.mjs';
import { terminalOptions } from '../terminal-options.mjs';

/** @typedef {import('../test/stages.mjs').Stage} Stage */

const slowEnding = '.slow.test.ts';
const slow = `test/**/*${slowEnding}`;

/**
 * Tests of what differs between systems: disks, names, the folder's index, the keychain, policies, the user's
 * folder.
 */
export const ofWindows = [
  'test/scenarios/downloads/windows-disks.test.ts',
  'test/scenarios/downloads/windows-folders.test.ts',
  'test/scenarios/downloads/name-templates.test.ts',
  'test/scenarios/downloads/hostile-names.test.ts',
  'test/scenarios/downloads/file-identity.test.ts',
  'test/scenarios/downloads/cloud-placeholders.test.ts',
  'test/unit/electron/downloads/folder-index/folder-lock.test.ts',
  'test/scenarios/downloads/index-files.test.ts',
  'test/unit/electron/downloads/files/commit.test.ts',
  'test/unit/electron/platform/node/',
  'test/scenarios/platform/node/',
  'test/unit/electron/platform/terminal/',
  'test/scenarios/platform/terminal/',
  'test/scenarios/cli/windows.test.ts',
  'test/unit/electron/diagnostics/log.test.ts',
  'test/unit/electron/lib/retry-while-locked.test.ts',
  'test/scenarios/database/opening.test.ts',
  'test/unit/electron/lib/ensure-folder.test.ts',
];

const campaign = [...sourceOptions, 'test/campaign/run.ts'];

/** @type {Stage} */
const mainJob = {
  name: "the terminal's main job",
  tool: 'node',
  args: [...terminalOptions, 'electron/cli.ts', 'demo', '--into', 'carpeta-practica'],
};

/** @type {readonly Stage[]} */
const others = [
  mainJob,
  { name: 'fifty runs that are killed', tool: 'node', args: [...campaign, 'kill', '50'] },
  { name: 'all that the agency can do wrong', tool: 'node', args: [...campaign, 'faults'] },
];

/** The options of `npm run windows`; in their place paths may stand. */
export const options = /** @type {const} */ (['--fast', '--rest', '--short']);

/**
 * What `npm run windows` runs: groups one after another, as many stages of a group side by side as there are
 * processors.
 * @param {readonly string[]} args one of the {@link options}, or paths, or nothing
 * @returns {readonly (readonly Stage[])[]}
 */
export function stagesFor(args) {
  if (args[0] === '--fast') return [split('unit and integration tests', [`--exclude=${slow}`])];
  if (args[0] === '--short')
    return [[vitest('tests of Windows', [`--exclude=${slow}`, ...ofWindows]), mainJob]];
  if (args[0] === '--rest') return [split('slow tests', [slowEnding]), others];
  if (args.length > 0) return [[vitest('unit and integration tests', args)]];
  return [split('unit and integration tests', []), others];
}

/**
 * So many that those of two processors end together. Wine's server has crashed after a quarter of an hour of
 * tests; what it takes along is one part.
 */
const slices = 6;

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Stage[]}
 */
function split(name, args) {
  return Array.from({ length: slices }, (_, index) =>
    vitest(`${name}, part ${index + 1} of ${slices}`, [...args, `--shard=${index + 1}/${slices}`]),
  );
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Stage}
 */
function vitest(name, args) {
  return { name: `${name}, under Wine`, tool: 'vitest', args };
}
