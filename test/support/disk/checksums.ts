import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Checks the files of a folder as `sha256sum --strict -c SHA256SUMS` does, by that program itself where Linux
 * has it. Throws where a line is none, or a file has another hash.
 */
export function checkSums(folder: string): void {
  if (process.platform === 'linux') {
    execFileSync('sha256sum', ['--strict', '--quiet', '-c', 'SHA256SUMS'], { cwd: folder });
    return;
  }
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  for (const line of lines) {
    const [, hash, path = ''] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    const content = readFileSync(join(folder, ...path.split('/')));
    if (createHash('sha256').update(content).digest('hex') !== hash)
      throw new Error(`not as it was: ${line}`);
  }
}
