import { readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { aloneCases, namedCases } from '../support/fault-cases.ts';
import { createFaultTrial } from '../support/fault-trial.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// `npm run campaign -- faults` tries all of them, and in pairs.
const quick = new Set([
  ...['500 twice', 'a refused key', 'no network', 'an anchor that goes', 'half signed', 'a new paper'],
  ...['a large damaged transfer', 'a stalled transfer', 'damage for good', 'a paper replaced half way'],
  ...[
    'always another range',
    'HTML pages',
    'empty files',
    'links that expire at once',
    'a redirect of storage',
  ],
]);

describe('a batch at an agency with', () => {
  const trial = createFaultTrial();
  test.for(aloneCases.filter(({ name }) => quick.has(name)).map((fault) => [fault.name, fault] as const))(
    '%s comes to what is expected of it',
    { timeout: 120_000 },
    async ([, fault]) => {
      expect((await trial.run(fault)).wrong).toEqual([]);
    },
  );
});

test('every fault of the quick ones is there, and every one of the menu has its outcome', () => {
  const names = aloneCases.map(({ name }) => name);
  expect([...quick].filter((name) => !names.includes(name))).toEqual([]);
  expect(namedCases.every(({ fate }) => fate !== undefined)).toBe(true);
});

test('a case that has not ended in time is wrong for that, and its desk is closed', async () => {
  const folder = temporaryFolder();
  for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const limit = new AbortController();
  const trial = createFaultTrial(() => limit.signal);
  const { wrong } = await trial.run({
    name: 'never',
    misbehaviours() {
      limit.abort();
      return [];
    },
    fate: { is: 'paused', why: [], codes: [] },
  });
  expect(wrong).toEqual(['it has not ended in time']);
  // A desk's home goes once the desk has closed.
  expect(readdirSync(folder)).toEqual([]);
});
