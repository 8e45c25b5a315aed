import { type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEvents } from '../../../../electron/ipc/events.ts';
import { dispatchViewKey, invokeKey, pagesKey } from '../../../../renderer/ipc/invoke.ts';
import { listenToMain } from '../../../../renderer/ipc/listen-to-main.ts';
import { createQueryClient } from '../../../../renderer/ipc/query-client.ts';
import type { Events } from '../../../../shared/contract.ts';
import type { Batch, BatchDocument } from '../../../../shared/model/download.ts';
import { maxDocumentsPerEvent } from '../../../../shared/model/row-limits.ts';
import type { SearchProgress } from '../../../../shared/model/search.ts';
import type { TextStatus } from '../../../../shared/model/text-search.ts';
import { acme } from '../../../support/page/sample-client.ts';

const window = { offset: 0, limit: 100 };
const counts = invokeKey('dossier.gaps', { scope: {}, offset: 0, limit: 1 });
const ofDispatch = (number: string) =>
  invokeKey('dossier.gaps', { scope: { dispatches: [{ connectionId: 'c', number }] }, ...window });
const found = invokeKey('rows.find', { text: 'INV' });
const news = invokeKey('saved.changes', undefined);
const batches = invokeKey('downloads.list', undefined);

/**
 * A page that listens, with something that looks at the answers of keys; each answer is how often it was
 * asked for.
 */
function page(...keys: QueryKey[]) {
  const { emit, on } = createEvents();
  const queries = createQueryClient();
  const requests = new Map<QueryKey, number>();
  const stops = [listenToMain(queries, on)];
  for (const queryKey of keys) {
    requests.set(queryKey, 0);
    const queryFn = async () => {
      requests.set(queryKey, (requests.get(queryKey) ?? 0) + 1);
      return requests.get(queryKey);
    };
    const looking = new QueryObserver(queries, { queryKey, queryFn, initialData: 0, staleTime: Infinity });
    stops.push(looking.subscribe(() => undefined));
  }
  return {
    emit,
    queries,
    times: (key: QueryKey) => requests.get(key),
    close: () => {
      for (const stop of stops) stop();
    },
  };
}

