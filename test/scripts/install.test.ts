import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { whyInstall, writeStamp } from '../../scripts/install-packages.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

describe('why packages are installed', () => {
  const folder = temporaryFolder('install');
  const locked = {
    '': { name: 'carpeta' },
    'node_modules/zod': { version: '4.0.0' },
    'node_modules/vite': { version: '8.0.0', dev: true },
    'node_modules/keytar': { version: '7.9.0', optional: true },
  };

  function lock(packages: object): void {
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  }

  function install(name: string, text: string): void {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), text);
  }

  beforeEach(() => {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    lock(locked);
  });

  function installAll(): void {
    install('zod', '{"version":"4.0.0"}');
    install('vite', '{"version":"8.0.0"}');
    install('keytar', '{"version":"7.9.0"}');
  }

  it('because there are none', () => {
    expect(whyInstall(folder, true)).toContain('no packages');
  });

  it('not when all that the lock file says is there, whoever put it there', () => {
    installAll();
    expect(whyInstall(folder, true)).toBeUndefined();
  });

  it('because the lock file asks for another version, or for one more', () => {
    installAll();
    install('zod', '{"version":"3.0.0"}');
    expect(whyInstall(folder, true)).toContain('zod');
    installAll();
    lock({ ...locked, 'node_modules/react': { version: '19.0.0' } });
    expect(whyInstall(folder, true)).toContain('react');
  });

  it('because tools of the build were left out, though an install ended well', () => {
    installAll();
    rmSync(join(folder, 'node_modules/vite'), { recursive: true });
    writeStamp(folder, true);
    expect(whyInstall(folder, true)).toContain('vite');
  });

  it('because an install was broken off in the middle of a package', () => {
    installAll();
    writeStamp(folder, true);
    install('zod', '');
    expect(whyInstall(folder, true)).toContain('zod');
  });

  it('because the keychain module is not there and could be compiled, once', () => {
    installAll();
    rmSync(join(folder, 'node_modules/keytar'), { recursive: true });
    writeStamp(folder, false);
    expect(whyInstall(folder, false)).toBeUndefined();
    expect(whyInstall(folder, true)).toContain('keychain');
    writeStamp(folder, true);
    expect(whyInstall(folder, true)).toBeUndefined();
  });
});
