import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { tool } from '../../scripts/project.mjs';
import { firstStages, otherStages } from '../../scripts/test/stages.mjs';

const root = join(import.meta.dirname, '../..');
const execute = promisify(execFile);

it('npm test and the rest together run every unit test, each slow one once', async () => {
  const lists = await Promise.all(
    [...firstStages.flat(), ...otherStages]
      .filter((stage) => stage.tool === 'vitest')
      .map(({ args }) => listOfVitest(args)),
  );
  const run = lists.flat();
  const written = globSync('test/**/*.test.{ts,tsx}', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  expect(new Set(run)).toEqual(new Set(written));
  const slow = written.filter((path) => /\.slow\.(browser\.)?test\.tsx?$/.test(path));
  expect(slow.length).toBeGreaterThan(0);
  expect(run.filter((path) => slow.includes(path)).sort()).toEqual(slow.sort());
});

/** The files that Vitest would run, from the folder of the checkout. */
async function listOfVitest(args: readonly string[]): Promise<string[]> {
  const { stdout } = await execute(
    process.execPath,
    [tool('vitest/vitest.mjs'), 'list', '--filesOnly', '--json', ...args],
    { cwd: root, maxBuffer: 2 ** 26 },
  );
  return (JSON.parse(stdout) as { file: string }[]).map(({ file }) =>
    file.slice(root.length + 1).replaceAll('\\', '/'),
  );
}
