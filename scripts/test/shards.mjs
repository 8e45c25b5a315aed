// @ts-check

/**
 * One of several parts that a run is dealt into, counted from 1: what each machine of the workflow does.
 * @typedef {{ number: number, of: number }} Part
 *
 * @typedef {import('./stages.mjs').Stage} Stage
 */

/**
 * @param {string} text `N/M`
 * @returns {Part | undefined} undefined where it is not a part
 */
export function parseShard(text) {
  const [, number, of] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (number === undefined || of === undefined || number < 1 || number > of) return undefined;
  return { number, of };
}

/**
 * What a part runs: its share of each stage that can be shared, and the whole ones that are dealt to it, from
 * the last part on.
 * @param {readonly Stage[]} stages
 * @param {Part} part
 * @returns {Stage[]}
 */
export function stagesOfShard(stages, { number, of }) {
  if (of === 1) return [...stages];
  const wholes = stages.filter(({ isWhole }) => isWhole);
  return stages.flatMap((stage) => {
    if (stage.isWhole) return (wholes.indexOf(stage) % of) + number === of ? [stage] : [];
    // A stage of few files has none for some parts.
    return [{ ...stage, args: [...stage.args, `--shard=${number}/${of}`], mayBeEmpty: true }];
  });
}
