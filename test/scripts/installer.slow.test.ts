import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { installedFilesScript } from '../../scripts/installed-files.mjs';
import { folder, inside, stamps, takeFolder } from '../../scripts/windows/folder.mjs';
import { runWine } from '../../scripts/windows/inside-debian.mjs';
import { skippedFor } from '../support/skipped.ts';

const root = join(import.meta.dirname, '../..');
const templates = join(root, 'node_modules/app-builder-lib/templates/nsis');
const bed = join(import.meta.dirname, 'fixtures/installer/bed.nsi');
/** Where this machine's files and those of Wine are the same; a drive of Wine's own is gone with each run. */
const workFolder = join(folder, `installer-${process.pid}`);

async function whyNotRun(): Promise<string | false> {
  if (process.platform !== 'linux') return 'npm run windows is for Linux alone';
  if (spawnSync('makensis', ['-VERSION']).error) return 'nsis is not installed';
  if (!existsSync(join(stamps, 'folder-of-Wine'))) return 'npm run windows has not set up Wine here';
  return takeFolder().then(
    () => false,
    (error: unknown) => String(error),
  );
}

/** A version's own files. */
const first = ['Carpeta.exe', 'resources/app.asar', 'resources/old/old.dat', 'locales/es.pak'];
const second = ['Carpeta.exe', 'resources/app.asar', 'locales/es.pak', 'locales/en.pak'];

/** Electron-builder's own words for the flags of a command line. */
function flags(): string {
  const require = createRequire(join(root, 'node_modules/app-builder-lib/out/index.js'));
  const { NsisScriptGenerator } = require('./targets/nsis/nsisScriptGenerator.js');
  const generator = new NsisScriptGenerator();
  generator.flags(['updated', 'keep-shortcuts', 'delete-app-data']);
  return generator.build();
}

/** Its own lines that find out for whom it installs, with the plugin for elevation played. */
function multiUser(): string {
  const lines = readFileSync(join(templates, 'assistedInstaller.nsh'), 'utf8');
  const [macro = ''] = /^!macro initMultiUser[\s\S]*?^!macroend/m.exec(lines) ?? [];
  return macro.replaceAll('UAC_Is', 'PlayedUacIs');
}

