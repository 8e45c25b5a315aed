import { aloneCases, namedCases, pairCases } from '../support/faults/fault-cases.ts';
import { createFaultTrial, type FaultCase } from '../support/faults/fault-trial.ts';
import type { Campaign } from './run.ts';

const groups: readonly (readonly [name: string, cases: readonly FaultCase[]])[] = [
  ['alone', aloneCases],
  ['from the menu', namedCases],
  ['in pairs', pairCases],
];

/**
 * Everything that the practice agency can do wrong, alone and in pairs, each with what is to come of it, and
 * how often it was asked meanwhile: for links in all, at the most for one dispatch, and at the most in vain
 * in a round, for types; for documents in all, at the most for one. `faults [part of a name] [at once] [part
 * of a group's name]`.
 */
export const campaign: Campaign = async ([part = '', atOnce = '4', group = '']) => {
  const trial = createFaultTrial();
  let failed = 0;
  for (const [name, cases] of groups) {
    if (!name.includes(group)) continue;
    const todo = cases.filter((fault) => fault.name.includes(part));
    const total = todo.length;
    let good = 0;
    const work = async () => {
      for (let next = todo.shift(); next; next = todo.shift()) {
        const { wrong, ms, requests } = await trial.run(next);
        const { links, linksOfOne, failedInRound, types, documents, ofOneDocument } = requests;
        console.log(
          `${next.name}: links ${links} (${linksOfOne}, failed ${failedInRound}), types ${types}, papers ${documents} (${ofOneDocument})`,
        );
        if (wrong.length === 0) good++;
        else console.log(`FAILED ${next.name} (${Math.round(ms)} ms)\n  ${wrong.join('\n  ')}`);
      }
    };
    await Promise.all(Array.from({ length: Number(atOnce) }, work));
    console.log(`${name}: ${good} of ${total} as expected`);
    failed += total - good;
  }
  return failed === 0 ? 0 : 1;
};
