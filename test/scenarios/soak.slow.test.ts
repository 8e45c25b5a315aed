import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceOptions } from '../../scripts/source-options.mjs';

const run = join(import.meta.dirname, '../campaign/run.ts');

interface Soaked {
  failed: boolean;
  stdout: string;
  stderr: string;
}

function soak(hours: string): Promise<Soaked> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...sourceOptions, run, 'soak', hours], (error, stdout, stderr) =>
      resolve({ failed: error !== null, stdout, stderr }),
    );
  });
}

test('two hours of use in compressed time leave everything level', { timeout: 300_000 }, async () => {
  const { failed, stdout, stderr } = await soak('2');
  // What grew, and what was warned of, stand in what it said.
  expect({ failed, stdout, stderr }).toMatchObject({
    failed: false,
    stdout: expect.stringMatching(/\nlevel\n$/),
  });
  const deeds = JSON.parse(/^\{"requests".*?\}/m.exec(stdout)?.[0] ?? '{}') as Record<string, number>;
  // How many attempts fall into a lost network differs from run to run; that a day of nothing counts as level
  // is what this keeps out.
  expect(deeds['requests']).toBeGreaterThan(500);
  for (const deed of ['refreshes', 'batches', 'drops', 'keys', 'deliveries']) {
    expect([deed, (deeds[deed] ?? 0) > 1]).toEqual([deed, true]);
  }
});