/** Makes an installer of a version; with the template's own way of removing where `isOwn` is false. */
function makeInstaller(name: string, files: readonly string[], isOwn = true): void {
  const project = join(workFolder, name);
  const packed = join(project, 'packed');
  for (const file of files) write(join(packed, file), `${name} ${file}`);
  write(join(project, 'dist/installer/installed-files.nsh'), installedFilesScript(files));
  const script = join(project, 'bed.nsi');
  write(
    script,
    readFileSync(bed, 'utf8')
      .replace('# FLAGS', () => flags())
      .replace('# MULTI-USER', () => multiUser()),
  );
  // Names the app to the shell, by another plugin.
  const uninstaller = readFileSync(join(templates, 'uninstaller.nsh'), 'utf8').replace(
    /^ *WinShell::.*$/gm,
    '',
  );
  write(join(project, 'uninstaller.nsh'), uninstaller);
  execFileSync('makensis', [
    ...['-V2', '-INPUTCHARSET', 'UTF8', `-DTEMPLATES=${templates}`, `-DPROJECT_DIR=${project}`],
    ...[`-DPACKED=${packed}`, `-DUNINSTALLER=${join(project, 'uninstaller.nsh')}`],
    ...['-DVERSION=1', `-DOUT_FILE=${join(workFolder, `${name}.exe`)}`],
    ...(isOwn ? [`-DOWN_INSTALLER=${join(root, 'build/installer.nsh')}`] : []),
    script,
  ]);
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const windowsPath = (path: string) => `Z:${inside}/${relative(folder, path)}`.replaceAll('/', '\\');

/**
 * Runs programs of Windows one after the other on one Wine; gives the exit code of each, and what stood in a
 * folder after it.
 */
async function run(
  looked: string,
  commands: readonly string[][],
): Promise<{ codes: string[]; after: string[][] }> {
  const lines = commands.map((command, at) => {
    const outputPath = join(workFolder, `${at}`);
    rmSync(outputPath, { force: true, recursive: true });
    mkdirSync(outputPath);
    const from = `${inside}/${relative(folder, outputPath)}`;
    const words = command.map((word) => `'${word}'`).join(' ');
    // The uninstaller goes on in a copy of itself.
    return `wine ${words}; echo $? >${from}/code; wineserver -w; find ${inside}/${relative(folder, looked)} -type f >${from}/files 2>/dev/null`;
  });
  await runWine(['sh', '-c', lines.join('\n')], { limit: 240_000, onOutput: () => undefined });
  const of = (name: string) => commands.map((_, at) => readFileSync(join(workFolder, `${at}`, name), 'utf8'));
  const base = `${inside}/${relative(folder, looked)}/`;
  return {
    codes: of('code').map((code) => code.trim()),
    after: of('files').map((list) =>
      list
        .split('\n')
        .filter((path) => path !== '')
        .map((path) => path.slice(base.length))
        .sort(),
    ),
  };
}

const uninstaller = 'Uninstall Carpeta.exe';
/** What the installer puts first into a folder, and takes last out of it. */
const mark = '.carpeta-program';

describe("the installer, over electron-builder's own lines", skippedFor(await whyNotRun()), () => {
  afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

  /**
   * A folder with an older version of Carpeta in it, between documents: of them alone the template would ask
   * nothing.
   */
  function documentsIn(name: string): string {
    const target = join(workFolder, name);
    for (const document of ['factura.pdf', '410931/din.pdf', 'resources/mío.pdf'])
      write(join(target, document), 'a paper');
    return target;
  }
  const documents = ['410931/din.pdf', 'factura.pdf', 'resources/mío.pdf'];

  /**
   * Installs into a folder that is empty by then, puts documents beside the program, updates and uninstalls.
   */
  async function wholeLife(name: string, { isOwn = true, mode = '/currentuser' } = {}) {
    const target = join(workFolder, name);
    makeInstaller('first', first, isOwn);
    makeInstaller('second', second, isOwn);
    const installers = ['first', 'second'].map((version) => windowsPath(join(workFolder, `${version}.exe`)));
    mkdirSync(target, { recursive: true });
    const own = documentsIn(`${name}-papers`);
    const copy = ['cmd', '/c', 'xcopy', windowsPath(own), windowsPath(target), '/s', '/e', '/i', '/y', '/q'];
    return run(target, [
      [installers[0] ?? '', '/S', mode, `/D=${windowsPath(target)}`],
      copy,
      [installers[1] ?? '', '/S', '--updated'],
      [windowsPath(join(target, uninstaller)), '/S', mode],
    ]);
  }

  it.each(['/currentuser', '/allusers'])(
    'leaves documents that stand beside the program when it updates and uninstalls, and takes all that is its own: %s',
    async (mode) => {
      const { codes, after } = await wholeLife(`Carpetas${mode.slice(1)}`, { mode });
      expect(codes).toEqual(['0', '0', '0', '0']);
      expect(after[0]).toEqual([mark, uninstaller, ...first].sort());
      expect(after[2]).toEqual([mark, uninstaller, ...second, ...documents].sort());
      expect(after[3]).toEqual(documents);
    },
    400_000,
  );

  it('would lose them by the way of the template', async () => {
    const { after } = await wholeLife('Carpetas2', { isOwn: false });
    expect(after[1]).toEqual(expect.arrayContaining(documents));
    expect(after[3]).toEqual([]);
  }, 400_000);

  it('does not go into a folder of documents, nor into that of the person’s data, nor into that of policies', async () => {
    const target = documentsIn('D');
    makeInstaller('first', first);
    const installer = windowsPath(join(workFolder, 'first.exe'));
    const data = 'C:\\users\\root\\AppData\\Local\\carpeta';
    const refused = [
      ['/S', `/D=${windowsPath(target)}`],
      ['/S', '/allusers', `/D=${windowsPath(target)}`],
      ['/S', `/D=${data}`],
      ['/S', '/allusers', `/D=${data}`],
      ['/S', `/D=${data}\\..\\Carpeta\\programa`],
      ['/S', '/allusers', '/D=C:\\ProgramData\\Carpeta'],
      ['/S', '--delete-app-data'],
    ];
    const { codes, after } = await run(target, [
      ...refused.map((args) => [installer, ...args]),
      ...[data, 'C:\\ProgramData\\Carpeta'].map((folder) => [
        ...['cmd', '/c', 'if', 'exist', `${folder}\\Carpeta.exe`, 'exit', '7'],
      ]),
    ]);
    expect(codes).toEqual([...refused.map(() => '2'), '0', '0']);
    expect(after[0]).toEqual(documents);
  }, 400_000);

  it('goes on in its own folder after an update that was interrupted, and takes all away in the end', async () => {
    const target = join(workFolder, 'Cortada');
    makeInstaller('first', first);
    makeInstaller('second', second);
    const update = [
      windowsPath(join(workFolder, 'second.exe')),
      '/S',
      '--updated',
      `/D=${windowsPath(target)}`,
    ];
    const removal = (name: string) => ['cmd', '/c', 'del', windowsPath(join(target, name))];
    const { codes, after } = await run(target, [
      [windowsPath(join(workFolder, 'first.exe')), '/S', `/D=${windowsPath(target)}`],
      // What an update takes away before it brings anything, and a part of what it brings.
      removal(uninstaller),
      removal('resources\\app.asar'),
      update,
      [windowsPath(join(target, uninstaller)), '/S', '/currentuser'],
    ]);
    expect(after[2]).toEqual(expect.not.arrayContaining([uninstaller, 'resources/app.asar']));
    expect(codes).toEqual(['0', '0', '0', '0', '0']);
    expect(after[3]).toEqual(expect.arrayContaining([mark, uninstaller, ...second].sort()));
    expect(after[4]).toEqual(['resources/old/old.dat']);
  }, 400_000);

  it('keeps its mark in a folder that is written in another way', async () => {
    const target = join(workFolder, 'Misma');
    makeInstaller('first', first);
    makeInstaller('second', second);
    const update = windowsPath(join(workFolder, 'second.exe'));
    const { codes, after } = await run(target, [
      [windowsPath(join(workFolder, 'first.exe')), '/S', `/D=${windowsPath(target)}`],
      ...[1, 2].map(() => [update, '/S', `/D=${windowsPath(workFolder)}\\.\\Misma`]),
    ]);
    expect(codes).toEqual(['0', '0', '0']);
    expect(after).toEqual([first, second, second].map((files) => [mark, uninstaller, ...files].sort()));
  }, 400_000);

  it('leaves nothing in the folder that it leaves for another', async () => {
    const [before, target] = [join(workFolder, 'Antes'), join(workFolder, 'Después')];
    makeInstaller('first', first);
    makeInstaller('second', second);
    const { codes, after } = await run(before, [
      [windowsPath(join(workFolder, 'first.exe')), '/S', `/D=${windowsPath(before)}`],
      [windowsPath(join(workFolder, 'second.exe')), '/S', `/D=${windowsPath(target)}`],
      ['cmd', '/c', 'if', 'exist', windowsPath(before), 'exit', '7'],
      [windowsPath(join(target, uninstaller)), '/S', '/currentuser'],
      ['cmd', '/c', 'if', 'exist', windowsPath(target), 'exit', '7'],
    ]);
    expect(after[0]).toContain(mark);
    expect(after[1]).toEqual([]);
    expect(codes).toEqual(['0', '0', '0', '0', '0']);
  }, 400_000);
});
