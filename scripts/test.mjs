// @ts-check
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createKeychainSession } from './keychain-session.mjs';
import { root } from './project.mjs';
import { say } from './run.mjs';
import { setUp } from './set-up.mjs';
import { compiledSources } from './source-options.mjs';
import { createTemporaryFolder } from './test/leftovers.mjs';
import { closingLine, sum } from './test/outcome.mjs';
import { runStage } from './test/run-stage.mjs';
import { runStages } from './test/run-stages.mjs';
import { parseShard, stagesOfShard } from './test/shards.mjs';
import { firstStages, otherStages, unitStages } from './test/stages.mjs';
import { memoryBytes, workers } from './test/workers.mjs';

/**
 * @typedef {{ which: 'first' | 'rest' | 'all' | 'units', part: import('./test/shards.mjs').Part }} Wanted
 */

const usage =
  'usage: npm test, npm run test:rest [-- --part=N/M], both: npm test -- all, or unit and integration tests alone: npm test -- units';

const littleMemory = `Memory is ${(memoryBytes / 2 ** 30).toFixed(1)} GB, where two tests at a time want 4: they run one after another.`;

/** Runs the checks of the project. The last line is `N passed, N failed`. */
async function test() {
  const options = parseArguments(process.argv.slice(2));
  if (options === undefined) {
    say(usage);
    return 2;
  }
  const { which, part } = options;
  await setUp('test');
  if (workers === 1) say(littleMemory);
  const folder = join(root, 'dist/test');
  rmSync(folder, { recursive: true, force: true });
  // The rest keeps packages of the whole app there.
  const isLarge = which === 'rest' || which === 'all';
  const temporary = createTemporaryFolder(isLarge ? {} : { memory: '/dev/shm' });
  // Tools that keep compiled code would keep it in the folder for temporary files.
  process.env['NODE_COMPILE_CACHE'] ??= compiledSources;
  /** @type {import('./test/run-stages.mjs').Means} */
  const means = {
    run: (stage, onOutput) =>
      runStage(stage, {
        keychain: createKeychainSession(),
        folder,
        temporary,
        ...(onOutput && { onOutput }),
      }),
    print: say,
  };
  const rest = stagesOfShard(otherStages, part).map((stage) => [stage]);
  const outcomes = [];
  if (which === 'units') outcomes.push(await runStages(unitStages, means));
  if (which === 'first' || which === 'all') outcomes.push(await runStages(firstStages, means));
  if (which === 'rest' || which === 'all') outcomes.push(await runStages(rest, means));
  const both = sum(outcomes);
  if (which === 'all') say(`\nBoth together:\n${closingLine(both)}`);
  return both.failures.length === 0 ? 0 : 1;
}

/**
 * @param {readonly string[]} args
 * @returns {Wanted | undefined}
 */
function parseArguments(args) {
  const [which = 'first', option, ...more] = args;
  if (which !== 'first' && which !== 'rest' && which !== 'all' && which !== 'units') return undefined;
  if (option === undefined) return { which, part: { number: 1, of: 1 } };
  const part = option.startsWith('--part=') ? parseShard(option.slice('--part='.length)) : undefined;
  return part !== undefined && which === 'rest' && more.length === 0 ? { which, part } : undefined;
}

try {
  process.exitCode = await test();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
