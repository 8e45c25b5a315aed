import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StartWorker } from '../../electron/host.ts';
import { startWorker } from '../../electron/platform/terminal/index.ts';
import { createReadScans, type ScanOutcome } from '../../electron/text/index.ts';
import { whyKeytarIsWrong } from '../../scripts/keytar-binary.mjs';
import { tool } from '../../scripts/project.mjs';
import { filesContaining } from '../support/disk/files-containing.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { refusingTypes } from '../support/process/refusing-types.ts';
import { picturePdf, scanJpeg } from '../support/samples/made-scan.ts';
import { sha256Of } from '../support/samples/text-files.ts';
import { skippedFor } from '../support/skipped.ts';

const root = join(import.meta.dirname, '../..');
const unpacked = join(root, 'release/prepared/linux-unpacked');
const archive = join(unpacked, 'resources/app.asar');
const execute = promisify(execFile);

/** Files of the archive, not its folders. */
function packed(): string[] {
  return listPackage(archive, { isPack: false })
    .map((path) => path.replaceAll('\\', '/').slice(1))
    .filter((path) => !('files' in statFile(archive, path)));
}

// electron-builder's own work for one system, which the tests' machine is.
const isElsewhere = skippedFor(process.platform !== 'linux' && 'packages are prepared on Linux alone');

describe('prepared package', isElsewhere, () => {
  beforeAll(() => execute(process.execPath, [join(root, 'scripts/package.mjs'), '--prepare']), 180_000);

  it('holds the bundled app, its page and the keychain module, and nothing else', () => {
    const folders = new Set(packed().map((path) => path.split('/').slice(0, 2).join('/')));
    expect([...folders].sort()).toEqual([
      'dist/licences.json',
      'dist/main',
      'dist/page',
      'node_modules/keytar',
      'package.json',
    ]);
    const modules = packed().filter((path) => path.startsWith('node_modules/'));
    expect(modules.sort()).toEqual([
      'node_modules/keytar/build/Release/keytar.node',
      'node_modules/keytar/lib/keytar.js',
      'node_modules/keytar/package.json',
    ]);
  });

  it('holds no sources, no maps, no development host and no test', () => {
    expect(
      packed().filter((path) => /\.(tsx?|map)$|playwright|chromium|vitest|test|fixture/i.test(path)),
    ).toEqual([]);
    const page = packed().filter((path) => path.startsWith('dist/'));
    const found = page.filter((path) =>
      /playwright|sourceMappingURL/.test(extractFile(archive, path).toString('utf8')),
    );
    expect(found).toEqual([]);
  });

  it('is under 24 MB, page and main process together', () => {
    // Of them 2.2 MB read the words of documents: pdf.js and its parser, outside the page. Another 8.4 MB
    // recognise those of scans: the engine, its two languages and the decoders of pictures. The pictures of
    // the help have 1.3 MB.
    const sizes = packed().map((path) => {
      const stat = statFile(archive, path);
      return 'size' in stat ? stat.size : 0;
    });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(24_000_000);
  });

  it('recognises the words of a scan by its own files alone, and strips no types', async () => {
    const folder = temporaryFolder();
    for (const path of packed().filter((each) => /^(dist\/main\/|package\.json$)/.test(each))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), extractFile(archive, path));
    }
    const start: StartWorker = (script, limits) => {
      const name = script.href.endsWith('/ocr-worker.mjs') ? 'ocr-ocr-worker' : 'ocr-page-pictures-worker';
      return startWorker(refusingTypes(pathToFileURL(join(folder, `dist/main/${name}.js`))), limits);
    };
    const scan = await picturePdf([scanJpeg('Contenedor MSKU1234567')]);
    const path = join(folder, 'escaneo.pdf');
    writeFileSync(path, scan);
    const outcomes: ScanOutcome[] = [];
    await createReadScans(start)(
      [{ path, sha256: sha256Of(scan), page: 1 }],
      (_, outcome) => void outcomes.push(outcome),
    );
    expect(outcomes).toMatchObject([
      { kind: 'words', words: [{ text: 'Contenedor' }, { text: 'MSKU1234567' }] },
    ]);
  }, 60_000);

  it("keeps the keychain module's machine code beside the archive, for this system", () => {
    const binary = join(
      unpacked,
      'resources/app.asar.unpacked/node_modules/keytar/build/Release/keytar.node',
    );
    expect(whyKeytarIsWrong({ platform: 'linux', archs: [process.arch] }, binary)).toBeUndefined();
  });

  it('is refused with a word in its configuration that electron-builder does not know', async () => {
    const args = ['--config', 'electron-builder.yml', '--linux', '--dir', '--config.asarr=true'];
    const packing = execute(process.execPath, [tool('electron-builder/cli.js'), ...args], { cwd: root });
    await expect(packing).rejects.toMatchObject({
      stdout: expect.stringContaining("unknown property 'asarr'"),
    });
  });

  it('has its fuses set', async () => {
    const wire = await getCurrentFuseWire(join(unpacked, 'carpeta'));
    const { ENABLE, DISABLE } = FuseState;
    expect(wire).toMatchObject({
      [FuseV1Options.RunAsNode]: DISABLE,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: DISABLE,
      [FuseV1Options.EnableNodeCliInspectArguments]: DISABLE,
      [FuseV1Options.EnableCookieEncryption]: DISABLE,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
      [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: DISABLE,
    });
  });

  it('has a preload that requires electron alone', () => {
    const preload = extractFile(archive, 'dist/main/preload.cjs').toString();
    const required = [...preload.matchAll(/require\((.*?)\)/g)].map(([, name]) => name);
    expect(required.map((name) => name?.replace(/[`'"]/g, ''))).toEqual(['electron']);
    expect(preload).not.toMatch(/\bimport\(|^import /m);
  });

  it('does the main job from its bundle: practice documents in a folder, verified', async () => {
    const folder = temporaryFolder('prepared');
    const standIn = join(root, 'test/support/process/electron-for-cli.mjs');
    const { stderr } = await execute(
      process.execPath,
      [
        '--import',
        standIn,
        join(root, 'dist/main/main.js'),
        '--cli',
        '--',
        'demo',
        '--into',
        join(folder, 'papers'),
      ],
      { env: { ...process.env, CARPETA_HOME: join(folder, 'home') }, timeout: 120_000 },
    );
    expect(stderr).not.toContain('UNEXPECTED');
    expect(existsSync(join(folder, 'papers/SHA256SUMS'))).toBe(true);
    const documents = readdirSync(join(folder, 'papers'), { recursive: true }).filter((name) =>
      String(name).endsWith('.pdf'),
    );
    expect(documents.length).toBeGreaterThan(5);
    expect(filesContaining(join(folder, 'papers'), '%PDF-').length).toBeGreaterThan(5);
  });
});
