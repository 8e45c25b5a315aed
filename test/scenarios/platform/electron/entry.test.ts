import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

/** The project's files that importing one evaluates: its static imports and theirs, types left out. */
function evaluatedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = /^(?:import|export) (?!type )(?:[^;']*? from )?'(\.[^']+)'/gm;
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(imports))
    evaluatedBy(join(dirname(file), path), seen);
  return seen;
}

it('a start that only wakes the first one evaluates what comes before ready, and nothing of the app', () => {
  const evaluated = [...evaluatedBy(join(root, 'electron/main.ts'))];
  expect(evaluated.map((file) => relative(root, file).replaceAll('\\', '/')).sort()).toEqual([
    'electron/lib/ensure-folder.ts',
    'electron/lib/fs-errors.ts',
    'electron/lib/private-modes.ts',
    'electron/lib/process-identity.ts',
    'electron/lib/retry-while-locked.ts',
    'electron/lib/temp-folder.ts',
    'electron/main.ts',
    'electron/platform/electron/client-certificates.ts',
    'electron/platform/electron/command-line-switches.ts',
    'electron/platform/electron/index.ts',
    'electron/platform/electron/page-scheme.ts',
    'electron/platform/electron/prepare-electron.ts',
    'electron/platform/electron/session-folder.ts',
    'electron/platform/electron/single-instance.ts',
    'electron/platform/electron/startup-errors.ts',
    'electron/platform/node/make-user-data.ts',
    'electron/platform/node/user-data-folder.ts',
    'shared/decode-text.ts',
    'shared/errors.ts',
  ]);
});
