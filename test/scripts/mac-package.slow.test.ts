import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { build } from '../../scripts/build.mjs';
import { fuseWire } from '../../scripts/placeholder-electron.mjs';
import { tool } from '../../scripts/project.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { skippedFor } from '../support/skipped.ts';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder('mac-package');
const app = join(folder, 'release/mac-arm64/Carpeta.app');
const frameworkFolder = 'Contents/Frameworks/Electron Framework.framework';
/** Holds the fuses. */
const framework = `${frameworkFolder}/Electron Framework`;
const frameworkWhenSigned = join(folder, 'framework-when-signed');
const signedWith = join(folder, 'signed-with');

function write(path: string, content: string | Buffer, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode });
}

const plist = (executable: string) => `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${executable}</string></dict></plist>
`;

/** A folder that looks like Electron's for macOS to electron-builder; nothing in it runs. */
function writeStandInApp(electron: string): void {
  const contents = join(electron, 'Electron.app/Contents');
  write(join(contents, 'Info.plist'), plist('Electron'));
  write(join(contents, 'MacOS/Electron'), '', 0o755);
  write(join(contents, 'Resources/electron.icns'), '');
  const languages = join(electron, 'Electron.app', frameworkFolder, 'Versions/A/Resources');
  for (const language of ['es', 'es_419', 'de']) write(join(languages, `${language}.lproj/locale.pak`), '');
  write(join(electron, 'Electron.app', framework), fuseWire, 0o755);
  const helper = join(contents, 'Frameworks/Electron Helper.app/Contents');
  write(join(helper, 'Info.plist'), plist('Electron Helper'));
  write(join(helper, 'MacOS/Electron Helper'), '', 0o755);
  write(join(electron, 'version'), packageJson.devDependencies.electron);
}

/** In the place of Apple's: notes what it is asked to sign, and how the framework looks at that moment. */
function writeCodesign(programs: string): void {
  write(
    join(programs, 'codesign'),
    [
      '#!/bin/sh',
      `printf '%s\\n' "$@" > '${signedWith}'`,
      'for app; do :; done',
      `cp "$app/${framework}" '${frameworkWhenSigned}'`,
    ].join('\n'),
    0o755,
  );
}

// electron-builder's part alone, which runs on Linux, too, for one processor; what Apple's programs do with
// the result is not seen here.
const notLinux = process.platform !== 'linux' && 'the stand-in for Electron is made on Linux';

describe('package for macOS, on a stand-in for Electron', skippedFor(notLinux), () => {
  beforeAll(async () => {
    await build('page');
    await build('main');
    writeStandInApp(join(folder, 'electron'));
    writeCodesign(join(folder, 'programs'));
    await promisify(execFile)(
      process.execPath,
      [
        ...[tool('electron-builder/cli.js'), '--config', 'electron-builder.yml', '--publish', 'never'],
        ...['--mac', '--arm64', '--dir', `--config.electronDist=${join(folder, 'electron')}`],
        `--config.directories.output=${join(folder, 'release')}`,
      ],
      {
        cwd: root,
        env: { ...process.env, PATH: `${join(folder, 'programs')}${delimiter}${process.env['PATH']}` },
      },
    );
  });

  it('has its fuses set', async () => {
    const { ENABLE, DISABLE } = FuseState;
    expect(await getCurrentFuseWire(app)).toMatchObject({
      [FuseV1Options.RunAsNode]: DISABLE,
      [FuseV1Options.EnableCookieEncryption]: DISABLE,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
      [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
    });
  });

  it('is signed anew, without an identity, after that', () => {
    expect(readFileSync(frameworkWhenSigned)).toEqual(readFileSync(join(app, framework)));
    const args = readFileSync(signedWith, 'utf8').trim().split('\n');
    expect(args).toEqual(expect.arrayContaining(['--sign', '-', '--force', '--deep']));
    expect(args.at(-1)).toBe(app);
  });

  it('brings the words of Chromium in our languages alone', () => {
    const languages = readdirSync(join(app, frameworkFolder, 'Versions/A/Resources'));
    expect(languages.sort()).toEqual(['es.lproj', 'es_419.lproj']);
  });

  it('says whose app it is and which, shows our icon, and knows the hash of its archive', () => {
    const info = readFileSync(join(app, 'Contents/Info.plist'), 'utf8').replace(/>\s+</g, '><');
    const said = (key: string) => info.match(new RegExp(`<key>${key}</key><string>(.*?)</string>`))?.[1];
    expect({
      id: said('CFBundleIdentifier'),
      name: said('CFBundleName'),
      version: said('CFBundleShortVersionString'),
      copyright: said('NSHumanReadableCopyright'),
    }).toEqual({ id: 'cl.carpeta.app', name: 'Carpeta', version: packageJson.version, copyright: 'Carpeta' });
    expect(info).toMatch(/<key>ElectronAsarIntegrity<\/key><dict><key>Resources\/app.asar<\/key>/);
    const icon = join(app, 'Contents/Resources', said('CFBundleIconFile') ?? '');
    expect(readFileSync(icon)).toEqual(readFileSync(join(root, 'build/icon.icns')));
  });
});
