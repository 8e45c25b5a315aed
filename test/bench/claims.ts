/**
 * What documents state and others contradict, at scale: so many dispatches (the option is their number,
 * 20,000) of five read documents each, and a tenth of them. In one store each bill is a house bill of which
 * the service knows nothing; in another each declaration is heavier than its bill, so all are claimed. The
 * processor time of the first list of findings, and how it grows.
 */
import { openStore, type Store, type TextToStore } from '../../electron/database/index.ts';
import type { DocumentFact, FactForm, FactName } from '../../electron/database/text-index/fact-queries.ts';
import { syncWithDownloads } from '../../electron/text/sync-with-downloads.ts';
import { temporaryStore } from '../support/database/store.ts';
import { document, octoberInvoices } from '../support/samples/documents.ts';
import type { Bench } from './run.ts';
import { benchRut, downloadedFile } from './support/made-up-documents.ts';
import { describeMachine, verdict } from './support/print-figures.ts';

/** Of the whole list, seconds; of ten times the dispatches, beside ten times the time. */
const bars = { list: 10, growth: 1.5 };
const connectionId = 'bench';
const at = '2026-11-20T12:00:00.000Z';
const today = '2026-11-20';
const dispatchesAtOnce = 100;

/** The documents of a dispatch, by form, and what each states. */
type Made = (n: number) => Readonly<Partial<Record<FactForm, Partial<Record<FactName, string>>>>>;

const stores: Readonly<Record<string, Made>> = {
  'house bills': (n) => ({ ...stated(n), bill: { number: `HOUSE${1_000_000 + n}`, weight: '12450.00' } }),
  'heavier declarations': stated,
};

export const bench: Bench = async ([count = '20000']) => {
  describeMachine();
  const verdicts: boolean[] = [];
  for (const [name, made] of Object.entries(stores)) {
    const few = await secondsOf(name, Number(count) / 10, made);
    const many = await secondsOf(name, Number(count), made);
    verdicts.push(
      verdict(`${name}, first list of findings`, many, bars.list, 's'),
      verdict(`${name}, growth beside the linear`, many / few / 10, bars.growth, '×'),
    );
  }
  return verdicts.every((isMet) => isMet) ? 0 : 1;
};

async function secondsOf(name: string, count: number, made: Made): Promise<number> {
  const temporary = await temporaryStore();
  try {
    await fill(temporary.store, count, made);
    await temporary.store.close();
    temporary.store = await openStore(temporary.path);
    const begun = process.cpuUsage();
    const { total, byKind } = await temporary.store.listFindings(
      {},
      { offset: 0, limit: 100, withDismissed: false },
      today,
    );
    const { user, system } = process.cpuUsage(begun);
    const seconds = (user + system) / 1e6;
    const kinds = Object.entries(byKind).filter(([, findings]) => findings > 0);
    console.log(`  ${name} of ${count} dispatches: ${seconds.toFixed(2)} s, ${total} findings`, ...kinds);
    return seconds;
  } finally {
    await temporary.remove();
  }
}

/** What five documents of a dispatch state; its declaration is heavier than its bill. */
function stated(n: number): ReturnType<Made> {
  const container = `MSKU${1_000_000 + n}`;
  return {
    bill: { number: `MAEU${20_000_000 + n}`, weight: '12450.00', container },
    din: { number: String(39_000_000_000 + n), date: '2026-10-05', weight: '12540.00', container },
    invoice: { number: `SZ-${100_000 + n}`, date: '2026-10-01', total: '100.00', currency: 'USD' },
    packing: { container },
    '': { container },
  };
}

/** Stores dispatches with the words of all their documents, as the app does. */
async function fill(store: Store, count: number, made: Made): Promise<void> {
  const facts = new Map<string, DocumentFact[]>();
  for (let from = 1; from <= count; from += dispatchesAtOnce) {
    const size = Math.min(dispatchesAtOnce, count - from + 1);
    const numbers = Array.from({ length: size }, (_, index) => from + index);
    const documents = numbers.flatMap((n) =>
      Object.entries(made(n)).map(([form, values]) => {
        const id = `${n}-${form}`;
        facts.set(
          id,
          Object.entries(values).map(
            ([name, value]) =>
              ({ form, name, value, page: 1, line: value, isScanned: false }) as DocumentFact,
          ),
        );
        return document({
          id,
          folio: '',
          dispatchNumber: String(n),
          type: form || 'OTRO',
          dispatch: {
            doctoTransporte: `MAEU${20_000_000 + n}`,
            numeroIdentificacion: String(39_000_000_000 + n),
            fechaAceptacion: '2026-10-05T00:00:00.000Z',
          },
        });
      }),
    );
    const query = { ...octoberInvoices, rut: benchRut };
    await store.upsertPage({ connectionId, rut: benchRut, documents, at, query });
    await store.insertRecognisedFiles(
      '/bench',
      documents.map((each) => downloadedFile(each, connectionId, at)),
    );
    for (const n of numbers) await store.markComplete({ connectionId, number: String(n), rut: benchRut, at });
  }
  await storeFacts(store, facts);
}

async function storeFacts(store: Store, facts: ReadonlyMap<string, readonly DocumentFact[]>): Promise<void> {
  await syncWithDownloads(store, new AbortController().signal, false);
  for (;;) {
    const files = await store.listWaitingTexts(512);
    if (files.length === 0) return;
    const whole = { pages: 1, ownPages: 1, unreadPages: 0, scans: [], reason: '', words: [] } as const;
    await store.storeTexts(
      files.map(
        ({ rowId, sha256 }): TextToStore => ({ ...whole, rowId, sha256, facts: facts.get(sha256) ?? [] }),
      ),
    );
  }
}
