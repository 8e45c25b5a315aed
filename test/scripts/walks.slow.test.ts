import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../scripts/project.mjs';

test('a document goes through at most 91 files of main between the call and its verdict', async () => {
  const script = join(root, 'scripts', 'document-walk.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  const [, files] = /^(\d+) files of main's thread/m.exec(stdout) ?? [];
  expect(Number(files), stdout).toBeLessThanOrEqual(91);
  expect(stdout, 'what the practice agency alone calls is not counted').not.toMatch(/^ {2}rut\.ts/m);
});
