import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../scripts/project.mjs';

/**
 * The files of main that each way may go through, and one more: that of the preferences is looked at by the
 * clock, on whichever way. Who shortens a way lowers its number.
 */
const atMost = {
  'a text, from typing to its plan': 41 + 1,
  'a query, from the form to its rows': 55 + 1,
  'a document, from the call to its verdict': 94 + 1,
  'a key, from the form to its first answer': 28 + 1,
};

test('no way through main grows longer', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(root, 'scripts', 'trace-main-calls.mjs'),
  ]);
  const walked = [...stdout.matchAll(/^(.+): (\d+) files of main's thread$/gm)];
  expect(walked.map(([, way]) => way)).toEqual(Object.keys(atMost));
  for (const [, way = '', files] of walked)
    expect(Number(files), `${way}\n${stdout}`).toBeLessThanOrEqual(atMost[way as keyof typeof atMost]);
  const download = stdout.split(/^.*files of main's thread$/m)[2];
  expect(download, 'what the practice agency alone calls is not counted').not.toMatch(/^ {2}rut\.ts/m);
});
