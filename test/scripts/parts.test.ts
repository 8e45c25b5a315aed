import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import playwrightConfig from '../../playwright.config.ts';
import { tool } from '../../scripts/project.mjs';
import { parsePart, stagesOfPart } from '../../scripts/test/parts.mjs';
import { firstStages, otherStages } from '../../scripts/test/stages.mjs';

const root = join(import.meta.dirname, '../..');
const execute = promisify(execFile);

describe('a part', () => {
  it.each([
    ['1/1', { number: 1, of: 1 }],
    ['3/4', { number: 3, of: 4 }],
    ['0/4', undefined],
    ['5/4', undefined],
    ['1', undefined],
    ['1/', undefined],
    ['-1/4', undefined],
    ['1/4x', undefined],
    ['', undefined],
  ])('is read from %j', (text, part) => {
    expect(parsePart(text)).toEqual(part);
  });

  it('of one is the whole, in which nothing may be empty', () => {
    expect(stagesOfPart(otherStages, { number: 1, of: 1 })).toEqual(otherStages);
    expect(otherStages.filter(({ mayBeEmpty }) => mayBeEmpty)).toEqual([]);
  });
});

describe.each([2, 3, 4, 7])('%i parts together', (of) => {
  const parts = Array.from({ length: of }, (_, index) =>
    stagesOfPart(otherStages, { number: index + 1, of }),
  );

  it('do each share of each stage that can be shared once', () => {
    for (const { name, args } of otherStages.filter(({ isWhole }) => !isWhole)) {
      const done = parts.map((stages) =>
        stages.filter((stage) => stage.name === name).map((stage) => stage.args),
      );
      expect(done).toEqual(parts.map((_, index) => [[...args, `--shard=${index + 1}/${of}`]]));
    }
  });

  it('do each other stage once, whole', () => {
    for (const stage of otherStages.filter(({ isWhole }) => isWhole)) {
      expect(parts.flat().filter(({ name }) => name === stage.name)).toEqual([stage]);
    }
  });
});

describe('npm test and the rest together', () => {
  const all = [...firstStages.flat(), ...otherStages];

  it('run every unit test, each slow one once', async () => {
    const lists = await Promise.all(
      all.filter((stage) => stage.tool === 'vitest').map(({ args }) => listOfVitest(args)),
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

  it('run every project of Playwright, and with it those that it depends on', () => {
    const run = all.filter((stage) => stage.tool === 'playwright').flatMap(({ args }) => args);
    const projects = playwrightConfig.projects ?? [];
    const before = projects.flatMap(({ dependencies = [] }) => dependencies);
    const own = projects.filter(({ name = '' }) => !before.includes(name));
    expect(run).toEqual(expect.arrayContaining(own.map(({ name }) => `--project=${name}`)));
  });
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
