// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the tool that sets fuses looks for in Electron's program, then the wire's version and length, then nine fuses that are on. */
const fuses = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('111111111'),
]);

/**
 * A folder that looks like Electron's to electron-builder, so that the app's own files can be packed where Electron cannot be
 * downloaded. Its program does nothing.
 * @param {string} folder
 * @param {string} version
 */
export function writeStandInElectron(folder, version) {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('not Electron\n'), fuses]), {
    mode: 0o755,
  });
  writeFileSync(join(folder, 'version'), version);
  for (const name of [
    'LICENSE',
    'LICENSES.chromium.html',
    'chrome-sandbox',
    'locales/es-419.pak',
    'locales/de.pak',
  ]) {
    writeFileSync(join(folder, name), '');
  }
}
