/**
 * Words of documents at scale: a store with made-up documents (the option is their number, 100,000), whose
 * words are as unequal as those of a language, with numbers between them. Then the first rows of rare,
 * middling and very common words, of two words, a phrase and a number, as the app answers them, the size of
 * the index, and the memory of an app that has it, beside one without documents.
 */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openStore, type Store, type TextToStore } from '../../electron/database/index.ts';
import { startWorker, systemClock } from '../../electron/platform/terminal/index.ts';
import { createReadFileTexts, createReadScans, createTextSearch } from '../../electron/text/index.ts';
import { syncWithDownloads } from '../../electron/text/sync-with-downloads.ts';
import { terminalOptions } from '../../scripts/terminal-options.mjs';
import { settingsSchema } from '../../shared/model/settings.ts';
import { temporaryStore } from '../support/database/store.ts';
import type { Bench } from './run.ts';
import type { IndexedMemory, IndexedMemoryPlan } from './support/indexed-memory.ts';
import { benchRut, downloadedFile, madeUpPages } from './support/made-up-documents.ts';
import { describeMachine, verdict } from './support/print-figures.ts';

/** Of an answer, ms; of the index, beside the text. */
const bars = { answer: 50, size: 1.5 };
const connectionId = 'bench';
const vocabularySize = 60_000;
const maxPagesEach = 3;
const wordsPerPage = 150;
/** Of the words of a page. */
const numberShare = 0.15;
/** As the app stores them. */
const filesStoredAtOnce = 32;
const queriesEach = 40;
const shown = 50;

export const bench: Bench = async ([count = '100000']) => {
  describeMachine();
  const stored = await temporaryStore();
  try {
    await storeDocuments(stored.store, Number(count));
    const samples = await indexDocuments(stored.store);
    await stored.store.close();
    const size = statSync(`${stored.path}.texts`).size / samples.bytes;
    stored.store = await openStore(stored.path);
    const times = await answer(stored.store, samples);
    await stored.store.close();
    await compareMemory(dirname(stored.path), Number(count), samples);
    const verdicts = [
      verdict(`first ${shown} rows of any words, p95`, percentile(times, 0.95), bars.answer),
      verdict('size of the index beside the text', size, bars.size, '×'),
    ];
    return verdicts.every((isMet) => isMet) ? 0 : 1;
  } finally {
    await stored.remove();
  }
};

/** Documents and their files in the ledger; the files themselves are not needed. */
async function storeDocuments(store: Store, count: number): Promise<void> {
  const at = '2026-11-20T12:00:00.000Z';
  for (const documents of madeUpPages(count)) {
    const type = documents[0]?.type ?? '';
    const query = { kind: 'files', rut: benchRut, start: '2026-01-01', end: '2026-11-20', type } as const;
    await store.upsertPage({ connectionId, rut: benchRut, documents, at, query });
    const files = documents.map((each) => downloadedFile(each, connectionId, at));
    await store.insertRecognisedFiles('/bench', files);
  }
}

/** What queries are made of, and the bytes of all text. */
interface Samples {
  bytes: number;
  pages: string[];
}

/** Writes the words of all documents as the app does, the latest first. */
async function indexDocuments(store: Store): Promise<Samples> {
  const text = new MadeUpText();
  const samples: Samples = { bytes: 0, pages: [] };
  const begun = performance.now();
  await syncWithDownloads(store, new AbortController().signal, false);
  for (;;) {
    const files = await store.listWaitingTexts(filesStoredAtOnce);
    if (files.length === 0) break;
    const texts = files.map(({ rowId, sha256 }): TextToStore => {
      const pages = 1 + Math.floor(text.random() * maxPagesEach);
      const words = Array.from({ length: pages }, (_, page) => ({ page: page + 1, text: text.page() }));
      for (const each of words) samples.bytes += Buffer.byteLength(each.text);
      if (samples.pages.length < queriesEach && text.random() < 0.01)
        samples.pages.push(words[0]?.text ?? '');
      const whole = { ownPages: pages, unreadPages: 0, scans: [], reason: '', facts: [] } as const;
      return { rowId, sha256, pages, words, ...whole };
    });
    await store.storeTexts(texts);
  }
  const seconds = (performance.now() - begun) / 1_000;
  console.log(`indexed ${(samples.bytes / 2 ** 20).toFixed(0)} MiB of text in ${seconds.toFixed(0)} s`);
  return samples;
}

