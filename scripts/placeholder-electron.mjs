// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the tool that sets fuses looks for in Electron's program, then the wire's version and length, then
 * nine fuses that are on.
 */
export const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('111111111'),
]);

/** Of Linux: a file that does nothing. */
const linuxProgram = Buffer.concat([Buffer.from('not Electron\n'), fuseWire]);

/**
 * A folder that looks like Electron's for Linux or Windows to electron-builder, so that the app's own files
 * can be packed where Electron cannot be downloaded.
 * @param {string} folder
 * @param {{ version: string, name?: string, program?: Uint8Array }} electron its program by name and content; that of Linux unless told
 */
export function writeStandInElectron(folder, { version, name = 'electron', program = linuxProgram }) {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  writeFileSync(join(folder, name), program, { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  for (const file of [
    'LICENSE',
    'LICENSES.chromium.html',
    'chrome-sandbox',
    'locales/es-419.pak',
    'locales/de.pak',
  ]) {
    writeFileSync(join(folder, file), '');
  }
}
