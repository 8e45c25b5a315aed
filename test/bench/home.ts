/**
 * The start screen over what is stored, with 100,000 documents, their disbursements, 500 arrivals on one day
 * and a saved search that has never been looked at: the call of its day, and the screen as it is drawn. `home
 * [documents]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright';
import { openStore, type Store } from '../../electron/database/index.ts';
import { build } from '../../scripts/build.mjs';
import { addDays, type Day, dayInSantiago } from '../../shared/model/dates.ts';
import { startPractice } from '../support/agency/practice-agency.ts';
import type { Bench } from './run.ts';
import { connectBenchApp, openBenchApp } from './support/bench-app.ts';
import { benchQuery, benchRut, madeUpPages } from './support/made-up-documents.ts';
import { describeMachine, verdict } from './support/print-figures.ts';

const barMs = 100;
const rounds = 20;
const drawings = 7;
const paymentsPerDispatch = 7;
const resultSetId = 'bench';
const pageFolder = join(import.meta.dirname, '../../dist/page');

/** `npm run bench -- home [documents]` */
export const bench: Bench = async ([count = '100000']) => {
  describeMachine();
  await build('page');
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-home-bench-'));
  const agency = await startPractice({ documents: 10, clients: 1, seed: 'bench' });
  try {
    const home = join(folder, 'home');
    const connectionId = await connectBenchApp(home, pageFolder, agency);
    const path = join(home, 'carpeta.db');
    const today = dayInSantiago(Date.now());
    const store = await openStore(path);
    const verdicts: boolean[] = [];
    try {
      await fill(store, connectionId, today, Number(count));
      saveUnseen(path);
      verdicts.push(...(await timeReads(store, connectionId, today)));
    } finally {
      await store.close();
    }
    const drawn = await timeDrawings(home);
    verdicts.push(verdict('the screen, in a page that has not shown it, median', drawn, barMs));
    return verdicts.every(Boolean) ? 0 : 1;
  } finally {
    await agency.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

async function fill(store: Store, connectionId: string, today: Day, count: number): Promise<void> {
  const member = { resultSetId, taskId: 1 };
  const at = new Date().toISOString();
  const found = { kind: 'files', rut: benchRut, start: '2026-01-01', end: today, type: '' } as const;
  await store.createResultSet(resultSetId, benchQuery(connectionId), at);
  const numbers = new Set<string>();
  const arriving = new Set<string>();
  for (const page of madeUpPages(count)) {
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
}

/** Saves the result set as a search of which a person has seen nothing. */
function saveUnseen(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(
    `INSERT INTO saved_search (uuid, draft, result_set, seen_at) SELECT 'saved', '{}', id, '2026-01-01' FROM result_set`,
  );
  database.close();
}

async function timeReads(store: Store, connectionId: string, today: Day): Promise<boolean[]> {
  const view = { today, since: `${addDays(today, -1)}T03:00:00.000Z`, connectionIds: [connectionId] };
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await store.readHome(view);
    times.push(performance.now() - begun);
  }
  const { events, money } = await store.readHome(view);
  console.log(
    `${events.length} days with events, the fullest with ${Math.max(...events.map((one) => one.count))}`,
  );
  console.log(`${money.reduce((sum, each) => sum + each.count, 0)} disbursements in the month`);
  const [first = 0] = times;
  return [verdict('first read', first, barMs), verdict('read, median', medianOf(times), barMs)];
}

/** The few things of the page that are used inside it; benches are not checked against a browser's types. */
interface PageScope {
  location: { hash: string };
  document: { querySelector(selector: string): unknown };
  requestAnimationFrame(next: () => void): void;
}

/**
 * From the press that leads there until the month's money, the last part, is on its way to the screen, in ms.
 * Each time the page is another one, which was opened at another screen and has never shown this one; main is
 * the same, and has read the store before.
 */
async function timeDrawings(home: string): Promise<number> {
  const times: number[] = [];
  const { page, close } = await openBenchApp(home, pageFolder);
  try {
    for (let round = 0; round < drawings; round++) {
      await page.evaluate(() => {
        (globalThis as unknown as PageScope).location.hash = '#/clients';
      });
      await page.reload();
      // Until what is loaded ahead of time is there.
      await page.waitForTimeout(3_000);
      times.push(await timeDrawing(page));
    }
  } finally {
    await close();
  }
  console.log(`the screen, in a page that has not shown it: ${times.map(Math.round).join(', ')} ms`);
  return medianOf(times);
}

function timeDrawing(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { location, document, requestAnimationFrame } = globalThis as unknown as PageScope;
    const isDrawn = () => document.querySelector('[data-part=money] tfoot td') !== null;
    if (isDrawn()) throw new Error('the start screen is open already');
    const begun = performance.now();
    location.hash = '#/home';
    while (!isDrawn()) {
      if (performance.now() - begun > 10_000) throw new Error('the month has no money');
      await new Promise<void>((done) => requestAnimationFrame(done));
    }
    await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - begun;
  });
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN;
}
