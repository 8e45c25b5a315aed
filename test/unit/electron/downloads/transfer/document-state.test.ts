import { describe, expect, test } from 'vitest';
import {
  type DocumentEvent,
  type DocumentState,
  type Failure,
  firstState,
  next,
  type ServerFacts,
  stageOf,
} from '../../../../../electron/downloads/transfer/document-state.ts';
import { CircuitOpenError } from '../../../../../electron/jobs/index.ts';
import { maxAttempts } from '../../../../../shared/error-codes.ts';
import { AppError, type ErrorCode } from '../../../../../shared/errors.ts';
import { readTable } from '../../../../support/transition-table.ts';

type StateKind = DocumentState['kind'];
type EventKind = DocumentEvent['kind'];

const server = { kind: 'storage', connectionId: 'one', host: 'storage.example' } as const;
const history = { rejections: 0, failures: 0, lastFailureAt: 0, isDestinationWritable: false };
const facts: ServerFacts = { now: 100, server, servedAt: -1, linkFailure: undefined, isStored: false };
const linkFailure = {
  attempts: 2,
  since: 40,
  retryAt: 90,
  isAlone: false,
  error: { code: 'TIMED_OUT', message: '' },
};
const errorOf = (code: ErrorCode, status?: number) =>
  new AppError(code, 'made up', { ...(status !== undefined && { status }) });

function failed(error: AppError, more: Partial<Extract<DocumentEvent, { kind: 'failed' }>> = {}) {
  return { kind: 'failed', error, cause: error, facts, isBeingChecked: false, ...more } as const;
}

const failure: Failure = { error: errorOf('TRANSFER_BROKEN'), stage: 'storage', server };
const landed = { state: 'done', path: 'a.pdf', size: 1, sha256: 'aa' } as const;

const states: { readonly [Kind in StateKind]: DocumentState & { kind: Kind } } = {
  due: { kind: 'due', history },
  finding: { kind: 'finding', history },
  queued: { kind: 'queued', history },
  linking: { kind: 'linking', history },
  preparing: { kind: 'preparing', history },
  fetching: { kind: 'fetching', history },
  committing: { kind: 'committing', history },
  blocked: { kind: 'blocked', history },
  checking: { kind: 'checking', history, failure },
  resting: { kind: 'resting', history, failure },
  renewing: { kind: 'renewing', history, failure },
  returning: { kind: 'returning', history, failure },
  failing: { kind: 'failing', history, failure },
  leaving: { kind: 'leaving', history },
  over: { kind: 'over', history, outcome: { kind: 'returned' } },
};

/** Two of them are `failed`: `occupied` where a foreign `.part` has the path. */
const events: { readonly [Kind in EventKind]: DocumentEvent & { kind: Kind } } & {
  readonly occupied: DocumentEvent;
} = {
  done: { kind: 'done' },
  unlinked: { kind: 'unlinked', error: errorOf('DOCUMENT_WITHOUT_FILE'), server },
  fetched: { kind: 'fetched' },
  landed: { kind: 'landed', landed },
  occupied: failed(errorOf('TRANSFER_BROKEN'), {
    cause: Object.assign(new Error('not ours'), { code: 'EEXIST' }),
  }),
  failed: failed(errorOf('TRANSFER_BROKEN')),
  checked: { kind: 'checked', isServing: true, facts: { ...facts, servedAt: 99 } },
};

// The state that follows each pair; a dot where the event cannot end the state, which stays.
const table = `
           done      unlinked fetched    landed occupied failed  checked
due        finding   .        .          .      failing  failing .
finding    queued    .        .          over   blocked  resting .
queued     linking   .        .          over   blocked  resting .
linking    preparing failing  .          over   blocked  resting .
preparing  fetching  .        .          over   blocked  resting .
fetching   .         .        committing over   blocked  resting .
committing .         .        .          over   blocked  resting .
blocked    finding   .        .          .      failing  failing .
checking   .         .        .          .      failing  failing resting
resting    finding   .        .          .      failing  failing .
renewing   finding   .        .          .      failing  failing .
returning  over      .        .          .      over     over    .
failing    over      .        .          .      over     over    .
leaving    over      .        .          .      .        .       .
over       .         .        .          .      .        .       .
`;
const { columns, rows } = readTable(table);

