import { type KillTrial, type KillTrialOptions, openKillTrial } from '../support/kill-trial.ts';
import { type Seeded, seeded } from '../support/seeded.ts';
import type { Campaign } from './run.ts';

interface Scene {
  name: string;
  /** Of a hundred runs, how many. */
  share: number;
  options: KillTrialOptions;
}

const scenes: readonly Scene[] = [
  {
    name: 'sixty papers of every kind',
    share: 40,
    options: { documents: 60, transfersAtOnce: 6, mostKills: 3 },
  },
  {
    name: 'papers large enough to be continued',
    share: 25,
    options: {
      agency: { paperBytes: 9 * 2 ** 20 },
      documents: 8,
      transfersAtOnce: 3,
      mostKills: 3,
    },
  },
  {
    name: 'two processes at once, one of which brings it to its end',
    share: 10,
    options: {
      documents: 60,
      transfersAtOnce: 4,
      mostKills: 1,
      isShared: true,
    },
  },
  {
    name: 'an agency that cuts transfers, expires links and signs only some',
    share: 25,
    options: {
      agency: { cutPercent: 15, internalErrorPercent: 5 },
      documents: 40,
      transfersAtOnce: 4,
      mostKills: 3,
      arrange: ({ misbehave }) => {
        misbehave.add({ kind: 'unsigned', percent: 15 });
        misbehave.add({ kind: 'storage-expires', times: 3 });
      },
    },
  },
];

const faults = ['lost', 'doubled', 'damaged', 'stray', 'unexpected', 'index', 'checksums', 'ledger'] as const;

interface Sum {
  runs: number;
  kills: number;
  leftovers: number;
  fetchedAgain: number;
  wrong: Map<string, number>;
}

/** Runs ended by SIGKILL at random moments, each gone on with and compared with an undisturbed one: `kill [runs] [seed]`. */
export const campaign: Campaign = async ([runs = '200', seed = String(Date.now() % 2 ** 31)]) => {
  console.log(`seed ${seed}`);
  const random = seeded(Number(seed));
  const sums: Sum[] = [];
  for (const { name, share, options } of scenes) {
    const wanted = Math.ceil((Number(runs) * share) / 100);
    const trial = await openKillTrial(options);
    try {
      console.log(`\n${name}: ${trial.files} files in ${Math.round(trial.took)} ms when nobody disturbs`);
      sums.push(await killed(trial, wanted, random));
    } finally {
      await trial.close();
    }
  }
  const total = sums.reduce(added);
  console.log(`\n${told(total)}`);
  return total.wrong.size === 0 && total.runs >= Number(runs) ? 0 : 1;
};

async function killed(trial: KillTrial, wanted: number, random: Seeded): Promise<Sum> {
  const sum: Sum = { runs: 0, kills: 0, leftovers: 0, fetchedAgain: 0, wrong: new Map() };
  // A moment that comes after the end ends nothing and does not count.
  for (let tries = 0; sum.runs < wanted && tries < 3 * wanted; tries++) {
    const run = await trial.run(random);
    for (const sentence of run.wrong) {
      console.log(`  run ${tries + 1}: ${sentence}`);
      const fault = faults.find((one) => sentence.startsWith(one)) ?? 'unexpected';
      sum.wrong.set(fault, (sum.wrong.get(fault) ?? 0) + 1);
    }
    if (run.kills === 0) continue;
    sum.runs++;
    sum.kills += run.kills;
    sum.leftovers += run.leftovers;
    sum.fetchedAgain += run.fetchedAgain;
    if (sum.runs % 10 === 0) console.log(`  ${told(sum)}`);
  }
  return sum;
}

function added(left: Sum, right: Sum): Sum {
  const wrong = new Map(left.wrong);
  for (const [fault, times] of right.wrong) wrong.set(fault, (wrong.get(fault) ?? 0) + times);
  return {
    runs: left.runs + right.runs,
    kills: left.kills + right.kills,
    leftovers: left.leftovers + right.leftovers,
    fetchedAgain: left.fetchedAgain + right.fetchedAgain,
    wrong,
  };
}

function told({ runs, kills, leftovers, fetchedAgain, wrong }: Sum): string {
  const verdicts = faults.map((fault) => `${wrong.get(fault) ?? 0} ${fault}`).join(', ');
  return (
    `${runs} runs ended by ${kills} SIGKILLs, ${leftovers} of which left a .part or lock, ` +
    `${fetchedAgain} papers on their way fetched again: ${verdicts}`
  );
}
