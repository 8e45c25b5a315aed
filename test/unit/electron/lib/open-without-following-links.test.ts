import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWithoutFollowingLinks } from '../../../../electron/lib/open-without-following-links.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../../../support/skipped.ts';

test(
  'a pipe in the place of a document is refused at once',
  skippedFor(isWindows && 'Windows has no such pipes'),
  async () => {
    const path = join(temporaryFolder(), 'a.pdf');
    execFileSync('mkfifo', [path]);
    await expect(openWithoutFollowingLinks(path)).rejects.toMatchObject({ code: 'EFTYPE' });
  },
);
