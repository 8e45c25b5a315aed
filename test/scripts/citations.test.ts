import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { deadCitations } from '../../scripts/lint/citations.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

function checkout(comment: string): string {
  const folder = temporaryFolder('citations');
  const files = {
    'docs/service/api.md': '# The service\n\n## Retry guidance\n\n## GET /files\n',
    'electron/read.ts': `export const read = 1;\n\n${comment}\nexport const write = 2;\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test.each([
  '/** Waits (api.md, Retry guidance). */',
  '/** Waits (docs/service/api.md, Retry guidance: 5 attempts). */',
  '// Of one client (api.md,\n// GET /files).',
  '/** Keeps what api.md calls a token. */',
])('a citation that leads to its heading holds: %s', (comment) => {
  expect(deadCitations(checkout(comment))).toEqual([]);
});

test.each([
  ['/** Waits (api.md, Errors). */', 'docs/service/api.md has no heading "Errors"'],
  ['// Waits (names.md).', 'there is no docs/service/names.md'],
  ['/** As docs/security.md says. */', 'there is no docs/security.md'],
])('a citation that leads nowhere is told with its place: %s', (comment, why) => {
  expect(deadCitations(checkout(comment))).toEqual([{ path: 'electron/read.ts', line: 3, why }]);
});
