// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NtExecutable, NtExecutableResource } from 'resedit';

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

/**
 * Called by electron-builder (electron-builder.yml, `afterPack`) when the app's folder is complete and not yet signed.
 * @param {{ electronPlatformName: string, appOutDir: string, packager: { appInfo: { productFilename: string } } }} context
 */
export default async function afterPack({ electronPlatformName, appOutDir, packager }) {
  if (electronPlatformName !== 'win32') return;
  const program = join(appOutDir, `${packager.appInfo.productFilename}.exe`);
  writeFileSync(program, declareLongPaths(readFileSync(program)));
}
