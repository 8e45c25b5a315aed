import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const minutes = 60_000;

function judge(...folder: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/lint/patterns.mjs', ...folder], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('regular expressions', () => {
  test('of the product take time in proportion to their text', { timeout: 30 * minutes }, () => {
    expect(judge()).toMatchObject({ status: 0, stderr: '' });
  });

  test('that take more are told with their place, written down or made of texts', {
    timeout: 5 * minutes,
  }, () => {
    const { status, stdout, stderr } = judge('test/scripts/fixtures/patterns');
    expect([status, stdout.trim()]).toEqual([1, '3 patterns, 2 of them slow']);
    expect(stderr).toMatch(
      /^shared\/ends\.ts:2: \/ \+\$\/ takes more than linear time \(2nd degree polynomial/m,
    );
    expect(stderr).toMatch(
      /^shared\/ends\.ts: \/\^\(\?:a\|a\)\+\$\/ takes more than linear time \(exponential/m,
    );
  });
});
