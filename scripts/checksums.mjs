// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const name = 'SHA256SUMS';

/**
 * Writes `SHA256SUMS` over the files of a folder, in the form that `sha256sum -c` reads. Throws where there
 * are none.
 * @param {string} folder
 * @param {readonly string[]} [endings] of the files that are meant; all of them unless told
 */
export async function writeChecksums(folder, endings = ['']) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== name && endings.some((ending) => entry.name.endsWith(ending)),
  );
  if (files.length === 0) throw new Error(`${folder} holds no file ${endings.join(', ')}`);
  const lines = [];
  for (const file of files.map((entry) => entry.name).sort()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, file)), hash);
    lines.push(`${hash.digest('hex')}  ${file}\n`);
  }
  writeFileSync(join(folder, name), lines.join(''));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = 'release', ...endings] = process.argv.slice(2);
  await writeChecksums(folder, endings.length === 0 ? undefined : endings);
}