/** The time of each answer, ms; prints those of each kind of query. */
async function answer(store: Store, samples: Samples): Promise<number[]> {
  const settings = settingsSchema.parse({});
  const { find, handlers } = createTextSearch({
    store,
    clock: systemClock,
    desktop: {} as never,
    downloads: { isBusy: () => false, isBusyElsewhere: () => false },
    settings: () => settings,
    emit: () => undefined,
    on: () => () => undefined,
    reportError: (what, error) => console.error(what, error),
    readFileTexts: createReadFileTexts(startWorker),
    readScans: createReadScans(startWorker),
  });
  const all: number[] = [];
  for (const [kind, texts] of Object.entries(queriesOf(samples))) {
    const times: number[] = [];
    let rows = 0;
    for (const text of texts) {
      const begun = performance.now();
      const { hits } = await find({ text, filter: {}, limit: shown, offset: 0 });
      times.push(performance.now() - begun);
      rows += hits.length;
    }
    describe(`${kind}, ${(rows / texts.length).toFixed(0)} rows each`, times);
    all.push(...times);
  }
  describe(`all ${all.length}`, all);
  const begun = performance.now();
  await handlers['texts.status'](undefined);
  console.log(`  what is unread: ${(performance.now() - begun).toFixed(1)} ms`);
  const counting = performance.now();
  const counts = await handlers['texts.count']({ text: wordOfRank(0), filter: {} });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  console.log(
    `  ${total} documents with the commonest word, counted: ${(performance.now() - counting).toFixed(0)} ms`,
  );
  return all;
}

/** The app's main process over these documents, and over none, each a process of its own. */
async function compareMemory(home: string, count: number, samples: Samples): Promise<void> {
  const texts = Object.values(queriesOf(samples)).flat();
  const empty = await temporaryStore();
  try {
    await empty.store.close();
    const [alone, indexed] = [memoryOf({ home: dirname(empty.path), texts }), memoryOf({ home, texts })];
    if (indexed.indexed !== count) throw new Error(`${indexed.indexed} documents are in the index`);
    const more = (indexed.mb - alone.mb).toFixed(0);
    console.log(
      `  memory of the main process: ${indexed.mb.toFixed(0)} MiB, ${more} above one without documents; ` +
        `beside it ${indexed.mappedMb.toFixed(0)} MiB of mapped files, ${alone.mappedMb.toFixed(0)} of the other`,
    );
  } finally {
    await empty.remove();
  }
}

function memoryOf(plan: IndexedMemoryPlan): IndexedMemory {
  const script = join(import.meta.dirname, 'support/indexed-memory.ts');
  const said = execFileSync(process.execPath, [...terminalOptions, script, JSON.stringify(plan)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 20,
  });
  return JSON.parse(said) as IndexedMemory;
}

function queriesOf({ pages }: Samples): Record<string, string[]> {
  const ranked = (from: number, step: number) =>
    Array.from({ length: queriesEach }, (_, index) => wordOfRank(from + index * step));
  const wordsOf = (page: string) => page.split(/\s+/).filter((word) => !/\d/.test(word));
  return {
    'very common word': ranked(0, 1),
    'middling word': ranked(1_000, 100),
    'rare word': ranked(30_000, 500),
    'two words': pages.map((page) => `${wordsOf(page)[3]} ${wordsOf(page)[40]}`),
    'two common words': ranked(0, 1).map((word, index) => `${word} ${wordOfRank(index + 7)}`),
    phrase: pages.map((page) => `"${wordsOf(page).slice(0, 3).join(' ')}"`),
    number: pages.map((page) => /\d[\d.,]+/.exec(page)?.[0] ?? ''),
  };
}

const syllables = 'ma ne ri to lu ca se di por al ven tra cion des em ba que gi fo ña'.split(' ');

/** A word that no other rank has; common ones are short. */
function wordOfRank(rank: number): string {
  let word = '';
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length] ?? '';
  return word;
}

/** Pages of words by the law of Zipf, as Mandelbrot wrote it, with numbers; the same in each run. */
class MadeUpText {
  #state = 20_261_129;
  readonly #sums: Float64Array;

  constructor() {
    let sum = 0;
    this.#sums = Float64Array.from({ length: vocabularySize }, (_, rank) => {
      sum += 1 / (rank + 2.7) ** 1.07;
      return sum;
    });
  }

  /** From 0 to 1, by the generator of Lehmer. */
  random(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state / 2_147_483_647;
  }

  page(): string {
    const words = Array.from({ length: wordsPerPage }, (_, index) => {
      const written = this.random() < numberShare ? this.#number() : wordOfRank(this.#rank());
      return index % 9 === 8 ? `${written}\n` : `${written} `;
    });
    return words.join('');
  }

  #number(): string {
    const value = Math.floor(10 ** (2 + this.random() * 6));
    return `${value.toLocaleString('es-CL')}${this.random() < 0.3 ? ',50' : ''}`;
  }

  /** The first rank whose sum is above a chance. */
  #rank(): number {
    const chance = this.random() * (this.#sums.at(-1) ?? 1);
    let [low, high] = [0, vocabularySize - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sums[middle] ?? 0) < chance) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function describe(name: string, times: readonly number[]): void {
  const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)].map((time) => time.toFixed(1));
  console.log(`  ${name}: p50 ${half} ms, p95 ${most} ms`);
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
}