const landed = (dispatchNumber: string): BatchDocument => ({
  connectionId: 'c',
  documentId: 'd',
  dispatchNumber,
  type: '',
  folio: '',
  path: '',
  batchId: 'b',
  rut: acme,
  bytes: 0,
  state: 'done',
});
const batch = (id: string, done: number): Batch => ({
  id,
  name: '',
  folder: '',
  template: '',
  startedAt: '',
  documents: 9,
  leftOut: 0,
  bytes: 0,
  bytesPerSecond: 0,
  isElsewhere: false,
  state: { kind: 'running' },
  counts: { done } as Batch['counts'],
});
const progress = (number: string): Events['downloads.progress'] => ({
  batches: [batch('b', 1)],
  documents: [landed(number)],
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Ten events a second. */
async function goOn(seconds: number, change: () => void) {
  for (let tenth = 0; tenth < seconds * 10; tenth++) {
    change();
    await vi.advanceTimersByTimeAsync(100);
  }
}

describe('while a batch goes on', () => {
  it('what counts all that is kept is asked for once in ten seconds', async () => {
    const fixture = page(counts, found, news);
    await goOn(6, () => fixture.emit('downloads.progress', progress('7')));
    expect(fixture.times(counts)).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fixture.times(counts), 'and once more for what came last').toBe(2);
    fixture.close();
  });

  it('a dispatch follows its own documents alone, and is never asked of its agency', async () => {
    const [own, other] = [ofDispatch('7'), ofDispatch('8')];
    const view = dispatchViewKey({ connectionId: 'c', number: '7', rut: acme });
    const fixture = page(own, other, view);
    await goOn(3, () => fixture.emit('downloads.progress', progress('7')));
    await vi.advanceTimersByTimeAsync(1000);
    expect(fixture.times(own)).toBe(4);
    expect(fixture.times(view)).toBe(4);
    expect(fixture.times(other)).toBe(0);
    expect(view[1]).toMatchObject({ ask: false });
    fixture.close();
  });

  it('every dispatch is read again after a message that may not hold all that has changed', async () => {
    const other = ofDispatch('8');
    const fixture = page(other);
    const many = Array.from({ length: maxDocumentsPerEvent }, () => landed('7'));
    fixture.emit('downloads.progress', { batches: [batch('b', 1)], documents: many.slice(1) });
    await vi.advanceTimersByTimeAsync(0);
    expect(fixture.times(other), 'all that has changed is in it').toBe(0);
    const onTheWay = many.map((document): BatchDocument => ({ ...document, state: 'transferring' }));
    for (const documents of [many, onTheWay]) {
      const before = fixture.times(other) ?? 0;
      await vi.advanceTimersByTimeAsync(2000);
      fixture.emit('downloads.progress', { batches: [batch('b', 1)], documents });
      await vi.advanceTimersByTimeAsync(0);
      expect(fixture.times(other)).toBe(before + 1);
    }
    fixture.close();
  });

  it('documents that land are read again wherever they are shown, though no other screen is open', async () => {
    const fixture = page(found, news);
    fixture.emit('downloads.progress', progress('7'));
    await vi.advanceTimersByTimeAsync(0);
    expect([fixture.times(found), fixture.times(news)]).toEqual([1, 1]);
    fixture.close();
  });

  it('a list reads its windows again, and one of another batch does not', async () => {
    const [own, other] = ['b', 'x'].map((batchId) => pagesKey('downloads.documents', { batchId }, batchId));
    const fixture = page(own ?? [], other ?? []);
    fixture.emit('downloads.progress', progress('7'));
    await vi.advanceTimersByTimeAsync(0);
    expect([fixture.times(own ?? []), fixture.times(other ?? [])]).toEqual([1, 0]);
    fixture.close();
  });
});

describe('what an event carries', () => {
  it('is put into the answer that is kept, whatever screens are open', async () => {
    const fixture = page();
    fixture.queries.setQueryData(batches, [batch('b', 0), batch('a', 0)]);
    fixture.emit('downloads.progress', { batches: [batch('b', 5)], documents: [] });
    const known = fixture.queries.getQueryData<Batch[]>(batches);
    expect(known?.map(({ id, counts: { done } }) => [id, done])).toEqual([
      ['b', 5],
      ['a', 0],
    ]);
    fixture.close();
  });

  it('is asked of main instead where it cannot be read, and nothing throws', async () => {
    const network = invokeKey('network.get', undefined);
    const fixture = page(batches, network);
    const unreadable = [undefined, null, 'text', { batches: 'none' }, { batches: [null], documents: 3 }];
    for (const payload of unreadable) {
      fixture.emit('downloads.progress', payload as never);
      fixture.emit('network.changed', payload as never);
      fixture.emit('search.progress', payload as never);
    }
    await vi.advanceTimersByTimeAsync(0);
    expect([fixture.times(batches), fixture.times(network)]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(5000);
    expect([fixture.times(batches), fixture.times(network)], 'and not for each').toEqual([2, 2]);
    fixture.close();
  });
});

describe('while a search goes on', () => {
  const progressWith = (resultSetId: string, state: SearchProgress['state']) =>
    ({ resultSetId, state, problems: [] }) as unknown as SearchProgress;

  it('its own rows are read again, and at its end at once, with those of every other answer', async () => {
    const [own, other] = ['r', 'x'].map((resultSetId) =>
      invokeKey('rows.columns', { resultSetId, list: 'documents' }),
    );
    const fixture = page(own ?? [], other ?? []);
    fixture.emit('search.progress', progressWith('r', 'running'));
    fixture.emit('search.progress', progressWith('r', 'running'));
    await vi.advanceTimersByTimeAsync(0);
    expect([fixture.times(own ?? []), fixture.times(other ?? [])]).toEqual([1, 0]);
    fixture.emit('search.progress', progressWith('r', 'done'));
    await vi.advanceTimersByTimeAsync(0);
    expect([fixture.times(own ?? []), fixture.times(other ?? [])]).toEqual([2, 1]);
    fixture.close();
  });
});

it('words are searched again once the reading ends, at most every five seconds', async () => {
  const search = invokeKey('texts.find', { text: 'puerto', filter: {}, limit: 50 });
  const query = { scope: {}, withDismissed: false };
  const review = pagesKey('dossier.findings', query, 'about');
  const fixture = page(search, review);
  const tell = async (state: TextStatus['state'], read: number) => {
    const counts = { waiting: 0, unread: {}, unreadTotal: 0, waitingScans: 0, isRemade: false };
    fixture.emit('texts.progress', { state, read, ...counts });
    await vi.advanceTimersByTimeAsync(100);
  };
  await tell('reading', 1);
  expect([fixture.times(search), fixture.times(review)]).toEqual([0, 0]);
  await tell('idle', 1);
  expect([fixture.times(search), fixture.times(review)]).toEqual([1, 1]);
  await tell('idle', 1);
  await tell('reading', 2);
  await tell('idle', 2);
  expect([fixture.times(search), fixture.times(review)]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(5000);
  expect([fixture.times(search), fixture.times(review)]).toEqual([2, 2]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([fixture.times(search), fixture.times(review)]).toEqual([2, 2]);
  fixture.close();
});
