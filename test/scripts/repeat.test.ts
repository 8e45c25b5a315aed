import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failuresOf, repeat, stagesOfPaths } from '../../scripts/test/repeated-runs.mjs';
import { pageTests } from '../../scripts/test/stages.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const fixtures = 'test/scripts/fixtures/test-runs';
const outcome = (...failures: [test: string, reason: string][]) => ({
  passed: 1,
  skipped: [],
  times: [],
  failures: failures.map(([test, reason]) => ({ test, reason })),
});

describe('tests that are repeated', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('are run so many times, and what failed is told once with its count', async () => {
    const folder = temporaryFolder('repeat');
    vi.stubEnv('EVERY_THIRD_COUNTER', join(folder, 'counter'));
    const printed: string[] = [];
    const args = [`--config=${fixtures}/vitest.config.ts`, 'every-third.fixture.ts'];
    await repeat({
      times: 3,
      stages: [{ name: 'a fixture', tool: 'vitest', args }],
      keychain: { prefix: [], env: {} },
      temporary: { folder, env: {} },
      folder: join(folder, 'kept'),
      print: (line) => printed.push(line),
    });
    expect(printed).toEqual([
      'round 1 of 3: 2 passed, 0 failed',
      'round 2 of 3: 2 passed, 0 failed',
      expect.stringMatching(/^round 3 of 3: 1 passed, 1 failed \(.*3\.log\)$/),
      '',
      `1 of 3  ${fixtures}/every-third.fixture.ts › fails every third time: at the time 3`,
      '5 passed, 1 failed',
    ]);
    expect(existsSync(join(folder, 'kept/1.log'))).toBe(false);
    expect(readFileSync(join(folder, 'kept/3.log'), 'utf8')).toContain('at the time 3');
  });

  it('are told with the most frequent failure first; reasons that differ in numbers alone are one', () => {
    const outcomes = [
      outcome(['a › 1', 'no window'], ['b', 'refused by 127.0.0.1:40001']),
      outcome(['a › 2', 'no window'], ['b', 'refused by 127.0.0.1:40002']),
      outcome(),
    ];
    expect(failuresOf(outcomes)).toEqual([
      '2 of 3  b: refused by 127.0.0.1:40001',
      '1 of 3  a › 1: no window',
      '1 of 3  a › 2: no window',
    ]);
  });

  it('are end-to-end specs or others by where they stand, files and folders alike', () => {
    const stages = stagesOfPaths([
      'test/scripts',
      './test/unit/electron/diagnostics/log.test.ts',
      'test/e2e/support',
      'test/e2e/tsconfig.json',
    ]);
    expect(stages).toMatchObject([
      { tool: 'vitest', args: ['test/scripts/', 'test/unit/electron/diagnostics/log.test.ts'] },
      { tool: 'playwright', args: ['test/e2e/support/', 'test/e2e/tsconfig\\.json'] },
    ]);
    expect(stagesOfPaths(['test/scripts']).map((stage) => stage.tool)).toEqual(['vitest']);
  });

  it('run in a browser what a file or a folder has for it, beside what it has for Node', () => {
    const inBrowser = 'test/scenarios/renderer/search/dates-menu.browser.test.tsx';
    expect(stagesOfPaths(['test/unit/renderer', 'test/scripts'])).toMatchObject([
      { tool: 'vitest', args: ['test/unit/renderer/', 'test/scripts/'] },
      { tool: 'vitest', args: [...pageTests.args, 'test/unit/renderer/'] },
    ]);
    expect(stagesOfPaths([inBrowser])).toMatchObject([
      { tool: 'vitest', args: [...pageTests.args, inBrowser] },
    ]);
  });

  it.each([
    [['test/scripts'], 'usage: npm run test:repeat'],
    [['0', 'test/scripts'], 'usage: npm run test:repeat'],
    [['3'], 'usage: npm run test:repeat'],
    [['3', 'test/no-such-room'], 'nothing is at test/no-such-room'],
  ])('are not begun with the words %j', (words, message) => {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/test-repeat.mjs', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stdout).toContain(message);
    expect(status).toBe(2);
  });
});
