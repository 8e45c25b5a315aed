import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

describe('npm test', () => {
  it.each([
    [['everything']],
    [['--part=1/2']],
    [['all', '--part=1/2']],
    [['units', '--part=1/2']],
    [['rest', '--part=3/2']],
    [['rest', '--part=1/2', 'more']],
  ])('runs nothing with the words %j, and says which there are', (words) => {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/test.mjs', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^usage: npm test/);
    expect(status).toBe(2);
  });
});