test('the table has each state and each event once', () => {
  expect(columns).toEqual(Object.keys(events));
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(states));
});

describe.each(rows)('a document that is $name', ({ name, cells }) => {
  const state = states[name as StateKind];
  test.each(columns.map((event, column) => ({ event, to: cells[column] })))(
    '$event: $to',
    ({ event, to }) => {
      const after = next(state, events[event as keyof typeof events]);
      if (to === '.') expect(after).toBe(state);
      else expect(after.kind).toBe(to);
    },
  );
});

describe('a failure', () => {
  const all = maxAttempts;
  const storedLink = (attempts: number, isAlone = false) => ({
    ...facts,
    isStored: true,
    linkFailure: { ...linkFailure, attempts, isAlone },
  });
  const offline = { kind: 'returning', why: 'offline' };
  const cases: readonly [name: string, DocumentState, DocumentEvent, Partial<DocumentState>][] = [
    ['of the user returns', states.fetching, failed(errorOf('CANCELLED')), { kind: 'returning' }],
    [
      'of another owner leaves',
      states.committing,
      failed(errorOf('BATCH_OWNED_ELSEWHERE')),
      { kind: 'leaving' },
    ],
    ['of a batch that is gone leaves', states.due, failed(errorOf('BATCH_GONE')), { kind: 'leaving' }],
    [
      'of a full disk pauses',
      states.committing,
      failed(errorOf('DISK_FULL')),
      { kind: 'returning', why: 'disk-full' },
    ],
    [
      'of the own folder alone tries again',
      states.preparing,
      failed(errorOf('FOLDER_UNWRITABLE'), { isDestinationWritable: true }),
      {
        kind: 'resting',
        history: { ...history, failures: 1, lastFailureAt: 100, isDestinationWritable: true },
      },
    ],
    [
      'of the key pauses',
      states.linking,
      failed(errorOf('API_KEY_INVALID', 401)),
      { kind: 'returning', why: 'connection-refused' },
    ],
    [
      'of an open breaker waits for it, and is no attempt',
      states.linking,
      failed(new CircuitOpenError(errorOf('TIMED_OUT'))),
      { ...offline, history } as Partial<DocumentState>,
    ],
    [
      'of a link renews it, and is no attempt',
      states.fetching,
      failed(errorOf('LINK_EXPIRED', 403)),
      { kind: 'renewing', history: { ...history, rejections: 1, lastFailureAt: 100 } },
    ],
    [
      'of a fourth link fails',
      { ...states.fetching, history: { ...history, rejections: 3 } },
      failed(errorOf('LINK_EXPIRED', 403)),
      { kind: 'failing' },
    ],
    [
      'of storage that served nobody since is checked',
      { ...states.fetching, history: { ...history, failures: all - 1 } },
      failed(errorOf('TRANSFER_BROKEN')),
      { kind: 'checking' },
    ],
    [
      'of storage that served others fails after five',
      { ...states.fetching, history: { ...history, failures: all - 1 } },
      failed(errorOf('TRANSFER_BROKEN'), { facts: { ...facts, servedAt: 1 } }),
      { kind: 'failing' },
    ],
    [
      'of storage whose check found nobody served pauses',
      { ...states.checking, history: { ...history, failures: all } },
      { kind: 'checked', isServing: false, facts },
      offline as Partial<DocumentState>,
    ],
    [
      'of a link request counts with those of its dispatch',
      states.linking,
      failed(errorOf('INTERNAL_ERROR', 500), { facts: { ...facts, linkFailure } }),
      { kind: 'resting', history: { ...history, failures: 2, lastFailureAt: 100 } },
    ],
    [
      'of an earlier link request waits for its time',
      states.linking,
      failed(errorOf('INTERNAL_ERROR', 500), { facts: storedLink(all - 1) }),
      { kind: 'resting' },
    ],
    [
      'of the last link request of a round pauses',
      states.linking,
      failed(errorOf('INTERNAL_ERROR', 500), { facts: storedLink(all) }),
      offline as Partial<DocumentState>,
    ],
    [
      'of the last link request of a round waits for a check that runs',
      states.linking,
      failed(errorOf('INTERNAL_ERROR', 500), { facts: storedLink(all), isBeingChecked: true }),
      { kind: 'checking' },
    ],
    [
      'of an earlier link request fails once others are served',
      { ...states.checking, failure: { ...failure, stage: 'link' } },
      { kind: 'checked', isServing: true, facts: storedLink(all) },
      { kind: 'failing' },
    ],
    [
      'of an earlier link request pauses while nobody is served',
      { ...states.checking, failure: { ...failure, stage: 'link' } },
      { kind: 'checked', isServing: false, facts: storedLink(all) },
      offline as Partial<DocumentState>,
    ],
    [
      'that concerns this dispatch alone fails',
      states.linking,
      failed(errorOf('INTERNAL_ERROR', 500), { facts: storedLink(all, true) }),
      { kind: 'failing' },
    ],
  ];

  test.each(cases)('%s', (_name, state, event, expected) => {
    expect(next(state, event)).toMatchObject(expected);
  });

  test.each([
    ['of the ledger', errorOf('STORE_UNWRITABLE'), 'store-unwritable'],
    ['of the folder', errorOf('FOLDER_GONE'), 'folder-gone'],
  ] as const)('%s, while the end is written, holds the document up', (_name, error, why) => {
    expect(next(states.failing, failed(error))).toMatchObject({ outcome: { kind: 'held-up', why, server } });
  });

  test('of another owner, while the end is written, leaves', () => {
    expect(next(states.returning, failed(errorOf('BATCH_OWNED_ELSEWHERE'))).kind).toBe('leaving');
  });
});

