import { describe, expect, it } from 'vitest';
import { hasDisplay } from '../../scripts/display.mjs';
import { countPlaywright, countUnfinished, countVitest } from '../../scripts/test-counts.mjs';

const vitest = {
  ...{ numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0 },
  testResults: [],
};
const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 1 }, suites: [] };

describe('counts of npm test', () => {
  it('are those of the reports', () => {
    expect(countVitest(vitest, 0)).toMatchObject({ passed: 5, failed: 0, skipped: 1 });
    expect(countVitest({ ...vitest, numFailedTests: 2 }, 1)).toMatchObject({ passed: 5, failed: 2 });
    expect(countPlaywright(playwright, 0)).toMatchObject({ passed: 3, failed: 0, skipped: 1 });
  });

  it('name what failed, and a file that could not be loaded', () => {
    const test = {
      fullName: 'a folder is kept',
      status: 'failed',
      failureMessages: ['it is gone\n    at …'],
    };
    const testResults = [
      { name: 'kept.test.ts', status: 'failed', assertionResults: [test, { ...test, status: 'passed' }] },
      { name: 'odd.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
    ];
    expect(countVitest({ ...vitest, numFailedTests: 1, testResults }, 1).failures).toEqual([
      'kept.test.ts > a folder is kept: it is gone',
      'odd.test.ts: cannot be read',
    ]);
    const inner = {
      title: 'desk',
      file: 'desk.spec.ts',
      specs: [{ title: 'opens', ok: false, file: 'desk.spec.ts', line: 7 }],
    };
    const report = { ...playwright, suites: [{ title: '', file: 'desk.spec.ts', suites: [inner] }] };
    expect(countPlaywright(report, 1).failures).toEqual(['desk.spec.ts:7 > opens']);
  });

  it('tell how far a run came that was ended', () => {
    const progress = {
      passed: 5,
      skipped: 1,
      failed: ['a: no'],
      running: ['b.test.ts', 'b.test.ts > waits'],
    };
    expect(countUnfinished(progress)).toEqual({
      ...{ passed: 5, failed: 3, skipped: 1 },
      failures: ['a: no', 'did not end: b.test.ts', 'did not end: b.test.ts > waits'],
    });
  });

  it.each([
    ['a run that ended badly without a failed test', countVitest(vitest, 1)],
    ['a run without a report', countUnfinished(undefined)],
    ['a run that hung at its end', countUnfinished({ passed: 5, skipped: 0, failed: [], running: [] })],
    [
      'a run without a test',
      countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 4 }, suites: [] }, 0),
    ],
    [
      'a test that passed only the second time',
      countPlaywright({ ...playwright, stats: { ...playwright.stats, flaky: 1 } }, 0),
    ],
  ])('have a failure for %s', (_, counts) => {
    expect(counts.failed).toBe(1);
  });
});

describe('a display', () => {
  it.each([
    ['linux', {}, false],
    ['linux', { DISPLAY: '' }, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['darwin', {}, true],
    ['win32', {}, true],
  ] as const)('on %s with %j: %j', (platform, env, expected) => {
    expect(hasDisplay(platform, env)).toBe(expected);
  });
});
