import { spawnSync } from 'node:child_process';
import { linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type KillTrial, type KillTrialOptions, openKillTrial } from '../support/faults/kill-trial.ts';
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
    options: { documents: 60, transfersAtOnce: 6, maxKills: 3 },
  },
  {
    name: 'papers large enough to be continued',
    share: 25,
    options: {
      agency: { fileBytes: 9 * 2 ** 20 },
      documents: 8,
      transfersAtOnce: 3,
      maxKills: 3,
    },
  },
  {
    name: 'two processes at once, one of which brings it to its end',
    share: 10,
    options: {
      documents: 60,
      transfersAtOnce: 4,
      maxKills: 1,
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
      maxKills: 3,
      arrange: ({ faults }) => {
        faults.add({ kind: 'unsigned', percent: 15 });
        faults.add({ kind: 'storage-expires', times: 3 });
      },
    },
  },
];

const sleepers: Scene = {
  name: 'two processes that sleep and wake one after the other',
  share: 5,
  options: { documents: 60, transfersAtOnce: 4, maxKills: 1, areAsleep: true },
};

const faults = ['lost', 'doubled', 'damaged', 'stray', 'unexpected', 'index', 'checksums', 'ledger'] as const;

interface Sum {
  runs: number;
  kills: number;
  sleeps: number;
  leftovers: number;
  fetchedAgain: number;
  wrong: Map<string, number>;
}

/**
 * Runs ended by SIGKILL at random moments, or put to sleep, each gone on with and compared with an
 * undisturbed one: `kill [runs] [seed] [--disk FOLDER | --disk played]`. Documents go to that folder, which
 * may be on FAT; `played` has Node refuse second names.
 */
export const campaign: Campaign = async (campaignOptions) => {
  const { values, positionals } = parseArgs({
    args: [...campaignOptions],
    options: { disk: { type: 'string' } },
    allowPositionals: true,
  });
  const [runs = '200', seed = String(Date.now() % 2 ** 31)] = positionals;
  const disk = values.disk === 'played' ? undefined : values.disk;
  const playsNoLinks = values.disk === 'played';
  console.log(`seed ${seed}; papers on ${playsNoLinks ? playedDisk : diskOf(disk ?? tmpdir())}`);
  const random = seeded(Number(seed));
  const sums: Sum[] = [];
  for (const { name, share, options } of [...scenes, ...(process.platform === 'win32' ? [] : [sleepers])]) {
    const quota = Math.ceil((Number(runs) * share) / 100);
    const trial = await openKillTrial({ ...options, disk, playsNoLinks });
    try {
      console.log(`\n${name}: ${trial.files} files in ${Math.round(trial.took)} ms when nobody disturbs`);
      sums.push(await killed(trial, quota, random));
    } finally {
      await trial.close();
    }
  }
  const total = sums.reduce(added);
  console.log(`\n${describe(total)}`);
  return total.wrong.size === 0 && total.runs >= Number(runs) ? 0 : 1;
};

const playedDisk = 'a disk without second names, played: no real FAT';

/** What kind of disk a folder is on, as the system tells, and whether files have second names there. */
function diskOf(folder: string): string {
  const { stdout } = spawnSync('findmnt', ['-n', '-o', 'FSTYPE', '-T', folder], { encoding: 'utf8' });
  const file = join(mkdtempSync(join(folder, 'carpeta-disk-')), 'a');
  writeFileSync(file, '');
  try {
    linkSync(file, `${file}2`);
    return `${stdout?.trim() || 'a disk'}, with second names`;
  } catch {
    return `${stdout?.trim() || 'a disk'}, without second names`;
  } finally {
    rmSync(dirname(file), { recursive: true });
  }
}

async function killed(trial: KillTrial, quota: number, random: Seeded): Promise<Sum> {
  const sum: Sum = { runs: 0, kills: 0, sleeps: 0, leftovers: 0, fetchedAgain: 0, wrong: new Map() };
  // A moment that comes after the end ends nothing and does not count.
  for (let tries = 0; sum.runs < quota && tries < 3 * quota; tries++) {
    const run = await trial.run(random);
    for (const sentence of run.wrong) {
      console.log(`  run ${tries + 1}: ${sentence}`);
      const fault = faults.find((one) => sentence.startsWith(one)) ?? 'unexpected';
      sum.wrong.set(fault, (sum.wrong.get(fault) ?? 0) + 1);
    }
    if (run.kills + run.sleeps === 0) continue;
    sum.runs++;
    sum.kills += run.kills;
    sum.sleeps += run.sleeps;
    sum.leftovers += run.leftovers;
    sum.fetchedAgain += run.fetchedAgain;
    if (sum.runs % 10 === 0) console.log(`  ${describe(sum)}`);
  }
  return sum;
}

function added(left: Sum, right: Sum): Sum {
  const wrong = new Map(left.wrong);
  for (const [fault, times] of right.wrong) wrong.set(fault, (wrong.get(fault) ?? 0) + times);
  return {
    runs: left.runs + right.runs,
    kills: left.kills + right.kills,
    sleeps: left.sleeps + right.sleeps,
    leftovers: left.leftovers + right.leftovers,
    fetchedAgain: left.fetchedAgain + right.fetchedAgain,
    wrong,
  };
}

function describe({ runs, kills, sleeps, leftovers, fetchedAgain, wrong }: Sum): string {
  const verdicts = faults.map((fault) => `${wrong.get(fault) ?? 0} ${fault}`).join(', ');
  return (
    `${runs} runs disturbed by ${kills} SIGKILLs, ${leftovers} of which left a .part or lock, and ${sleeps} sleeps, ` +
    `${fetchedAgain} papers on their way fetched again: ${verdicts}`
  );
}
