import { expect, test } from 'vitest';
import { runSlice } from '../support/faults/hostile-campaign.ts';

const seed = Number(process.env['CARPETA_PROPERTY_SEED'] ?? 20_261_120);

test.each([
  ['bodies', 250],
  ['papers', 60],
  ['names', 200],
] as const)(
  'a short form of the hostile campaign: %s are told as what they are, and no secret is found',
  { timeout: 120_000 },
  async (part, count) => {
    console.log(`seed ${seed}`);
    const figures = await runSlice({ part, seed, from: 0, count });
    expect(figures.tries).toBe(count);
    expect([figures.silent, figures.found]).toEqual([[], []]);
    // What it measures is held to its bars by the campaign alone: memory depends on when V8 collects, and
    // `memory.slow.test.ts` bounds the heap.
  },
);
