import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { underLock } from '../../../../../electron/downloads/folder-index/folder-lock.ts';
import { type Disk, realDisk } from '../../../../../electron/downloads/index.ts';
import { createFakeClock } from '../../../../support/app/fake-clock.ts';
import {
  withoutLinks,
  withoutLinksAtAll,
  withoutLinksOnWindows,
} from '../../../../support/disk/disks-without-hard-links.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';

test.each([
  ['where files have second names, is put back', realDisk, ['waits']],
  ['where they have none, is made anew', withoutLinks, ['works']],
  ['where they have none and nobody looks, is made anew', withoutLinksAtAll, ['works']],
  ['where they have none, as Windows says so, is made anew', withoutLinksOnWindows, ['works']],
])('a lock that somebody has just made in place of a dead one, %s', async (_, plain, expected) => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  writeFileSync(path, 'here/77/dead');
  const hers = 'there/2/hers';
  let isReplaced = false;
  const disk: Disk = {
    ...plain,
    async rename(from, to) {
      if (from === path && !isReplaced) {
        isReplaced = true;
        rmSync(path);
        writeFileSync(path, hers);
      }
      return plain.rename(from, to);
    },
  };
  const clock = createFakeClock();
  const writer = { user: 'ana', computer: 'here', processId: 1, uuid: () => 'mine', isAlive: () => false };
  const stopping = new AbortController();
  const done = underLock(disk, clock, path, writer, async () => 'works', stopping.signal);
  const waits = clock.untilSleeping((ms) => ms < 1_000).then(() => 'waits');
  expect([await Promise.race([done, waits])]).toEqual(expected);
  if (expected.includes('waits')) expect(readFileSync(path, 'utf8')).toBe(hers);
  stopping.abort();
  await done.catch(() => undefined);
  expect(readdirSync(folder)).toEqual(expected.includes('waits') ? ['lock'] : []);
});
