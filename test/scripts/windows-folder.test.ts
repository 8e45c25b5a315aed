import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { skippedFor } from '../support/skipped.ts';

const script = join(import.meta.dirname, '../../scripts/windows/folder.mjs');
const notLinux = process.platform !== 'linux' && 'npm run windows is for Linux alone';

const taking = `import { takeFolder } from ${JSON.stringify(script)}; await takeFolder(); console.log('taken');`;
const processOf = (cache: string, more = '') =>
  [
    process.execPath,
    ['--input-type=module', '-e', taking + more],
    { env: { ...process.env, XDG_CACHE_HOME: cache } },
  ] as const;

describe('the folder of npm run windows', () => {
  it(
    'is not taken while a process that took it goes on, and is when that was killed',
    skippedFor(notLinux),
    async () => {
      const cache = temporaryFolder();
      const first = spawn(...processOf(cache, 'setInterval(() => {}, 1_000);'));
      await once(first.stdout, 'data');
      const second = spawnSync(...processOf(cache));
      expect([second.status, String(second.stderr)]).toEqual([1, expect.stringContaining('is at work in')]);
      first.kill('SIGKILL');
      await once(first, 'exit');
      expect(spawnSync(...processOf(cache)).status).toBe(0);
    },
  );

  it('is taken by one of those that ask in the same moment', skippedFor(notLinux), async () => {
    const cache = temporaryFolder();
    const asked = Array.from({ length: 4 }, () => spawn(...processOf(cache, 'process.stdin.resume();')));
    const results = await Promise.all(
      asked.map((one) =>
        Promise.race([once(one.stdout, 'data').then(() => 'taken'), once(one, 'exit').then(() => 'refused')]),
      ),
    );
    for (const one of asked) one.kill('SIGKILL');
    expect(results.toSorted()).toEqual(['refused', 'refused', 'refused', 'taken']);
  });
});
