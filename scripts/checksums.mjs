// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const name = 'SHA256SUMS';

/**
 * Writes `SHA256SUMS` over the files of a folder, in the form that `sha256sum -c` reads.
 * @param {string} folder
 */
export async function writeChecksums(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== name,
  );
  const lines = [];
  for (const file of files.map((entry) => entry.name).sort()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, file)), hash);
    lines.push(`${hash.digest('hex')}  ${file}\n`);
  }
  writeFileSync(join(folder, name), lines.join(''));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeChecksums(process.argv[2] ?? 'release');
