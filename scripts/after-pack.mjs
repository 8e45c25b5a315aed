// @ts-check
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { NtExecutable, NtExecutableResource } from 'resedit';
import { installedFilesScript } from './installed-files.mjs';
import { root } from './project.mjs';

const manifestType = 24;
const declaration = `<application xmlns="urn:schemas-microsoft-com:asm.v3"><windowsSettings xmlns:ws2="http://schemas.microsoft.com/SMI/2016/WindowsSettings"><ws2:longPathAware>true</ws2:longPathAware></windowsSettings></application>`;

/**
 * A Windows application manifest that says the program can take paths of more than 260 characters.
 * @param {string} manifest
 */
export function withLongPaths(manifest) {
  if (manifest.includes('longPathAware')) return manifest;
  const end = manifest.lastIndexOf('</assembly>');
  if (end < 0) throw new Error('this is no application manifest');
  return `${manifest.slice(0, end)}${declaration}${manifest.slice(end)}`;
}

/**
 * Declares long paths in the manifest of a Windows program. Throws when the program has none.
 * @param {Uint8Array} program
 * @returns {Uint8Array}
 */
export function declareLongPaths(program) {
  const executable = NtExecutable.from(program, { ignoreCert: true });
  const resources = NtExecutableResource.from(executable);
  const manifest = resources.entries.find(({ type }) => type === manifestType);
  if (!manifest) throw new Error('the program has no manifest');
  const text = withLongPaths(Buffer.from(manifest.bin).toString('utf8'));
  manifest.bin = new Uint8Array(Buffer.from(text, 'utf8')).buffer;
  resources.outputResource(executable);
  return new Uint8Array(executable.generate());
}

/** Read by `build/installer.nsh`. */
const namesForInstaller = join(root, 'dist/installer/installed-files.nsh');

/**
 * Files of a folder and of those in it, by their paths below it, with `/`.
 * @param {string} folder
 */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

/**
 * Called by electron-builder (electron-builder.yml, `afterPack`) when the app's folder is complete and not
 * yet signed.
 * @param {{ electronPlatformName: string, appOutDir: string, packager: { appInfo: { productFilename: string } } }} context
 */
export default async function afterPack({ electronPlatformName, appOutDir, packager }) {
  if (electronPlatformName !== 'win32') return;
  const program = join(appOutDir, `${packager.appInfo.productFilename}.exe`);
  writeFileSync(program, declareLongPaths(readFileSync(program)));
  mkdirSync(dirname(namesForInstaller), { recursive: true });
  writeFileSync(namesForInstaller, installedFilesScript(filesBelow(appOutDir)));
}
