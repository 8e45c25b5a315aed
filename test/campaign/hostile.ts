import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSlice } from '../support/faults/hostile-campaign.ts';
import { type HostileFigures, noFigures, summed } from '../support/faults/hostile-figures.ts';
import type { HostileSlice } from '../support/faults/hostile-process.ts';
import type { Campaign } from './run.ts';

/** How many tries each part has, and in how many processes, one after the other. */
const plan: readonly { part: HostileSlice['part']; tries: number; slices: number }[] = [
  { part: 'bodies', tries: 50_000, slices: 20 },
  { part: 'papers', tries: 5_000, slices: 20 },
  { part: 'names', tries: 2_000, slices: 2 },
  { part: 'calls', tries: 20_000, slices: 4 },
];
/** What no process may pass. */
const maxBytes = 400_000_000;
const maxFreezeMs = 200;

/**
 * A service, storage, documents, names and a page made to do harm: `hostile [percent] [seed] [part]`. Every
 * slice is kept under the seed when it is done, so that the same seed goes on where it ended.
 */
export const campaign: Campaign = async ([
  percent = '100',
  seed = String(Date.now() % 2 ** 31),
  only = '',
]) => {
  console.log(`seed ${seed}`);
  const stored = createStoredFigures(`${seed}-${percent}`);
  let isGood = true;
  for (const { part, tries, slices } of plan.filter((one) => only === '' || one.part === only)) {
    const count = Math.ceil((tries * Number(percent)) / 100 / slices);
    let sum = noFigures();
    for (let slice = 0; slice < slices; slice++) {
      const name = `${part} ${slice + 1} of ${slices}`;
      const figures =
        stored.get(name) ?? (await runSlice({ part, seed: Number(seed), from: slice * count, count }));
      stored.set(name, figures);
      sum = summed(sum, figures);
      console.log(`  ${name}: ${describe(figures)}`);
    }
    for (const sentence of [...sum.silent, ...sum.found].slice(0, 50)) console.log(`WRONG ${sentence}`);
    console.log(`${part}: ${describe(sum)}\n  ${JSON.stringify(sum.counts)}`);
    isGood &&= sum.silent.length === 0 && sum.found.length === 0;
    isGood &&= sum.peakBytes <= maxBytes && sum.maxFreezeMs <= maxFreezeMs;
  }
  console.log(isGood ? 'nothing was silent, nothing leaked, nothing grew' : 'NOT as promised');
  return isGood ? 0 : 1;
};

function describe({
  tries,
  counts: errors,
  silent,
  found,
  peakBytes,
  maxFreezeMs: freeze,
}: HostileFigures): string {
  const errorCount = Object.values(errors).reduce((sum, count) => sum + count, 0);
  return (
    `${tries} tries, ${errorCount} errors told, ${silent.length} silent, ${found.length} secrets found, ` +
    `peak ${Math.round(peakBytes / 1e6)} MB, longest freeze ${freeze} ms`
  );
}

/** The figures of slices that are done, in a file of this campaign's own. */
function createStoredFigures(name: string): Map<string, HostileFigures> {
  const path = join(import.meta.dirname, `../../dist/campaign/hostile-${name}.json`);
  const entries: [string, HostileFigures][] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  const stored = new Map(entries);
  const set = stored.set.bind(stored);
  stored.set = (key, figures) => {
    set(key, figures);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, JSON.stringify([...stored]));
    return stored;
  };
  return stored;
}
