import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { whyInstall } from '../../scripts/install-packages.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('why packages are installed', () => {
  const folder = temporaryFolder('install');
  const lock = join(folder, 'package-lock.json');
  const kept = join(folder, 'node_modules/.package-lock.json');
  const stamp = join(folder, 'node_modules/.carpeta-installed');

  function write(path: string, packages: object): void {
    writeFileSync(path, JSON.stringify({ packages }));
  }
  const wanted = {
    '': { name: 'carpeta' },
    'node_modules/zod': { version: '4.0.0' },
    'node_modules/keytar': { version: '7.9.0', optional: true },
  };

  beforeEach(() => {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    write(lock, wanted);
  });

  it('because there are none', () => {
    expect(whyInstall(folder)).toContain('no packages');
  });

  it('because nothing tells what was installed', () => {
    mkdirSync(join(folder, 'node_modules'));
    expect(whyInstall(folder)).toContain('changed');
  });

  it('because the lock file asks for another version', () => {
    mkdirSync(join(folder, 'node_modules'));
    write(kept, { ...wanted, 'node_modules/zod': { version: '3.0.0' } });
    expect(whyInstall(folder)).toContain('changed');
    expect(existsSync(stamp)).toBe(false);
  });

  it('not when npm has put there what the lock file says, but for what is optional, and then remembers it', () => {
    mkdirSync(join(folder, 'node_modules'));
    write(kept, { 'node_modules/zod': { version: '4.0.0' }, 'node_modules/more': { version: '1.0.0' } });
    expect(whyInstall(folder)).toBeUndefined();
    rmSync(kept);
    expect(whyInstall(folder)).toBeUndefined();
    write(lock, { ...wanted, 'node_modules/react': { version: '19.0.0' } });
    expect(whyInstall(folder)).toContain('changed');
  });
});
