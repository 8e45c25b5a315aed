import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { userDataFolder } from '../../electron/hosts/home/index.ts';
import { installedFilesScript } from '../../scripts/installed-files.mjs';
import { readBinaryKind, whyKeytarIsWrong } from '../../scripts/keytar-binary.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');

/**
 * The settings of one part of electron-builder.yml, a line each, without comments. That every word of it is one of electron-builder's own
 * is seen where it packs (prepared-package.slow.test.ts).
 */
function settingsOf(part: string): string[] {
  const lines = readFileSync(join(root, 'electron-builder.yml'), 'utf8').split('\n');
  const rest = lines.slice(lines.indexOf(`${part}:`) + 1);
  const end = rest.findIndex((line) => /^\S/.test(line));
  const settings = rest.slice(0, end < 0 ? undefined : end).map((line) => line.trim());
  return settings.filter((line) => line !== '' && !line.startsWith('#'));
}

describe('configuration of the package', () => {
  it('burns every protective fuse, leaves cookies alone, and has arm64 signed anew for it', () => {
    expect(settingsOf('electronFuses')).toEqual([
      'runAsNode: false',
      'enableNodeOptionsEnvironmentVariable: false',
      'enableNodeCliInspectArguments: false',
      'enableCookieEncryption: false',
      'enableEmbeddedAsarIntegrityValidation: true',
      'onlyLoadAppFromAsar: true',
      'grantFileProtocolExtraPrivileges: false',
      'resetAdHocDarwinSignature: true',
    ]);
  });

  it('signs for Windows what is machine code beside the program: electron-builder signs programs alone unless told', () => {
    expect(settingsOf('win')).toContain('signExts: [.node, .dll]');
  });

  it('installs for the person alone unless told otherwise, and asks Apple to notarise a hardened app', () => {
    expect(settingsOf('nsis')).toEqual(
      expect.arrayContaining(['oneClick: false', 'perMachine: false', 'allowElevation: true']),
    );
    expect(settingsOf('msi')).toEqual(expect.arrayContaining(['oneClick: true', 'perMachine: true']));
    expect(settingsOf('mac')).toEqual(
      expect.arrayContaining([
        'hardenedRuntime: true',
        'notarize: true',
        'entitlements: build/entitlements.mac.plist',
        'entitlementsInherit: build/entitlements.mac.plist',
      ]),
    );
    const entitlements = readFileSync(join(root, 'build/entitlements.mac.plist'), 'utf8');
    expect(entitlements.match(/<key>(.*)<\/key>/g)).toEqual(['<key>com.apple.security.cs.allow-jit</key>']);
  });

  it('starts on Linux without a switch that it refuses: electron-builder turns the sandbox off unless told', async () => {
    const given = settingsOf('linux').find((line) => line.startsWith('executableArgs: ')) ?? '';
    const executableArgs: unknown = JSON.parse(given.slice('executableArgs: '.length) || 'null');
    expect(await execOfAppImage({ executableArgs })).toBe('AppRun %U');
    // What it does by itself: without that the test shows nothing.
    expect(await execOfAppImage({})).toBe('AppRun --no-sandbox %U');
  });
});

/** The line by which desktops start an AppImage, as electron-builder's own target writes it. */
async function execOfAppImage(options: object): Promise<string> {
  const { default: AppImageTarget } = createRequire(import.meta.url)(
    'app-builder-lib/out/targets/appimage/AppImageTarget.js',
  );
  const helper = { computeDesktopEntry: async (_: object, exec: string) => exec };
  const packager = { config: {}, appInfo: { buildVersion: '1' }, platformSpecificBuildOptions: options };
  return new AppImageTarget('AppImage', packager, helper, '').desktopEntry.value;
}

