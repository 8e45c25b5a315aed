import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = join(import.meta.dirname, 'campaign/run.ts');

test('two hours of use in compressed time leave everything level', { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [run, 'soak', '2']);
  expect(stdout).toMatch(/\nlevel\n$/);
  const deeds = JSON.parse(/^\{"requests".*?\}/m.exec(stdout)?.[0] ?? '{}') as Record<string, number>;
  // How many attempts fall into a lost network differs from run to run; that a day of nothing counts as level is what this keeps out.
  expect(deeds['requests']).toBeGreaterThan(500);
  for (const deed of ['refreshes', 'batches', 'drops', 'keys', 'handovers']) {
    expect([deed, (deeds[deed] ?? 0) > 1]).toEqual([deed, true]);
  }
});
