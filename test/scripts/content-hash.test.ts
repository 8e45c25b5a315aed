import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doWhenStale, hashOf } from '../../scripts/content-hash.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

describe('what is stale', () => {
  const folder = temporaryFolder('stale');
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  writeFileSync(join(folder, 'src/a.ts'), '1');
  writeFileSync(join(folder, 'src/deep/b.ts'), '2');
  const hash = () => hashOf(folder, ['src', 'gone.json']);

  it('is told by names and contents, not by times', () => {
    const before = hash();
    writeFileSync(join(folder, 'src/a.ts'), '1');
    expect(hash()).toBe(before);
    writeFileSync(join(folder, 'src/deep/b.ts'), '3');
    const changed = hash();
    renameSync(join(folder, 'src/deep/b.ts'), join(folder, 'src/deep/c.ts'));
    const renamed = hash();
    writeFileSync(join(folder, 'gone.json'), '');
    expect(new Set([before, changed, renamed, hash()]).size).toBe(4);
  });

  it('is done once for the same inputs, and again when it failed', async () => {
    const stamp = join(folder, 'out/built');
    let done = 0;
    const make = async () => void done++;
    expect(await doWhenStale({ stamp, inputs: 'x', make })).toBe(true);
    expect(await doWhenStale({ stamp, inputs: 'x', make })).toBe(false);
    const failing = () => Promise.reject(new Error('no'));
    await expect(doWhenStale({ stamp, inputs: 'y', make: failing })).rejects.toThrow('no');
    expect(await doWhenStale({ stamp, inputs: 'y', make })).toBe(true);
    await expect(doWhenStale({ stamp, inputs: 'z', make: failing })).rejects.toThrow('no');
    // What failed has left nothing whole, also of what was made before it.
    expect(await doWhenStale({ stamp, inputs: 'y', make })).toBe(true);
    rmSync(stamp);
    expect(await doWhenStale({ stamp, inputs: 'y', make })).toBe(true);
    expect(done).toBe(4);
  });
});
