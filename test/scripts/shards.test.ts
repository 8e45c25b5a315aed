import { describe, expect, it } from 'vitest';
import playwrightConfig from '../../playwright.config.ts';
import { parseShard, stagesOfShard } from '../../scripts/test/shards.mjs';
import { firstStages, otherStages } from '../../scripts/test/stages.mjs';

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
    expect(parseShard(text)).toEqual(part);
  });

  it('of one is the whole, in which nothing may be empty', () => {
    expect(stagesOfShard(otherStages, { number: 1, of: 1 })).toEqual(otherStages);
    expect(otherStages.filter(({ mayBeEmpty }) => mayBeEmpty)).toEqual([]);
  });
});

describe.each([2, 3, 4, 7])('%i parts together', (of) => {
  const slices = Array.from({ length: of }, (_, index) =>
    stagesOfShard(otherStages, { number: index + 1, of }),
  );

  it('do each share of each stage that can be shared once', () => {
    for (const { name, args } of otherStages.filter(({ isWhole }) => !isWhole)) {
      const done = slices.map((stages) =>
        stages.filter((stage) => stage.name === name).map((stage) => stage.args),
      );
      expect(done).toEqual(slices.map((_, index) => [[...args, `--shard=${index + 1}/${of}`]]));
    }
  });

  it('do each other stage once, whole', () => {
    for (const stage of otherStages.filter(({ isWhole }) => isWhole)) {
      expect(slices.flat().filter(({ name }) => name === stage.name)).toEqual([stage]);
    }
  });
});

describe('npm test and the rest together', () => {
  const all = [...firstStages.flat(), ...otherStages];

  it('run every project of Playwright, and with it those that it depends on', () => {
    const run = all.filter((stage) => stage.tool === 'playwright').flatMap(({ args }) => args);
    const projects = playwrightConfig.projects ?? [];
    const before = projects.flatMap(({ dependencies = [] }) => dependencies);
    const own = projects.filter(({ name = '' }) => !before.includes(name));
    expect(run).toEqual(expect.arrayContaining(own.map(({ name }) => `--project=${name}`)));
  });
});
