import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { userDataFolder } from '../../electron/platform/node/user-data-folder.ts';
import { installedFilesScript } from '../../scripts/installed-files.mjs';
import { readBinaryKind, whyKeytarIsWrong } from '../../scripts/keytar-binary.mjs';
import msiProjectCreated, { withOwnFolder } from '../../scripts/msi-folder.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
/** Reads electron-builder's own modules, which have no door of their own. */
const requireOfBuilder = createRequire(join(root, 'node_modules/app-builder-lib/out/index.js'));

/**
 * The settings of one part of electron-builder.yml, a line each, without comments. That every word of it is
 * one of electron-builder's own is seen where it packs (prepared-package.slow.test.ts).
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
    const setting = settingsOf('linux').find((line) => line.startsWith('executableArgs: ')) ?? '';
    const executableArgs: unknown = JSON.parse(setting.slice('executableArgs: '.length) || 'null');
    expect(await execOfAppImage({ executableArgs })).toBe('AppRun %U');
    // What it does by itself: without that the test shows nothing.
    expect(await execOfAppImage({})).toBe('AppRun --no-sandbox %U');
  });
});

/** The line by which desktops start an AppImage, as electron-builder's own target writes it. */
async function execOfAppImage(options: object): Promise<string> {
  const { default: AppImageTarget } = requireOfBuilder('./targets/appimage/AppImageTarget.js');
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
    expect(hooks).toEqual([
      ...['customHeader', 'customInstall', 'customInit', 'customUnInit', 'customRemoveFiles'],
    ]);
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

/** The project of the `.msi`, as electron-builder's own target writes it for these files and our settings. */
async function msiProject(files: readonly string[]): Promise<string> {
  // First the whole of it: its modules import one another in a circle.
  requireOfBuilder('./index.js');
  const { default: MsiTarget } = requireOfBuilder('./targets/MsiTarget.js');
  const { Arch } = requireOfBuilder('builder-util');
  const { getEffectiveOptions } = requireOfBuilder('./options/CommonWindowsInstallerConfiguration.js');
  const folder = temporaryFolder('msi');
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  const value = (text: string): unknown => (/^(?:true|false)$/.test(text) ? JSON.parse(text) : text);
  const settings = settingsOf('msi').map((line) => line.split(': '));
  const msi = Object.fromEntries(settings.map(([name = '', text = '']) => [name, value(text)]));
  const packager = {
    config: { msi },
    platformSpecificBuildOptions: {},
    fileAssociations: [],
    compression: 'normal',
    appInfo: {
      id: 'cl.carpeta.app',
      productName: 'Carpeta',
      productFilename: 'Carpeta',
      companyName: 'Carpeta',
      sanitizedName: 'carpeta',
      sanitizedProductName: 'Carpeta',
      description: '',
      getVersionInWeirdWindowsForm: () => '1.2.3.0',
    },
    getIconPath: async () => 'icon.ico',
    expandMacro: (text: string) => text,
  };
  const target = new MsiTarget(packager, folder);
  return target.writeManifest(folder, Arch.x64, getEffectiveOptions(target.options, packager));
}

describe('project of the .msi', () => {
  it('installs for the machine without a question, into a folder that the other installer does not use', async () => {
    const project = await msiProject(['Carpeta.exe', 'resources/app.asar']);
    const path = join(temporaryFolder('project'), 'project.wxs');
    writeFileSync(path, project);
    await msiProjectCreated(path);
    const own = readFileSync(path, 'utf8');
    const folderIn = (text: string) => /Id="APPLICATIONFOLDER" Name="([^"]*)"/.exec(text)?.[1];
    expect([folderIn(project), folderIn(own)]).toEqual(['Carpeta', 'Carpeta (MSI)']);
    expect(own).toContain('<Directory Id="ProgramFiles64Folder">');
    expect(own).toContain('<Property Id="ALLUSERS" Secure="yes" Value="1"/>');
    expect(own).toContain('UpgradeCode="5E0B7C1A-6B6C-4F0E-9C77-2D0A6B1C4F3D"');
    expect(own).not.toMatch(/RemoveFile|RemoveFolderEx|runAfterFinish|WixUI_/);
    const named = [...own.matchAll(/<File Name="[^"]*" Source="\$\(var\.appDir\)[\\/]([^"]*)"/g)];
    expect(named.map(([, file = '']) => file.replaceAll('\\', '/')).sort()).toEqual([
      'Carpeta.exe',
      'resources/app.asar',
    ]);
  });

  it('has shortcuts that the other installer does not have', async () => {
    const project = await msiProject(['Carpeta.exe']);
    const shortcuts = [...project.matchAll(/<Shortcut Id="[^"]*" Directory="([^"]*)" Name="([^"]*)"/g)];
    expect(shortcuts.map(([, location, name]) => [location, name])).toEqual([
      ['DesktopFolder', 'Carpeta (MSI)'],
      ['ProgramMenuFolder', 'Carpeta (MSI)'],
    ]);
  });

  it('is refused when it does not name the folder that is to be changed', () => {
    expect(() => withOwnFolder('<Wix/>')).toThrow('does not name the folder');
  });

  it('is changed by the hook that electron-builder calls', () => {
    const lines = readFileSync(join(root, 'electron-builder.yml'), 'utf8').split('\n');
    expect(lines).toContain('msiProjectCreated: scripts/msi-folder.mjs');
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
