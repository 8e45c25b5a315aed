import { readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { aloneCases, namedCases, pairCases } from '../../support/faults/fault-cases.ts';
import { createFaultTrial } from '../../support/faults/fault-trial.ts';

// `npm run campaign -- faults` tries all of them, and in pairs.
const quick = new Set([
  ...['500 twice', 'a refused key', 'no network', 'an anchor that goes', 'half signed', 'a new paper'],
  ...['a large damaged transfer', 'a stalled transfer', 'damage for good', 'half a file for good'],
  'a paper replaced half way',
  ...[
    'always another range',
    'HTML pages',
    'empty files',
    'links that expire at once',
    'a redirect of storage',
  ],
]);

// Neither is asked again at once: two dispatches have failed, and the batch waits for its service for a
// moment.
const waiting = 'a redirect once + a login page';
const cases = [...aloneCases, ...pairCases].filter(({ name }) => quick.has(name) || name === waiting);
const trial = createFaultTrial();

describe('a batch at an agency with', () => {
  test.for(cases.map((fault) => [fault.name, fault] as const))(
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

test('a batch that stands still until a person acts, or until a service that stays away is back, has not ended', async () => {
  for (const name of ['a refused key', 'no network']) {
    const fault = aloneCases.find((one) => one.name === name);
    if (!fault) throw new Error(`no fault is called ${name}`);
    const { wrong } = await trial.run({ ...fault, fate: { is: 'ends', verdicts: ['done'] } });
    expect(wrong[0]).toContain('the batch has not ended: {"kind":"paused"');
  }
});

test('a case that has not ended in time is wrong for that, and its app is closed', async () => {
  const folder = temporaryFolder();
  for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const limit = new AbortController();
  const trial = createFaultTrial(() => limit.signal);
  const { wrong } = await trial.run({
    name: 'never',
    injectedFaults() {
      limit.abort();
      return [];
    },
    fate: { is: 'paused', why: [], codes: [] },
  });
  expect(wrong).toEqual(['it has not ended in time']);
  // An app's home goes once the app has closed.
  expect(readdirSync(folder)).toEqual([]);
});
