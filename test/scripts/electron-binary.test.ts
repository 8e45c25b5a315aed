import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { electronBinary } from '../../scripts/electron-binary.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

describe("Electron's program", () => {
  const folder = temporaryFolder('electron');

  it('is not there before it was downloaded, nor while only its name is', () => {
    expect(electronBinary(folder)).toBeUndefined();
    writeFileSync(join(folder, 'path.txt'), 'electron');
    expect(electronBinary(folder)).toBeUndefined();
  });

  it('is there when the file that the package names is', () => {
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/electron'), '');
    expect(electronBinary(folder)).toBe(join(folder, 'dist/electron'));
  });
});

describe('packaging', () => {
  it.each(['http:', 'https:'])(
    'without it, and without a way to it (%s), says what can be done',
    (scheme) => {
      const { HTTPS_PROXY: _, https_proxy: __, ...env } = process.env;
      const script = join(import.meta.dirname, '../../scripts/package.mjs');
      const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
        encoding: 'utf8',
        timeout: 100_000,
        env: {
          ...env,
          ELECTRON_MIRROR: `${scheme}//127.0.0.1:1/`,
          ELECTRON_OVERRIDE_DIST_PATH: temporaryFolder(),
        },
      });
      expect(status).toBe(1);
      expect(stdout + stderr).toMatch(
        /Electron is not here and cannot be downloaded.*ELECTRON_MIRROR.*--prepare/s,
      );
    },
  );
});
