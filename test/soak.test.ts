import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { whatGrew } from './support/level.ts';

const run = join(import.meta.dirname, 'campaign/run.ts');
const sample = {
  ...{ heap: 30e6, external: 10e6, files: 40, handles: 10, threads: 12, listeners: 20, sleeps: 1 },
  database: 10e6,
};
const day = (change: (hour: number) => object) =>
  [0, 1, 2, 3, 4].map((hour) => ({ ...sample, hour, ...change(hour) }));

test('two hours of use in compressed time leave everything level', { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [run, 'soak', '2']);
  expect(stdout).toMatch(/\nlevel\n$/);
  const deeds = JSON.parse(/^\{"requests".*?\}/m.exec(stdout)?.[0] ?? '{}') as Record<string, number>;
  expect(deeds['requests']).toBeGreaterThan(1_000);
  for (const deed of ['refreshes', 'batches', 'drops', 'keys', 'handovers']) {
    expect([deed, (deeds[deed] ?? 0) > 1]).toEqual([deed, true]);
  }
});

test('what grows from hour to hour is seen, what comes and goes is not', () => {
  expect(whatGrew(day(() => ({})))).toEqual([]);
  expect(whatGrew(day((hour) => ({ handles: hour % 2 === 0 ? 3 : 15 })))).toEqual([]);
  expect(whatGrew(day((hour) => ({ listeners: 20 + hour })))).toEqual(['listeners grew from 20 to 23']);
  expect(whatGrew(day((hour) => ({ heap: 30e6 + hour * 3e6 })))).toHaveLength(1);
});
