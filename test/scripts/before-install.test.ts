import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What a script and all that it reads at once import beside Node's own modules and other scripts. */
function foreignImports(entry: string): string[] {
  const files = new Set([join(root, entry)]);
  const foreign: string[] = [];
  for (const file of files) {
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /^import\s[^'"]*['"]([^'"]+)['"]/gms,
    )) {
      if (specifier.startsWith('node:')) continue;
      if (/^\.{1,2}\/.*\.mjs$/.test(specifier)) files.add(join(dirname(file), specifier));
      else foreign.push(`${relative(root, file)}: ${specifier}`);
    }
  }
  expect(files.size).toBeGreaterThan(3);
  return foreign;
}

it.each([
  'scripts/start.mjs',
  'scripts/test.mjs',
  'scripts/test-elsewhere.mjs',
  'scripts/package.mjs',
  'scripts/windows.mjs',
  'scripts/test-repeat.mjs',
])('%s runs on an older Node before any package is installed', (entry) => {
  expect(foreignImports(entry)).toEqual([]);
});
