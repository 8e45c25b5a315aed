/**
 * The start screen over what is stored: the call of its day, with 100,000 documents, their disbursements, 500
 * arrivals on one day and a saved search that has never been looked at. `home [documents]`
 */
import { DatabaseSync } from 'node:sqlite';
import { addDays, type Day } from '../../shared/model/dates.ts';
import type { SearchQuery } from '../../shared/model/search-query.ts';
import { temporaryStore } from '../support/database/store.ts';
import type { Bench } from './run.ts';
import { benchRut, benchTypes, madeUpPages } from './support/made-up-documents.ts';
import { describeMachine, verdict } from './support/print-figures.ts';

const barMs = 100;
const rounds = 20;
const paymentsPerDispatch = 7;
const today: Day = '2026-11-20';
const since = '2026-11-19T03:00:00.000Z';
const connectionId = 'bench';
const resultSetId = 'bench';
const member = { resultSetId, taskId: 1 };
const query: SearchQuery = {
  kind: 'range',
  connectionIds: [connectionId],
  ruts: [benchRut],
  range: { kind: 'this-year' },
  types: { kind: 'some', names: benchTypes },
  complete: false,
};

/** `npm run bench -- home [documents]` */
export const bench: Bench = async ([count = '100000']) => {
  describeMachine();
  const { store, path, remove } = await temporaryStore();
  const at = '2026-11-20T13:00:00.000Z';
  const found = { kind: 'files', rut: benchRut, start: '2026-01-01', end: today, type: '' } as const;
  await store.createResultSet(resultSetId, query, at);
  const numbers = new Set<string>();
  const arriving = new Set<string>();
  for (const page of madeUpPages(Number(count))) {
    const documents = page.map((document) => {
      numbers.add(document.dispatchNumber);
      if (arriving.size < 500) arriving.add(document.dispatchNumber);
      if (!arriving.has(document.dispatchNumber)) return document;
      const { dispatch, ...item } = document.item;
      return {
        ...document,
        item: { ...item, dispatch: { ...Object(dispatch), fechaArriboEfectivo: today } },
      };
    });
    await store.upsertPage({ connectionId, rut: benchRut, query: found, documents, at, member });
  }
  for (const [index, number] of [...numbers].entries()) {
    const disbursements = Array.from({ length: paymentsPerDispatch }, (_, order) => ({
      id: `${number}-${order}`,
      dispatchNumber: number,
      analysisCode: String(order),
      analysisName: 'DERECHOS',
      documentNumber: String(index),
      state: 'PAGADO',
      providerId: '',
      providerName: 'TGR',
      item: {},
      date: `${addDays(today, -(index % 549))}T00:00:00.000Z`,
      amount: 1000 + index,
    }));
    await store.saveDisbursements({ connectionId, number, rut: benchRut, at }, disbursements);
  }
  saveUnseen(path);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await store.readHome({ today, since, connectionIds: [connectionId] });
    times.push(performance.now() - begun);
  }
  const { events, money } = await store.readHome({ today, since, connectionIds: [connectionId] });
  console.log(
    `${events.length} days with events, the fullest with ${Math.max(...events.map((one) => one.count))}`,
  );
  console.log(`${money.reduce((sum, each) => sum + each.count, 0)} disbursements in the month`);
  await remove();
  const [first = 0] = times;
  const median = times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
  return [verdict('first read', first, barMs), verdict('read, median', median, barMs)].every(Boolean) ? 0 : 1;
};

/** Saves the result set as a search of which a person has seen nothing. */
function saveUnseen(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(
    `INSERT INTO saved_search (uuid, draft, result_set, seen_at) SELECT 'saved', '{}', id, '2026-01-01' FROM result_set`,
  );
  database.close();
}