describe('the result', () => {
  test.each([
    ['DOCUMENT_WITHOUT_FILE', 'no-file'],
    ['DOCUMENT_UNSIGNED', 'unsigned'],
    ['DOCUMENT_GONE', 'failed'],
  ] as const)('of %s is %s', (code, state) => {
    const failing = next(states.linking, { kind: 'unlinked', error: errorOf(code), server });
    expect(next(failing, events.done)).toMatchObject({
      outcome: { kind: 'verdict', state, error: { code } },
    });
  });

  test('of a document that was returned names why everything waits', () => {
    const returning = { ...states.returning, why: 'offline' } as const;
    expect(next(returning, events.done)).toMatchObject({ outcome: { kind: 'held-up', why: 'offline' } });
    expect(next(states.returning, events.done)).toMatchObject({ outcome: { kind: 'returned' } });
    expect(next(states.leaving, events.done)).toMatchObject({ outcome: { kind: 'lost' } });
  });
});

test('a document that failed before a restart needs a success since', () => {
  expect(firstState(0, 50).history.lastFailureAt).toBe(0);
  expect(firstState(2, 50).history).toMatchObject({ failures: 2, lastFailureAt: 50 });
});

test('a failure belongs to the server of its state', () => {
  const stages = Object.values(states).map((state) => [state.kind, stageOf(state)]);
  const elsewhere = stages.filter(([, stage]) => stage !== 'folder');
  expect(elsewhere).toEqual([
    ['linking', 'link'],
    ['fetching', 'storage'],
    ['checking', 'storage'],
    ['resting', 'storage'],
    ['renewing', 'storage'],
    ['returning', 'storage'],
    ['failing', 'storage'],
  ]);
});
