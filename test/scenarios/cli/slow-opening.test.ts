import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../../support/app/run-cli.ts';
import { unpackSlowStore } from '../../support/database/store-fixture.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

test('a command whose stored data takes long to open says so beside its output', async () => {
  const home = temporaryFolder();
  const release = unpackSlowStore(join(home, 'carpeta.db'));
  const { code, stdout, stderr } = await cli(['clients', '--practice', '--json'], {
    env: { CARPETA_HOME: home },
    onSaid: (text) => text.startsWith('Preparando') && release(),
  });
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^Preparando los datos guardados.*pocos minutos/),
  ]);
  expect(stdout).not.toContain('Preparando');
});
