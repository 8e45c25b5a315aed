import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { getRawHeader } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { build } from '../../scripts/build.mjs';
import { fuseWire, writeStandInElectron } from '../../scripts/placeholder-electron.mjs';
import { tool } from '../../scripts/project.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { noProgram, windowsProgram } from '../support/process/windows-program.ts';
import { skippedFor } from '../support/skipped.ts';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder('windows-package');
const unpacked = join(folder, 'release/win-unpacked');
const program = join(unpacked, 'Carpeta.exe');
const manifestType = 24;

/**
 * A real program of Windows with what makes it Electron's to electron-builder: no signature, and a wire of
 * fuses. What Node declares about long paths is taken out, so that nobody's declaration but ours is found.
 */
function standInProgram(): Buffer {
  const executable = NtExecutable.from(windowsProgram(), { ignoreCert: true });
  const resources = NtExecutableResource.from(executable);
  for (const entry of resources.entries.filter(({ type }) => type === manifestType)) {
    const text = Buffer.from(entry.bin).toString().replaceAll('longPathAware', 'gdiScaling');
    entry.bin = new Uint8Array(Buffer.from(text)).buffer;
  }
  resources.outputResource(executable);
  executable.setExtraData(new Uint8Array(fuseWire).buffer);
  return Buffer.from(executable.generate());
}

/** What Windows finds in the packed program. */
function readProgram() {
  const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(program)));
  const [version] = Resource.VersionInfo.fromEntries(entries);
  const [language] = version?.getAllLanguagesForStringValues() ?? [];
  const named = (type: string | number) => entries.filter((entry) => entry.type === type);
  return {
    fixed: version?.fixedInfo,
    strings: language && version?.getStringValues(language),
    icons: Resource.IconGroupEntry.fromEntries(entries).map((group) =>
      group
        .getIconItemsFromEntries(entries)
        .map((item) => Buffer.from(item.isIcon() ? item.generate() : item.bin)),
    ),
    manifests: named(manifestType).map(({ bin }) => Buffer.from(bin).toString()),
    integrity: named('INTEGRITY').map(({ bin }) => JSON.parse(Buffer.from(bin).toString())),
  };
}

// electron-builder edits a program of Windows on every system, without anything of Windows. It makes no
// installer here, which wants a download, and the keychain module in this package is that of the system which
// packs.
describe('package for Windows, on a real program', skippedFor(noProgram), () => {
  let found: ReturnType<typeof readProgram>;

  beforeAll(async () => {
    await build('page');
    await build('main');
    writeStandInElectron(join(folder, 'electron'), {
      version: packageJson.devDependencies.electron,
      name: 'electron.exe',
      program: standInProgram(),
    });
    await promisify(execFile)(
      process.execPath,
      [
        ...[tool('electron-builder/cli.js'), '--config', 'electron-builder.yml', '--publish', 'never'],
        ...['--win', '--x64', '--dir', `--config.electronDist=${join(folder, 'electron')}`],
        `--config.directories.output=${join(folder, 'release')}`,
      ],
      { cwd: root },
    );
    found = readProgram();
  });

  it('says whose program it is, which, and what it does, in place of what stood there', () => {
    expect(found.strings).toMatchObject({
      CompanyName: 'Carpeta',
      ProductName: 'Carpeta',
      FileDescription: 'Carpeta',
      InternalName: 'Carpeta',
      LegalCopyright: 'Carpeta',
      FileVersion: packageJson.version,
    });
    expect(JSON.stringify(found.strings)).not.toMatch(/Node|Electron|GitHub/);
  });

  it('has its version as numbers, which installers compare', () => {
    const [major = 0, minor = 0, patch = 0] = packageJson.version.split('.').map(Number);
    const numbers = { high: major * 65_536 + minor, low: patch * 65_536 };
    expect(found.fixed).toMatchObject({
      fileVersionMS: numbers.high,
      fileVersionLS: numbers.low,
      productVersionMS: numbers.high,
      productVersionLS: numbers.low,
    });
  });

  it('shows our icon, in every size', () => {
    const { icons } = Data.IconFile.from(readFileSync(join(root, 'build/icon.ico')));
    const ours = icons.map(({ data }) => Buffer.from(data.isIcon() ? data.generate() : data.bin));
    expect(found.icons).toEqual([ours]);
  });

  it('declares long paths, once', () => {
    expect(found.manifests).toHaveLength(1);
    expect(found.manifests[0]?.match(/<ws2:longPathAware>true<\/ws2:longPathAware>/g)).toHaveLength(1);
  });

  it('knows the hash of the archive that it may load', () => {
    const { headerString } = getRawHeader(join(unpacked, 'resources/app.asar'));
    const value = createHash('sha256').update(headerString).digest('hex');
    expect(found.integrity).toEqual([[{ file: 'resources\\app.asar', alg: 'SHA256', value }]]);
  });

  it('has its fuses set', async () => {
    const { ENABLE, DISABLE } = FuseState;
    expect(await getCurrentFuseWire(program)).toMatchObject({
      [FuseV1Options.RunAsNode]: DISABLE,
      [FuseV1Options.EnableCookieEncryption]: DISABLE,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: DISABLE,
      [FuseV1Options.EnableNodeCliInspectArguments]: DISABLE,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
      [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: DISABLE,
    });
  });

  it('tells the installer all that it installs, by name', () => {
    const script = readFileSync(join(root, 'dist/installer/installed-files.nsh'), 'utf8');
    const packed = readdirSync(unpacked, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)).replaceAll('/', '\\'));
    for (const name of [...packed, 'resources']) expect(script).toContain(`"${name}"\n`);
  });

  it('brings the templates of policies', () => {
    expect(readdirSync(join(unpacked, 'resources/policies')).sort()).toEqual([
      ...['Carpeta.admx', 'Carpeta.mobileconfig', 'en-US', 'es-ES'],
    ]);
  });

  it('brings the words of Chromium in our languages alone', () => {
    expect(readdirSync(join(unpacked, 'locales'))).toEqual(['es-419.pak']);
  });
});
