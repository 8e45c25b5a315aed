import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spendHours } from '../support/app/day-of-use.ts';
import { whatGrew } from '../support/app/resource-growth.ts';
import { refreshFor, whatRefreshesGrew } from '../support/app/year-of-refreshes.ts';
import type { Campaign } from './run.ts';

/**
 * Eight hours of use in compressed time, or as many as the first option says: what the app takes up is level
 * at the end. `year`, or `year 60` for as many days: three saved searches that download are refreshed every
 * hour, and what that takes is flat after the first month.
 */
export const campaign: Campaign = async ([hours = '8', days = '365']) => {
  const root = mkdtempSync(join(tmpdir(), 'carpeta-soak-'));
  try {
    const began = performance.now();
    const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
    if (hours === 'year') {
      const month = Number(days) / 12;
      const samples = await refreshFor(Number(days), root, {
        sampleEvery: month,
        tell: (sample) => console.log(JSON.stringify(sample), seconds()),
      });
      return describe(whatRefreshesGrew(samples, month * 24));
    }
    const { samples, deeds } = await spendHours(Number(hours), root, (sample) =>
      console.log(JSON.stringify(sample)),
    );
    console.log(JSON.stringify(deeds), seconds());
    return describe(whatGrew(samples)) + deeds.warnings.length;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

function describe(grew: readonly string[]): number {
  console.log(grew.length === 0 ? 'level' : grew.join('\n'));
  return grew.length === 0 ? 0 : 1;
}
