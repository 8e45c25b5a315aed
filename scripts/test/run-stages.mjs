// @ts-check
import { availableParallelism } from 'node:os';
import { closingLine, inOneLine, sum } from './outcome.mjs';
import { workers } from './workers.mjs';

/**
 * @typedef {import('./outcome.mjs').Outcome} Outcome
 * @typedef {import('./stages.mjs').Stage} Stage
 *
 * How a group of stages is run, and where its lines go.
 * @typedef {object} Means
 * @property {(stage: Stage, onOutput?: (text: string) => void) => Promise<Outcome>} run prints as it goes,
 * unless its output is asked for
 * @property {(line: string) => void} print
 * @property {number} [sideBySide] how many stages of a group run at once; as many as there are processors
 * where it is not said
 *
 * A stage that has been run, and how long that took.
 * @typedef {{ name: string, outcome: Outcome, ms: number }} Done
 */

/**
 * Runs groups of stages one after another, the stages of a group side by side, and prints what came of it:
 * one that failed stops no other. The last line counts what passed and failed.
 * @param {readonly (readonly Stage[])[]} groups
 * @param {Means} means
 * @returns {Promise<Outcome>}
 */
export async function runStages(groups, means) {
  const began = performance.now();
  /** @type {Done[]} */
  const done = [];
  for (const group of groups) done.push(...(await runGroup(group, means)));
  for (const line of summary(done, performance.now() - began)) means.print(line);
  return sum(done.map(({ outcome }) => outcome));
}

/**
 * The first stage prints as it goes, and each of the others in one piece once it has ended.
 * @param {readonly Stage[]} group
 * @param {Means} means
 */
function runGroup(group, means) {
  const [first] = group;
  if (first === undefined) return Promise.resolve([]);
  means.print(`\n── ${first.name}`);
  /** @type {Map<string | undefined, Promise<Done>>} */
  const begun = new Map();
  const tasks = group.map((stage) => async () => {
    const done = Promise.resolve(begun.get(stage.after)).then(() =>
      stage === first ? timed(stage.name, () => means.run(stage)) : runStored(stage, means),
    );
    begun.set(stage.name, done);
    return done;
  });
  return atMost(means.sideBySide ?? Math.min(workers, availableParallelism()), tasks);
}

/**
 * @param {Stage} stage
 * @param {Means} means
 */
async function runStored(stage, { run, print }) {
  let output = '';
  const keep = (/** @type {string} */ text) => {
    output += text;
  };
  const done = await timed(stage.name, () => run(stage, keep));
  print(`\n── ${stage.name}\n${output}`.trimEnd());
  return done;
}

/**
 * @param {string} name
 * @param {() => Promise<Outcome>} run
 * @returns {Promise<Done>}
 */
async function timed(name, run) {
  const began = performance.now();
  const outcome = await run();
  return { name, outcome, ms: performance.now() - began };
}

/**
 * The results of tasks, in their order, of which at most so many run at once.
 * @template T
 * @param {number} limit
 * @param {readonly (() => Promise<T>)[]} tasks
 * @returns {Promise<T[]>}
 */
async function atMost(limit, tasks) {
  /** @type {T[]} */
  const results = [];
  const waiting = tasks.entries();
  const work = async () => {
    for (const [index, task] of waiting) results[index] = await task();
  };
  await Promise.all(Array.from({ length: limit }, work));
  return results;
}

/**
 * What a run is told by: its stages with what failed, the slowest tests, what was skipped and why, and the
 * closing line.
 * @param {readonly Done[]} done
 * @param {number} ms
 * @returns {string[]}
 */
export function summary(done, ms) {
  const all = sum(done.map(({ outcome }) => outcome));
  const lines = done.flatMap(({ name, outcome, ms }) => [
    `${mark(outcome)} ${seconds(ms)}  ${name}: ${closingLine(outcome)}`,
    ...outcome.failures.map((failure) => `                  ${inOneLine(failure)}`),
  ]);
  const slow = slowest(all.times);
  return [
    '',
    ...lines,
    `       ${seconds(ms)}  in all`,
    ...(slow.length > 0 ? ['', 'The slowest tests:', ...slow] : []),
    ...(all.skipped.length > 0 ? ['', `${all.skipped.length} skipped:`, ...all.skipped.map(inOneLine)] : []),
    '',
    closingLine(all),
  ];
}

/** @param {Outcome} outcome */
function mark({ failures, passed, skipped }) {
  if (failures.length > 0) return 'FAILED';
  return passed === 0 && skipped.length > 0 ? 'out   ' : 'ok    ';
}

/**
 * The slowest tests, slowest first, one line each with its seconds.
 * @param {readonly import('./outcome.mjs').Time[]} times
 * @param {number} count
 */
function slowest(times, count = 10) {
  return [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ test, ms }) => `${seconds(ms)}  ${test}`);
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(6)} s`;
}
