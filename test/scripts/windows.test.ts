import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ofWindows, stagesFor } from '../../scripts/windows/stages.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../support/skipped.ts';

const root = join(import.meta.dirname, '../..');
const script = join(root, 'scripts/windows.mjs');

function windows(args: readonly string[], options: readonly string[] = []) {
  const env = { ...process.env, XDG_CACHE_HOME: temporaryFolder() };
  return spawnSync(process.execPath, [...options, script, ...args], { encoding: 'utf8', env });
}

/**
 * Options of Node for a process that takes itself for another user's. One that was another user's might not
 * be let into the checkout.
 */
const asSomebodyElse = ['--import', 'data:text/javascript,process.getuid = () => 65_534'];

describe('npm run windows', () => {
  it('names no test in its short run that is not there: a path that matches nothing is passed over', () => {
    expect(ofWindows.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('runs the fast tests in parts of one group, which stand side by side', () => {
    const shards = stagesFor(['--fast']).map((group) => group.map(({ args }) => args.at(-1)));
    expect(shards).toEqual([[1, 2, 3, 4, 5, 6].map((part) => `--shard=${part}/6`)]);
  });

  it('says how it is used when it does not know an option, and ends with 2', () => {
    const { status, stdout } = windows(['--slow']);
    expect([status, stdout]).toEqual([
      2,
      expect.stringContaining('npm run windows [-- --fast | --rest | --short | PATHS]'),
    ]);
  });

  it(
    'says on Windows itself that npm test does the same, and ends with 2',
    skippedFor(!isWindows && 'this is not Windows'),
    () => {
      const { status, stdout } = windows([]);
      expect([status, stdout]).toEqual([2, expect.stringContaining('npm test')]);
    },
  );

  it(
    'says in one sentence that it needs root, sets nothing up and ends with 2',
    skippedFor(isWindows && 'Windows has no root'),
    () => {
      const { status, stdout } = windows([], asSomebodyElse);
      expect([status, stdout]).toEqual([
        2,
        expect.stringMatching(/^Not run under Windows: npm run windows needs (root|Debian)[^\n]*\.\n$/),
      ]);
    },
  );
});
