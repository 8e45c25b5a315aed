// @ts-check
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { electronBinaryOrDownload } from './electron-binary.mjs';
import { joinKeytarForMac, whyKeytarIsWrong } from './keytar-binary.mjs';
import { writeStandInElectron } from './placeholder-electron.mjs';
import { root, tool } from './project.mjs';
import { runNode, say } from './run.mjs';
import { setUp } from './set-up.mjs';
import { prepareSigning } from './signing.mjs';

const withoutElectron = [
  'Electron is not here and cannot be downloaded, so there is nothing to package Carpeta with.',
  'Run this where github.com answers, or name a mirror of its releases in ELECTRON_MIRROR, or a proxy in HTTPS_PROXY.',
  "npm run package -- --prepare packs the app's own files without it, to be looked into.",
].join('\n');

/**
 * `npm run package`: the installers of the system it runs on, in `release/`. `-- --prepare` packs the app's
 * files alone, on a stand-in for Electron, in `release/prepared`; `-- --e2e` leaves the fuse on that
 * end-to-end tests need.
 */
async function packageApp() {
  const isPrepared = process.argv.includes('--prepare');
  const isForTests = process.argv.includes('--e2e');
  await setUp('install');
  if (!isPrepared && (await electronBinaryOrDownload()) === undefined) throw new Error(withoutElectron);
  await build('page');
  await build('main');
  if (process.platform === 'darwin' && !isPrepared) await joinKeytarForMac();
  const archs = process.platform === 'darwin' && !isPrepared ? ['arm64', 'x64'] : [process.arch];
  const wrong = whyKeytarIsWrong({ platform: process.platform, archs });
  if (wrong !== undefined) throw new Error(wrong);
  const args = [
    ...(isPrepared ? prepared() : []),
    ...(isForTests ? ['--config.electronFuses.enableNodeCliInspectArguments=true', '--dir'] : []),
  ];
  return signing((env) =>
    runNode(
      [tool('electron-builder/cli.js'), '--config', 'electron-builder.yml', '--publish', 'never', ...args],
      // It would leave what it has compiled of its settings among temporary files.
      { env: { ...env, JITI_FS_CACHE: 'false' } },
    ),
  );
}

/**
 * Does what may sign; what was written for it is gone afterwards, also when a signal ends this.
 * @param {(env: Record<string, string | undefined>) => Promise<number>} pack
 */
async function signing(pack) {
  const { env, remove } = prepareSigning(process.env);
  process.once('exit', remove);
  return pack(env);
}

function prepared() {
  const electron = join(root, 'dist/stand-in-electron');
  const output = join(root, 'release/prepared');
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  rmSync(electron, { recursive: true, force: true });
  rmSync(output, { recursive: true, force: true });
  writeStandInElectron(electron, { version: devDependencies.electron });
  return ['--linux', '--dir', `--config.electronDist=${electron}`, `--config.directories.output=${output}`];
}

try {
  process.exitCode = await packageApp();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