describe('installer of Windows', () => {
  const templates = join(root, 'node_modules/app-builder-lib/templates/nsis');
  const own = readFileSync(join(root, 'build/installer.nsh'), 'utf8');

  it('offers no choice of folder, and never removes a whole one', () => {
    expect(settingsOf('nsis')).toEqual(
      expect.arrayContaining([
        'allowToChangeInstallationDirectory: false',
        'deleteAppDataOnUninstall: false',
        'include: build/installer.nsh',
      ]),
    );
    expect(own).not.toMatch(/RMDir\s+\/r/i);
  });

  it('has hooks of its own that the templates call', () => {
    const hooks = [...own.matchAll(/^!macro (custom\w+)/gm)].map(([, name]) => name);
    const lines = readdirSync(templates, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ns[hi]$/.test(name))
      .map((name) => readFileSync(join(templates, name), 'utf8'))
      .join('\n');
    expect(hooks).toEqual(['customInit', 'customUnInit', 'customRemoveFiles']);
    for (const hook of hooks)
      expect(lines).toMatch(new RegExp(`!ifmacrodef ${hook}\\s+!insertmacro ${hook}\\b`));
  });

  it('names what is installed, and folders after those that stand in them', () => {
    const script = installedFilesScript(['Carpeta.exe', 'resources/a/$x.node', 'resources/app.asar']);
    const [files = '', folders = ''] = script.split('!macro installedFolders DO');
    const names = (text: string) => [...text.matchAll(/"(.*)"/g)].map(([, name]) => name);
    expect(names(files)).toEqual([
      ...['Carpeta.exe', 'resources\\a\\$$x.node', 'resources\\app.asar', 'resources\\elevate.exe'],
    ]);
    expect(names(folders)).toEqual(['resources\\a', 'resources']);
  });

  it('does not go into the folder of the person’s data', () => {
    const folder = userDataFolder({ LOCALAPPDATA: '$LOCALAPPDATA' }, 'win32').replaceAll('/', '\\');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is that of NSIS.
    expect(own).toContain(`$R4 == "${folder.replace('Carpeta', '${PRODUCT_FILENAME}')}\\"`);
  });
});

/** The beginning of a file of machine code, with numbers put at their places. */
function header(write: (file: Buffer) => void): Buffer {
  const file = Buffer.alloc(256);
  write(file);
  return file;
}
const linuxArm = header((file) => {
  file.writeUInt32BE(0x7f454c46);
  file.writeUInt16LE(0xb7, 18);
});
const windows = header((file) => {
  file.write('MZ');
  file.writeUInt32LE(128, 60);
  file.write('PE\0\0', 128);
  file.writeUInt16LE(0x8664, 132);
});
const mac = header((file) => {
  file.writeUInt32LE(0xfeedfacf);
  file.writeUInt32LE(0x0100000c, 4);
});
const universal = header((file) => {
  file.writeUInt32BE(0xcafebabe);
  file.writeUInt32BE(2, 4);
  file.writeUInt32BE(0x01000007, 8);
  file.writeUInt32BE(0x0100000c, 28);
});

describe('binary of the keychain module', () => {
  const folder = temporaryFolder('keytar');

  it.each([
    ['linux arm64', linuxArm, { platform: 'linux', archs: ['arm64'] }],
    ['Windows x64', windows, { platform: 'win32', archs: ['x64'] }],
    ['macOS arm64', mac, { platform: 'darwin', archs: ['arm64'] }],
    ['macOS universal', universal, { platform: 'darwin', archs: ['arm64', 'x64'] }],
    ['a text', Buffer.from('not machine code '.repeat(8)), undefined],
    ['a program of DOS', header((file) => file.write('MZ')), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('is known as one for %s', (_, file, kind) => {
    expect(readBinaryKind(file)).toEqual(kind);
  });

  it('is known as what it is on this machine', () => {
    expect(readBinaryKind(readFileSync(process.execPath))).toEqual({
      platform: process.platform,
      archs: [process.arch],
    });
  });

  it.each([
    ['the wrong system', windows, 'for win32 x64, not for darwin arm64'],
    ['the wrong processor', linuxArm, 'for linux arm64, not for darwin arm64'],
    ['no code', Buffer.alloc(256), 'not machine code'],
  ])('stops the packaging when it is for %s', (name, file, reason) => {
    const path = join(folder, `${name}.node`);
    writeFileSync(path, file);
    expect(whyKeytarIsWrong({ platform: 'darwin', archs: ['arm64'] }, path)).toContain(reason);
  });

  it('stops the packaging when it is missing or covers one of two processors, and not when it fits', () => {
    const path = join(folder, 'universal.node');
    const both = { platform: 'darwin', archs: ['arm64', 'x64'] };
    expect(whyKeytarIsWrong(both, path)).toContain('its install failed');
    writeFileSync(path, mac);
    expect(whyKeytarIsWrong(both, path)).toContain('not for darwin arm64 and x64');
    writeFileSync(path, universal);
    expect(whyKeytarIsWrong(both, path)).toBeUndefined();
  });
});
