import { describe, expect, test } from 'vitest';
import { aloneCases, namedCases } from '../support/fault-cases.ts';
import { createFaultTrial } from '../support/fault-trial.ts';

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
