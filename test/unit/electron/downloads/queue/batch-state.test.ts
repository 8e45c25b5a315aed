import { describe, expect, test } from 'vitest';
import {
  type BatchEvent,
  isEnding,
  mayStart,
  next,
  type RunState,
  shownState,
} from '../../../../../electron/downloads/queue/batch-state.ts';
import { readTable } from '../../../../support/transition-table.ts';

type StateName = RunState['kind'];

const paused = { kind: 'paused', why: 'offline' } as const;
const running = { kind: 'running' } as const;

const states: { readonly [Name in StateName]: RunState & { kind: Name } } = {
  running,
  resuming: { kind: 'resuming', from: paused },
  paused,
  ending: { kind: 'ending', within: running },
  ended: { kind: 'ended', at: 'then' },
  reserved: { kind: 'reserved', within: paused },
  dropped: { kind: 'dropped', last: running },
};

const events: { readonly [Name in BatchEvent['kind']]: BatchEvent & { kind: Name } } = {
  pause: { kind: 'pause', why: 'person' },
  resume: { kind: 'resume' },
  stored: { kind: 'stored' },
  unstored: { kind: 'unstored' },
  complete: { kind: 'complete' },
  reopened: { kind: 'reopened' },
  ended: { kind: 'ended', at: 'now' },
  reserve: { kind: 'reserve' },
  free: { kind: 'free' },
  drop: { kind: 'drop' },
};

// The state that follows each pair, what it holds in brackets; a dot where it stays as it is.
const table = `
         pause            resume            stored   unstored complete         reopened ended           reserve            free   drop
running  paused           resuming          .        .        ending(running)  .        ended           reserved(running)  .      dropped
resuming paused           resuming          running  paused   ending(resuming) .        ended           reserved(resuming) .      dropped
paused   paused           resuming          .        .        ending(paused)   .        ended           reserved(paused)   .      dropped
ending   ending(paused)   ending(resuming)  .        .        .                running  ended           reserved(ending)   .      dropped
ended    .                resuming          .        .        ending(ended)    .        ended           reserved(ended)    .      dropped
reserved reserved(paused) reserved(resuming) .       .        reserved(ending) .        reserved(ended) .                  paused dropped
dropped  .                .                 .        .        .                .        .               .                  .      .
`;
const { columns, rows } = readTable(table);

test('the table has each state and each event once', () => {
  expect(columns).toEqual(Object.keys(events));
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(states));
});

function nameOf(state: RunState): string {
  return 'within' in state ? `${state.kind}(${state.within.kind})` : state.kind;
}

describe.each(rows)('a batch that is $name', ({ name, cells }) => {
  const state = states[name as StateName];
  test.each(columns.map((event, column) => ({ event, to: cells[column] })))(
    '$event: $to',
    ({ event, to }) => {
      const after = next(state, events[event as BatchEvent['kind']]);
      if (to === '.') expect(after).toEqual(state);
      else expect(nameOf(after)).toBe(to);
    },
  );
});

test('a pause names its latest reason, and its error', () => {
  const error = { code: 'DISK_FULL', message: '' };
  expect(next(paused, { kind: 'pause', why: 'disk-full', error })).toEqual({
    kind: 'paused',
    why: 'disk-full',
    error,
  });
  expect(next(next(running, { kind: 'pause', why: 'disk-full', error }), events.pause)).toEqual({
    kind: 'paused',
    why: 'person',
  });
});

test('a resume starts documents once it is stored, and stops none of a batch that ran already', () => {
  expect(mayStart(next(paused, events.resume))).toBe(false);
  expect(mayStart(next(next(paused, events.resume), events.stored))).toBe(true);
  expect(mayStart(next(running, events.resume))).toBe(true);
});

test('a pause while the end is stored is shown, and holds if the batch cannot end', () => {
  const ending = next(states.ending, events.pause);
  expect(shownState(ending)).toEqual({ kind: 'paused', why: 'person' });
  expect(next(ending, events.reopened)).toEqual({ kind: 'paused', why: 'person' });
});

test('what is paused while an action has it alone is paused afterwards', () => {
  const reserved = next(next(running, events.reserve), events.pause);
  expect(next(reserved, events.free)).toEqual({ kind: 'paused', why: 'person' });
});

test.each([
  ['running', true, 'running'],
  ['resuming', false, 'running'],
  ['paused', false, 'paused'],
  ['ending', true, 'running'],
  ['ended', false, 'ended'],
  ['reserved', false, 'paused'],
  ['dropped', false, 'running'],
] as const)('%s: documents may start: %s; lists show %s', (name, isStartable, shown) => {
  expect(mayStart(states[name])).toBe(isStartable);
  expect(shownState(states[name]).kind).toBe(shown);
});

test('an action that has a batch alone starts nothing, also while it runs', () => {
  expect(mayStart(next(running, events.reserve))).toBe(false);
  expect(isEnding(next(states.ending, events.reserve))).toBe(true);
  expect(isEnding(next(running, events.reserve))).toBe(false);
});

test('lists get the same object until the state changes', () => {
  const pausedReserved = next(next(paused, events.reserve), events.complete);
  expect(shownState(pausedReserved)).toBe(paused);
});
