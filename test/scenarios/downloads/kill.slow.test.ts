import { expect, test } from 'vitest';
import { openKillTrial } from '../../support/faults/kill-trial.ts';
import { seeded } from '../../support/seeded.ts';

// `npm run campaign -- kill` does the same two hundred times and more, with larger documents and a worse
// agency.
test('a batch that is killed at ten random moments ends as one that nobody disturbed', {
  timeout: 300_000,
}, async () => {
  const trial = await openKillTrial({ documents: 24, transfersAtOnce: 6, maxKills: 1 });
  try {
    const random = seeded(20_261_120);
    let kills = 0;
    for (let runs = 0; kills < 10 && runs < 30; runs++) {
      const run = await trial.run(random);
      expect(run.wrong).toEqual([]);
      kills += run.kills;
    }
    expect(kills).toBe(10);
  } finally {
    await trial.close();
  }
});
