import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PlannedTask, Store } from '../../../../../electron/database/index.ts';
import type { SearchQuery } from '../../../../../shared/model/search-query.ts';
import { temporaryStore } from '../../../../support/database/store.ts';
import { acme } from '../../../../support/samples/documents.ts';

const query: SearchQuery = {
  kind: 'range',
  connectionIds: ['agency'],
  ruts: [acme],
  range: { kind: 'last-month' },
  types: { kind: 'all', operation: 'both' },
  complete: false,
};

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
beforeEach(async () => {
  temporary = await temporaryStore();
  store = temporary.store;
});
afterEach(() => temporary.remove());

const invoicesFrom = (start: string, end: string): PlannedTask => ({
  kind: 'type',
  connectionId: 'agency',
  rut: acme,
  ruts: [],
  subject: 'FACTURA TERCEROS',
  start,
  end,
});

test('what had failed in an earlier run is asked over the days of the current one', async () => {
  await store.createResultSet('answer', query, '2026-10-31T12:00:00.000Z');
  await store.planTasks('answer', [invoicesFrom('2026-09-01', '2026-09-30')]);
  const [failed] = await store.listTasks('answer');
  await store.endTask(failed?.id ?? 0, { state: 'problem', documents: 0 });
  // The next run could not read the catalogue, and is gone on with: only then are its types known.
  await store.beginRun('answer', '2026-11-01T12:00:00.000Z');
  await store.reopenTasks('answer', undefined);
  await store.planTasks('answer', [invoicesFrom('2026-10-01', '2026-10-31')]);
  expect(await store.listTasks('answer')).toMatchObject([
    { state: 'waiting', start: '2026-10-01', end: '2026-10-31' },
  ]);
});
