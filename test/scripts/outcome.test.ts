import { describe, expect, it } from 'vitest';
import type { State, TestEvent } from '../../scripts/test/events.mjs';
import { closingLine, outcomeOf, outcomeOfCheck, sum } from '../../scripts/test/outcome.mjs';
import { summary } from '../../scripts/test/run-stages.mjs';

const began = (test: string): TestEvent => ({ event: 'began', id: test, test });
const ended = (test: string, state: State, reason = '', ms = 1): TestEvent => ({
  event: 'ended',
  id: test,
  test,
  state,
  ms,
  reason,
});
const broke = (test: string, reason: string): TestEvent => ({ event: 'error', test, reason });
const loaded = (id: string): TestEvent => ({ event: 'loaded', id });

const good = [
  began('a'),
  began('a › x'),
  ended('a › x', 'passed'),
  began('a › y'),
  ended('a › y', 'passed'),
  loaded('a'),
];

describe('the outcome of a run of tests', () => {
  it('counts what passed, and names what failed and what was skipped, with reasons', () => {
    const events = [
      ...good,
      ended('b › x', 'failed', 'it is gone'),
      ended('b › y', 'skipped', 'no drive'),
      ended('b › z', 'skipped'),
    ];
    expect(outcomeOf(events, 1)).toMatchObject({
      passed: 2,
      failures: [{ test: 'b › x', reason: 'it is gone' }],
      skipped: [
        { test: 'b › y', reason: 'no drive' },
        { test: 'b › z', reason: 'no reason given' },
      ],
    });
  });

  it('names what began and did not end: the test that hangs, or the file when no test of it runs', () => {
    const events = [...good, began('b'), began('b › waits'), began('c')];
    expect(outcomeOf(events, 1)).toMatchObject({
      passed: 2,
      failures: [
        { test: 'b › waits', reason: 'did not end' },
        { test: 'c', reason: 'did not end' },
      ],
    });
  });

  it('takes a test for ended that is told to have begun only after that', () => {
    expect(outcomeOf([ended('a › x', 'passed'), began('a › x')], 0)).toMatchObject({
      passed: 1,
      failures: [],
    });
  });

  it('has a failure for a hook or file that broke, and says so of the tests within that never began', () => {
    const events = [...good, ended('b › s › x', 'skipped'), broke('b › s', 'nothing was prepared')];
    expect(outcomeOf(events, 1)).toMatchObject({
      failures: [{ test: 'b › s', reason: 'nothing was prepared' }],
      skipped: [{ test: 'b › s › x', reason: 'what it stands in failed' }],
    });
  });

  it('has a failure for a test that passed only when it was tried again, once', () => {
    const events = [ended('a › x', 'failed', 'too late'), ended('a › x', 'passed')];
    expect(outcomeOf(events, 0)).toMatchObject({
      passed: 0,
      failures: [{ test: 'a › x', reason: 'too late' }],
    });
  });

  it.each([
    ['that ended badly though no test failed', good, 1, 'ended with code 1 though no test failed'],
    ['that reported nothing', [], 1, 'ended with code 1 though no test failed'],
    ['without any test', [], 0, 'no test was run'],
    ['whose tests were all skipped', [ended('a', 'skipped', 'no drive')], 0, 'no test was run'],
  ])('has a failure for a run %s', (_, events, code, reason) => {
    expect(outcomeOf(events, code).failures).toEqual([{ test: 'the run', reason }]);
  });

  it('has none for a part of a stage that is without tests, unless it ended badly', () => {
    expect(outcomeOf([], 0, { mayBeEmpty: true }).failures).toEqual([]);
    expect(outcomeOf([], 1, { mayBeEmpty: true }).failures).toHaveLength(1);
  });
});

describe('the summary of a run', () => {
  const slow = Array.from({ length: 12 }, (_, index) => ended(`t › ${index}`, 'passed', '', index * 1000));
  const done = [
    { name: 'types', outcome: outcomeOfCheck(2), ms: 1500 },
    { name: 'tests', outcome: outcomeOf([...slow, ended('u', 'skipped', 'no drive')], 0), ms: 70_000 },
  ];

  it('tells the seconds of each stage and of all, and what failed', () => {
    const lines = summary(done, 71_234);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^FAILED +1\.5 s {2}types: 0 passed, 1 failed$/),
        expect.stringMatching(/^ +the check: ended with code 2$/),
        expect.stringMatching(/^ok +70\.0 s {2}tests: 12 passed, 0 failed$/),
        expect.stringMatching(/^ +71\.2 s {2}in all$/),
      ]),
    );
  });

  it('names the ten slowest tests, slowest first, and what was skipped, and closes with the counts', () => {
    const lines = summary(done, 71_234);
    const from = lines.indexOf('The slowest tests:') + 1;
    expect(lines.slice(from, from + 11).map((line) => line.trim())).toEqual([
      ...[11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `${index}.0 s  t › ${index}`),
      '',
    ]);
    expect(lines.slice(from + 11)).toEqual(['1 skipped:', 'u: no drive', '', '12 passed, 1 failed']);
  });

  it('of two runs adds them up', () => {
    expect(closingLine(sum(done.map(({ outcome }) => outcome)))).toBe('12 passed, 1 failed');
  });
});
