import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli } from '../../support/app/run-cli.ts';
import { mountDisk, noMount } from '../../support/disk/mounted-disk.ts';
import { skippedFor } from '../../support/skipped.ts';

/** Everything of Carpeta's that a folder holds, the log apart, which each start writes on. */
function contentsOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.log'));
  return new Map(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'latin1'),
    ]),
  );
}

test(
  'a folder of the user that is read-only is told with its path and exit code 2',
  skippedFor(noMount),
  async () => {
    const disk = mountDisk(2 ** 22);
    onTestFinished(() => disk.remove());
    disk.protect(true);
    const home = join(disk.folder, 'Carpeta');
    const { code, stdout, stderr } = await cli(['types', '--practice', '--json'], {
      env: { CARPETA_HOME: home },
    });
    expect(JSON.parse(stdout)).toMatchObject({
      event: 'error',
      error: { code: 'FOLDER_UNWRITABLE', values: { path: home } },
    });
    expect(stderr).toContain(home);
    expect(code).toBe(2);
  },
);

test(
  'one that became read-only loses nothing, and serves again when it is writable',
  skippedFor(noMount),
  async () => {
    const disk = mountDisk(2 ** 23);
    onTestFinished(() => disk.remove());
    const env = { CARPETA_HOME: join(disk.folder, 'Carpeta') };
    const types = () => cli(['types', '--practice', '--json'], { env });
    expect((await types()).code).toBe(0);
    const before = contentsOf(env.CARPETA_HOME);
    disk.protect(true);
    const refused = await types();
    expect(refused.code).toBe(2);
    expect(refused.stdout).toContain('"FOLDER_UNWRITABLE"');
    expect(contentsOf(env.CARPETA_HOME)).toEqual(before);
    disk.protect(false);
    expect((await types()).code).toBe(0);
  },
);
