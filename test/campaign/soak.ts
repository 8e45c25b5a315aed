import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spendHours } from '../support/day-of-use.ts';
import { whatGrew } from '../support/level.ts';
import type { Campaign } from './run.ts';

/** Eight hours of use in compressed time, or as many as the first option says: what the app takes up is level at the end. */
export const campaign: Campaign = async ([hours = '8']) => {
  const root = mkdtempSync(join(tmpdir(), 'carpeta-soak-'));
  try {
    const began = performance.now();
    const { samples, deeds } = await spendHours(Number(hours), root, (sample) =>
      console.log(JSON.stringify(sample)),
    );
    console.log(JSON.stringify(deeds), `${Math.round((performance.now() - began) / 1000)} s`);
    const grew = whatGrew(samples);
    console.log(grew.length === 0 ? 'level' : grew.join('\n'));
    return grew.length === 0 && deeds.warnings.length === 0 ? 0 : 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
