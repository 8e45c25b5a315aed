import { describe, expect, it } from 'vitest';
import { leftOut, outcomeOfCheck } from '../../scripts/test/outcome.mjs';
import { type Means, runStages } from '../../scripts/test/run-stages.mjs';

const stage = (name: string) => ({ name, tool: 'node' as const, args: [] });

/** Runs stages that do what the test says; what is printed while they run, and what they were asked for. */
async function runReported(groups: readonly (readonly string[])[], run: Means['run']) {
  const printed: string[] = [];
  const outcome = await runStages(
    groups.map((group) => group.map(stage)),
    { run, print: (line) => printed.push(line), sideBySide: 2 },
  );
  return { outcome, printed };
}

describe('stages', () => {
  it('of a group print in one piece each, when they end, but for the first, and those of the next begin after them', async () => {
    const both = Promise.withResolvers<void>();
    const begun: string[] = [];
    const groups = [['long', 'slow', 'fast'], ['last']];
    const { printed } = await runReported(groups, async ({ name }, onOutput) => {
      begun.push(name);
      onOutput?.(`${name} begins\n`);
      if (name === 'long') await both.promise;
      onOutput?.(`${name} ends\n\n`);
      if (name === 'fast') both.resolve();
      return outcomeOfCheck(0);
    });
    expect(begun).toEqual(['long', 'slow', 'fast', 'last']);
    expect(printed.slice(0, 4)).toEqual([
      '\n── long',
      '\n── slow\nslow begins\nslow ends',
      '\n── fast\nfast begins\nfast ends',
      '\n── last',
    ]);
  });

  it('wait for the end of the one that they come after, and no other does', async () => {
    const built = Promise.withResolvers<void>();
    const lines: string[] = [];
    const run: Means['run'] = async ({ name }) => {
      lines.push(`${name} begins`);
      if (name === 'build') await built.promise;
      if (name === 'types') built.resolve();
      lines.push(`${name} ends`);
      return outcomeOfCheck(0);
    };
    const group = [stage('units'), stage('build'), stage('types'), { ...stage('specs'), after: 'build' }];
    await runStages([group], { run, print: () => undefined, sideBySide: 3 });
    expect(lines.indexOf('specs begins')).toBeGreaterThan(lines.indexOf('build ends'));
    expect(lines.indexOf('types begins')).toBeLessThan(lines.indexOf('build ends'));
  });

  it('that fail stop no other', async () => {
    const { outcome, printed } = await runReported([['a', 'b', 'c'], ['d']], async ({ name }) =>
      outcomeOfCheck(name === 'a' ? 1 : 0),
    );
    expect(outcome).toMatchObject({ passed: 3, failures: [{}] });
    expect(printed.at(-1)).toBe('3 passed, 1 failed');
  });

  it('that cannot be run on this machine fail nothing, and are named at the end with their reason', async () => {
    const { outcome, printed } = await runReported([['a', 'page']], async ({ name }) =>
      name === 'page' ? leftOut(name, 'no browser is installed') : outcomeOfCheck(0),
    );
    expect(outcome).toMatchObject({ passed: 1, failures: [] });
    expect(printed.find((line) => line.includes('page:'))).toMatch(/^out /);
    expect(printed.slice(-4)).toEqual([
      '1 skipped:',
      'page: no browser is installed',
      '',
      '1 passed, 0 failed',
    ]);
  });
});
