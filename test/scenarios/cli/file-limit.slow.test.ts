import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../../support/skipped.ts';

test('a limit of how large files may be is told, and ends nothing without a word', {
  timeout: 60_000,
  ...skippedFor(isWindows && 'Windows has no such limits'),
}, () => {
  const cli = join(import.meta.dirname, '../../../electron/cli.ts');
  const command = `ulimit -f 100 && exec "${process.execPath}" --no-wasm-code-gc "${cli}" connection list --lang es`;
  const env = { ...process.env, CARPETA_HOME: join(temporaryFolder('limit'), 'home') };
  const { status, stderr } = spawnSync('/bin/sh', ['-c', command], { env, encoding: 'utf8' });
  expect(stderr).toContain('(FOLDER_UNWRITABLE, ');
  expect(status).toBe(2);
});

test.each([30, 34])(
  'a limit of %i open files is told as that',
  {
    timeout: 60_000,
    ...skippedFor(isWindows && 'Windows has no such limits'),
  },
  (files) => {
    const cli = join(import.meta.dirname, '../../../electron/cli.ts');
    const asked = 'files --practice --rut 76086428-5 --dispatch 410931 --lang es';
    const command = `ulimit -n ${files} && exec "${process.execPath}" --no-wasm-code-gc "${cli}" ${asked}`;
    const env = { ...process.env, CARPETA_HOME: join(temporaryFolder('limit'), 'home') };
    const { status, stderr } = spawnSync('/bin/sh', ['-c', command], { env, encoding: 'utf8' });
    expect(stderr).toContain('Demasiados archivos abiertos');
    expect(stderr).toContain('(TOO_MANY_OPEN_FILES');
    expect(status).toBe(1);
  },
);
