import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openStore } from '../../../electron/database/index.ts';
import { sourceOptions } from '../../../scripts/source-options.mjs';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../../support/skipped.ts';

const program = fileURLToPath(new URL('../../support/process/fill-store.ts', import.meta.url));

/** Fills a store where the system lets no file grow beyond so many blocks of 512 bytes. */
async function fillWithin(blocks: number, path: string) {
  const limited = `ulimit -f ${blocks}; exec "$@"`;
  const node = [process.execPath, '--no-warnings', ...sourceOptions, program];
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, 'sh', ...node, path]);
  return JSON.parse(stdout);
}

test(
  'a store that the system refuses to write says so of itself, and loses nothing of before',
  skippedFor(isWindows && 'Windows limits no size of a file'),
  async () => {
    const path = join(temporaryFolder(), 'carpeta.db');
    await (await openStore(path)).close();
    const refused = await fillWithin(1024, path);
    // SQLITE_IOERR_WRITE.
    expect(refused).toMatchObject({
      code: 'FOLDER_UNWRITABLE',
      values: { path, at: 'store', reason: 'SQLite 778' },
    });
    expect(refused.stored).toBeGreaterThan(0);
    const store = await openStore(path);
    expect(store.setAside).toBeUndefined();
    expect(await store.listRecentResultSets(1000)).toHaveLength(refused.stored);
    await store.close();
  },
);
