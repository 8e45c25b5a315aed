import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skippedFor } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const script = join(import.meta.dirname, '../../scripts/windows/folder.mjs');
const notLinux = process.platform !== 'linux' && 'npm run windows is for Linux alone';

/** Takes the folder in processes one after another, in each of which it is taken so many times. */
function take(cache: string, times = 1) {
  const call = `import { takeFolder } from ${JSON.stringify(script)}; ${'takeFolder();'.repeat(times)}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', call], {
    ...{ encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: cache } },
  });
}

describe('the folder of npm run windows', () => {
  it('is not taken while a process that took it goes on', skippedFor(notLinux), () => {
    const { status, stderr } = take(temporaryFolder(), 2);
    expect([status, stderr]).toEqual([1, expect.stringContaining('is at work in')]);
  });

  it('is taken after one that was killed, though another has its number', skippedFor(notLinux), () => {
    const cache = temporaryFolder();
    const folder = join(cache, 'carpeta/windows');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'lock'), String(process.pid));
    expect(take(cache)).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(join(folder, 'lock'), `${process.pid} 1`);
    expect(take(cache)).toMatchObject({ status: 0, stderr: '' });
    expect(() => readFileSync(join(folder, 'lock'))).toThrow('ENOENT');
  });
});
