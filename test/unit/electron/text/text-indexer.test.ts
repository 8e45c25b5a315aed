import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../../electron/database/index.ts';
import type { Clock } from '../../../../electron/host.ts';
import { startWorker, systemClock } from '../../../../electron/platform/terminal/index.ts';
import {
  createReadFileTexts,
  createReadScans,
  type ReadFileTexts,
  type ReadScans,
  type ScanPage,
} from '../../../../electron/text/index.ts';
import { WaitingScans } from '../../../../electron/text/ocr/recognize-when-idle.ts';
import { TextIndexer } from '../../../../electron/text/text-indexer.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { TextStatus } from '../../../../shared/model/text-search.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { openRetention } from '../../../support/app/retention.ts';
import { temporaryStore } from '../../../support/database/store.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { acme } from '../../../support/samples/documents.ts';
import { sha256Of, storeFiles, textConnection } from '../../../support/samples/text-files.ts';

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
let folder: string;
let current: TextIndexer | undefined;
beforeEach(async () => {
  temporary = await temporaryStore();
  store = temporary.store;
  folder = temporaryFolder();
});
afterEach(async () => {
  await current?.close();
  current = undefined;
  await temporary.remove();
});

/** What an indexer reported, and a wait for one of its reports. */
function begin({
  isOn = () => true,
  isPaused = () => false,
  isBusy = () => false,
  readFileTexts = createReadFileTexts(startWorker),
  readScans = createReadScans(startWorker),
  isIdle = () => true,
  clock = systemClock,
  overrides = {},
}: {
  isOn?: () => boolean;
  isPaused?: () => boolean;
  isBusy?: () => boolean;
  readFileTexts?: ReadFileTexts;
  readScans?: ReadScans;
  isIdle?: () => boolean;
  clock?: Clock;
  /** Calls of the store that behave otherwise. */
  overrides?: Partial<Store>;
} = {}) {
  const reports: TextStatus[] = [];
  let onReport = (): void => undefined;
  const errors: unknown[] = [];
  const reportError = (_: string, error: unknown) => void errors.push(error);
  const base = { store: storeWith(overrides), clock, reportError };
  const indexer = new TextIndexer({
    ...base,
    readFileTexts,
    isOn,
    isPaused,
    isBusy,
    scans: new WaitingScans({ ...base, readScans, isIdle, when: () => 'idle' }),
    onStatus: (status) => {
      reports.push(status);
      onReport();
    },
  });
  current = indexer;
  const until = (fits: (status: TextStatus) => boolean) =>
    new Promise<TextStatus>((resolve) => {
      onReport = () => {
        const found = reports.find(fits);
        if (found) resolve(found);
      };
      onReport();
    });
  return { indexer, reports, errors, until };
}

function storeWith(overrides: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => Reflect.get(name in overrides ? overrides : target, name),
  });
}

/** The files of the index that hold a text. */
const bytesWith = (text: string) =>
  ['', '-wal', '-shm']
    .map((suffix) => `${temporary.path}.texts${suffix}`)
    .filter((path) => existsSync(path) && readFileSync(path).includes(text));

const readAll = (indexer: TextIndexer) => indexer.readAll(new AbortController().signal, () => undefined);

const readScansToo = (indexer: TextIndexer) =>
  indexer.readAll(
    new AbortController().signal,
    () => undefined,
    () => undefined,
  );

const find = async (word: string) =>
  (await store.findTextPages(`"${word}"`, Number.MAX_SAFE_INTEGER, 9)).map(({ id }) => id);

test('the files of before are read in the background, and the unread ones are told', async () => {
  await storeFiles(store, folder, { d1: 'Embarque SHENZHEN', d2: Buffer.from('\xff\xd8\xff\xe0', 'latin1') });
  const { indexer, until } = begin();
  indexer.begin();
  const status = await until(({ state }) => state === 'idle');
  // The picture is cut behind its first bytes.
  expect(status).toMatchObject({ read: 1, waiting: 0, unread: { damaged: 1 }, unreadTotal: 1 });
  expect(await find('shenzhen')).toEqual(['d1']);
});

test('nothing is read while a batch transfers, and then all', async () => {
  await storeFiles(store, folder, { d1: 'SHENZHEN' });
  let isBusy = true;
  const { indexer, until } = begin({ isBusy: () => isBusy });
  indexer.begin();
  expect(await until(({ state }) => state === 'transfers')).toMatchObject({ read: 0 });
  isBusy = false;
  indexer.recheck();
  expect(await until(({ state }) => state === 'idle')).toMatchObject({ read: 1 });
});

test('a transfer that begins stops the reading at once, and nothing is lost or read twice', async () => {
  await storeFiles(store, folder, { d1: 'uno', d2: 'dos' });
  let isBusy = false;
  const read: string[] = [];
  const real = createReadFileTexts(startWorker);
  const { indexer, until } = begin({
    isBusy: () => isBusy,
    readFileTexts: (files, onText, signal) =>
      real(
        files,
        (index, text) => {
          read.push(...text.words.map((word) => word.text));
          onText(index, text);
          if (read.length > 1) return;
          isBusy = true;
          indexer.recheck();
        },
        signal,
      ),
  });
  indexer.begin();
  const stopped = await until(({ state }) => state === 'transfers');
  expect(stopped.read + stopped.waiting).toBe(2);
  isBusy = false;
  indexer.recheck();
  expect(await until(({ state }) => state === 'idle')).toMatchObject({ read: 2 });
  expect(await find('uno')).toEqual(['d1']);
  expect(await find('dos')).toEqual(['d2']);
});

test('a pause holds until it ends', async () => {
  await storeFiles(store, folder, { d1: 'uno' });
  let isPaused = true;
  const { indexer, until } = begin({ isPaused: () => isPaused });
  indexer.begin();
  expect(await until(({ state }) => state === 'paused')).toMatchObject({ read: 0 });
  isPaused = false;
  indexer.recheck();
  expect(await until(({ state }) => state === 'idle')).toMatchObject({ read: 1 });
});

test('files that come during a pause wait, and are told', async () => {
  await storeFiles(store, folder, { d1: 'uno' });
  const { indexer, until } = begin({ isPaused: () => true });
  indexer.begin();
  expect(await until(({ state }) => state === 'paused')).toMatchObject({ read: 0, unreadTotal: 1 });
  await storeFiles(store, folder, { d2: 'dos' });
  indexer.notice();
  await until(({ state, unreadTotal }) => state === 'paused' && unreadTotal === 2);
});

test('what goes during a pause is in no byte of the files', async () => {
  await storeFiles(store, folder, { d1: 'zzsecreto', d2: 'queda' });
  const before = begin();
  await readAll(before.indexer);
  await before.indexer.close();
  const { indexer, until } = begin({ isPaused: () => true });
  const scope = { connectionId: textConnection, rut: acme };
  await store.purgeDownloads(scope);
  indexer.begin();
  await until(({ state, read }) => state === 'paused' && read === 0);
  expect(bytesWith('zzsecreto')).toEqual([]);
});

test('nothing is compared while a batch transfers during a pause', async () => {
  await storeFiles(store, folder, { d1: 'uno' });
  let [isBusy, passes] = [true, 0];
  const { indexer, until } = begin({
    isPaused: () => true,
    isBusy: () => isBusy,
    overrides: {
      beginTextPass: () => {
        passes++;
        return store.beginTextPass();
      },
    },
  });
  indexer.begin();
  await until(({ state }) => state === 'paused');
  expect(passes).toBe(0);
  isBusy = false;
  indexer.recheck();
  await until(({ unreadTotal }) => unreadTotal === 1);
  expect(passes).toBe(1);
});

test('turned off, it keeps no word', async () => {
  await storeFiles(store, folder, { d1: 'uno' });
  let isOn = true;
  const { indexer, until } = begin({ isOn: () => isOn });
  indexer.begin();
  await until(({ state }) => state === 'idle');
  isOn = false;
  indexer.recheck();
  expect(await until(({ state }) => state === 'off')).toMatchObject({ read: 0, waiting: 0 });
  expect(await find('uno')).toEqual([]);
});

test('a client who is forgotten takes his words along', async () => {
  await storeFiles(store, folder, { d1: 'zzsecreto' });
  const { indexer } = begin();
  await indexer.readAll(new AbortController().signal, () => undefined);
  expect(await find('zzsecreto')).toEqual(['d1']);
  const scope = { connectionId: textConnection, rut: acme };
  await store.purgeDownloads(scope);
  while ((await store.purgeDocuments(scope, 500)) > 0);
  await store.purgeRest(scope);
  await indexer.purge();
  expect(await find('zzsecreto')).toEqual([]);
  expect(bytesWith('zzsecreto')).toEqual([]);
  expect(await indexer.status()).toMatchObject({ read: 0, unreadTotal: 0 });
});

test('the words of documents that expired are in no byte of the files', async () => {
  await storeFiles(store, folder, { d1: 'zzsecreto', d2: 'zzsecreto queda' });
  const { indexer, reports } = begin();
  await readAll(indexer);
  expect(bytesWith('zzsecreto')).not.toEqual([]);
  const clock = createFakeClock({ startAt: Date.parse('2027-03-01T12:00:00.000Z') });
  const pruned = Promise.withResolvers<void>();
  const retention = openRetention({
    store,
    clock,
    afterPrune: () => indexer.purge().then(pruned.resolve, pruned.reject),
  });
  retention.begin();
  await pruned.promise;
  await retention.stop();
  expect(await find('zzsecreto')).toEqual([]);
  expect(bytesWith('zzsecreto')).toEqual([]);
  expect(reports.at(-1)).toMatchObject({ read: 0 });
});

test('a file that is gone before it is read waits, and is told', async () => {
  await storeFiles(store, folder, { d1: 'uno', d2: 'dos' });
  rmSync(join(folder, 'd1'));
  const { indexer } = begin();
  await indexer.readAll(new AbortController().signal, () => undefined);
  expect(await indexer.status()).toMatchObject({ read: 1, waiting: 0, unread: { away: 1 } });
});

test('a store that refuses a note ends the reading with its error, and no rejection is unhandled', async () => {
  await storeFiles(store, folder, { d1: 'uno', d2: 'dos' });
  rmSync(join(folder, 'd2'));
  const busy = new AppError('STORE_BUSY', 'another process writes');
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  try {
    const { indexer } = begin({ overrides: { noteTextAway: () => Promise.reject(busy) } });
    await expect(readAll(indexer)).rejects.toBe(busy);
  } finally {
    process.off('unhandledRejection', onUnhandled);
  }
  expect(unhandled).toEqual([]);
});

test('a file that was replaced is read once its bytes are those of the ledger again', async () => {
  await storeFiles(store, folder, { d1: 'uno' });
  writeFileSync(join(folder, 'd1'), 'otro');
  const { indexer } = begin();
  await readAll(indexer);
  expect(await indexer.status()).toMatchObject({ waiting: 0, unread: { changed: 1 } });
  writeFileSync(join(folder, 'd1'), 'uno');
  await readAll(indexer);
  expect(await find('uno')).toEqual(['d1']);
});

test('long texts are stored while the reading goes on', async () => {
  await storeFiles(store, folder, { d1: 'uno', d2: 'dos', d3: 'tres' });
  const stored: number[] = [];
  const { indexer } = begin({
    readFileTexts: async (files, onText) => {
      for (const index of files.keys()) {
        const words = Array.from({ length: 5 }, (_, at) => ({ page: at + 1, text: 'x'.repeat(1024 * 1024) }));
        onText(index, { ownPages: 5, pages: 5, unreadPages: 0, scans: [], reason: '', words, facts: [] });
      }
    },
    overrides: {
      storeTexts: (texts) => {
        stored.push(texts.length);
        return store.storeTexts(texts);
      },
    },
  });
  await readAll(indexer);
  expect(stored).toEqual([2, 1]);
  expect(await indexer.status()).toMatchObject({ read: 3 });
});

test('one call reads hundreds of files; they are stored by some, and told meanwhile', async () => {
  const ids = Array.from({ length: 70 }, (_, index) => `d${index}`);
  await storeFiles(store, folder, Object.fromEntries(ids.map((id) => [id, 'uno'])));
  const reported = Promise.withResolvers<void>();
  const calls: number[] = [];
  const stored: number[] = [];
  const { indexer, until } = begin({
    readFileTexts: async (files, onText) => {
      calls.push(files.length);
      const words = [{ page: 1, text: 'uno' }];
      for (const index of files.keys())
        onText(index, { ownPages: 1, pages: 1, unreadPages: 0, scans: [], reason: '', words, facts: [] });
      await reported.promise;
    },
    overrides: {
      storeTexts: (texts) => {
        stored.push(texts.length);
        return store.storeTexts(texts);
      },
    },
  });
  indexer.begin();
  const { waiting } = await until(({ state, read }) => state === 'reading' && read > 0);
  expect(waiting).toBeGreaterThan(0);
  reported.resolve();
  await until(({ state }) => state === 'idle');
  expect(calls).toEqual([70]);
  expect(stored).toEqual([32, 32, 6]);
});

test('the reading is told from its first file on, before anything is stored', async () => {
  await storeFiles(store, folder, { d1: 'uno' });
  const atFirst: unknown[] = [];
  const real = createReadFileTexts(startWorker);
  const { indexer, reports, until } = begin({
    readFileTexts: async (...files) => {
      atFirst.push(reports.at(-1), await indexer.status());
      await real(...files);
    },
  });
  indexer.begin();
  await until(({ state, read }) => state === 'idle' && read === 1);
  const reading = { state: 'reading', read: 0, waiting: 1 };
  expect(atFirst).toMatchObject([reading, reading]);
});

test('the reading stops while the store is behind, and goes on afterwards', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `d${index}`);
  await storeFiles(store, folder, Object.fromEntries(ids.map((id) => [id, 'uno'])));
  const calls: number[] = [];
  const stored: number[] = [];
  let reading = Promise.withResolvers<void>();
  const { indexer } = begin({
    readFileTexts: async (files, onText, signal) => {
      calls.push(files.length);
      reading = Promise.withResolvers();
      const words = [{ page: 1, text: 'uno' }];
      for (const index of files.keys()) {
        if (signal?.aborted) break;
        onText(index, { ownPages: 1, pages: 1, unreadPages: 0, scans: [], reason: '', words, facts: [] });
      }
      reading.resolve();
      if (signal?.aborted) throw new AppError('CANCELLED', 'as a process does');
    },
    overrides: {
      storeTexts: async (texts) => {
        await reading.promise;
        stored.push(texts.length);
        return store.storeTexts(texts);
      },
    },
  });
  await readAll(indexer);
  expect(calls).toEqual([200, 104, 8]);
  expect(stored.reduce((sum, files) => sum + files, 0)).toBe(200);
  expect(await indexer.status()).toMatchObject({ read: 200, waiting: 0 });
});

test('one call reads no more than 64 MiB of files, or a single larger one', async () => {
  await storeFiles(store, folder, { d1: 'uno', d2: 'dos', d3: 'tres' });
  const calls: string[][] = [];
  const { indexer } = begin({
    overrides: {
      listWaitingTexts: async (limit) =>
        (await store.listWaitingTexts(limit)).map((file) => ({ ...file, size: 40 * 1024 * 1024 })),
    },
    readFileTexts: async (files, onText) => {
      calls.push(files.map(({ path }) => path.slice(-2)));
      const end = { ownPages: 1, pages: 1, unreadPages: 0, scans: [], reason: '', facts: [] } as const;
      for (const index of files.keys()) onText(index, { ...end, words: [] });
    },
  });
  await readAll(indexer);
  expect(calls).toEqual([['d3'], ['d2'], ['d1']]);
});

test('a note of another content than the ledger has now keeps no file from being read', async () => {
  await storeFiles(store, folder, { d1: 'uno' });
  writeFileSync(join(folder, 'd1'), 'otro');
  const { indexer } = begin({
    overrides: { noteTextAway: (rowId, _sha256, reason) => store.noteTextAway(rowId, 'another', reason) },
  });
  let counts = 0;
  const stopping = new AbortController();
  await indexer.readAll(stopping.signal, () => {
    if (++counts > 3) stopping.abort();
  });
  expect(await indexer.status()).toMatchObject({ waiting: 1, unread: {} });
});

test('a pause that comes during a comparison holds', async () => {
  await storeFiles(store, folder, { d1: 'uno' });
  let [readings, isPaused] = [0, false];
  const { indexer, until } = begin({
    isPaused: () => isPaused,
    overrides: {
      endTextPass: (pass) => {
        isPaused = true;
        indexer.recheck();
        return store.endTextPass(pass);
      },
    },
    readFileTexts: async () => void readings++,
  });
  indexer.begin();
  await until(({ state }) => state === 'paused');
  expect(readings).toBe(0);
});

test('a comparison that a close interrupts takes out no words', async () => {
  await storeFiles(store, folder, { d1: 'uno' });
  const before = begin();
  await readAll(before.indexer);
  await before.indexer.close();
  const ended: number[] = [];
  const { indexer } = begin({
    overrides: {
      beginTextPass: () => {
        void indexer.close();
        return store.beginTextPass();
      },
      endTextPass: (pass) => {
        ended.push(pass);
        return store.endTextPass(pass);
      },
    },
  });
  await expect(readAll(indexer)).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(ended).toEqual([]);
  expect(await find('uno')).toEqual(['d1']);
});

test('a purge takes all words out where the setting is off', async () => {
  await storeFiles(store, folder, { d1: 'zzsecreto' });
  let isOn = true;
  const { indexer } = begin({ isOn: () => isOn });
  await readAll(indexer);
  isOn = false;
  await indexer.purge();
  expect(await find('zzsecreto')).toEqual([]);
});

test('a purge is repeated once where the index is damaged', async () => {
  await storeFiles(store, folder, { d1: 'uno' });
  let passes = 0;
  const { indexer } = begin({
    overrides: {
      beginTextPass: () => {
        passes += 1;
        if (passes > 1) return store.beginTextPass();
        return Promise.reject(new AppError('STORE_DAMAGED', 'damaged'));
      },
    },
  });
  await indexer.purge();
  expect(await indexer.status()).toMatchObject({ waiting: 1 });
});

test('a purge tells that another process still reads cleared words', async () => {
  const { indexer } = begin({ isOn: () => false, overrides: { clearTexts: async () => false } });
  await expect(indexer.purge()).rejects.toMatchObject({ code: 'STORE_BUSY' });
});

/** A recognition that finds these words on each page, and runs this first. */
const recognizing =
  (text: string, onStart: (pages: readonly ScanPage[]) => void = () => undefined): ReadScans =>
  async (pages, onPage) => {
    onStart(pages);
    const word = { text, confidence: 90, box: [0, 0, 1, 1], endsLine: true } as const;
    for (const index of pages.keys()) onPage(index, { kind: 'words', words: [word], confidence: 90 });
  };

const picture = (text: string) => Buffer.from(`\xff\xd8\xff\xe0${text}`, 'latin1');

test('scans are recognised once for each content while nobody uses the computer', async () => {
  await storeFiles(store, folder, { d1: picture('a'), d2: picture('a'), d3: picture('b') });
  const asked: ScanPage[] = [];
  const readScans = recognizing('Embarque', (pages) => void asked.push(...pages));
  let isIdle = false;
  const { indexer, until } = begin({ readScans, isIdle: () => isIdle });
  indexer.begin();
  const used = await until(({ state }) => state === 'in-use');
  expect(used).toMatchObject({ read: 0, waitingScans: 3, unread: { 'no-text': 3 }, unreadTotal: 3 });
  expect(asked).toEqual([]);
  isIdle = true;
  indexer.recheck();
  const done = await until(({ state }) => state === 'idle');
  expect(done).toMatchObject({ read: 3, waitingScans: 0, unreadTotal: 0 });
  expect(asked.map(({ sha256 }) => sha256)).toEqual([picture('b'), picture('a')].map(sha256Of));
  expect(await find('embarque')).toEqual(['d3', 'd2', 'd1']);
});

test('a picture that is too large is told so, also once all else is read', async () => {
  const head = Buffer.alloc(33);
  head.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  head.writeUInt32BE(20_000, 16);
  head.writeUInt32BE(20_000, 20);
  await storeFiles(store, folder, { d1: head, d2: 'uno' });
  const { indexer } = begin();
  await readScansToo(indexer);
  expect(await indexer.status()).toMatchObject({
    read: 1,
    waitingScans: 0,
    unread: { 'too-large': 1 },
    unreadTotal: 1,
  });
});

test('a page that could not be read stays told, and is not tried again', async () => {
  await storeFiles(store, folder, { d1: picture('a') });
  let tries = 0;
  const { indexer } = begin({
    readScans: async (pages, onPage) => {
      tries += 1;
      for (const index of pages.keys()) onPage(index, { kind: 'unreadable' });
    },
  });
  await readScansToo(indexer);
  await readScansToo(indexer);
  expect(tries).toBe(1);
  expect(await indexer.status()).toMatchObject({ waitingScans: 0, unread: { 'no-text': 1 }, unreadTotal: 1 });
});

test('a person who comes back stops the recognition, and the interrupted page is read later', async () => {
  await storeFiles(store, folder, { d1: picture('a'), d2: picture('b') });
  let isIdle = true;
  let isFirst = true;
  const { indexer, until } = begin({
    isIdle: () => isIdle,
    readScans: async (pages, onPage, signal) => {
      if (!isFirst) return recognizing('dos')(pages, onPage);
      isFirst = false;
      await recognizing('uno')(pages.slice(0, 1), onPage);
      isIdle = false;
      await new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new AppError('CANCELLED', 'cancelled')));
      });
    },
  });
  indexer.begin();
  expect(await until(({ state }) => state === 'in-use')).toMatchObject({ read: 1, waitingScans: 1 });
  isIdle = true;
  indexer.recheck();
  expect(await until(({ state }) => state === 'idle')).toMatchObject({ read: 2, waitingScans: 0 });
  expect([await find('uno'), await find('dos')]).toEqual([['d2'], ['d1']]);
});

test('a purge takes recognised words out of every byte', async () => {
  await storeFiles(store, folder, { d1: picture('a') });
  const { indexer } = begin({ readScans: recognizing('zzsecreto') });
  await readScansToo(indexer);
  const content = { sha256: sha256Of(picture('a')), page: 1 };
  expect(await store.listRecognized([content])).toMatchObject([{ words: [{ text: 'zzsecreto' }] }]);
  const document = { connectionId: textConnection, id: 'd1' };
  expect(await store.listRecognizedWords(document, 1)).toMatchObject([{ text: 'zzsecreto' }]);
  const scope = { connectionId: textConnection, rut: acme };
  await store.purgeDownloads(scope);
  while ((await store.purgeDocuments(scope, 500)) > 0);
  await store.purgeRest(scope);
  await indexer.purge();
  expect(await store.listRecognized([content])).toEqual([]);
  expect(await store.listRecognizedWords(document, 1)).toEqual([]);
  expect(await find('zzsecreto')).toEqual([]);
});

/** The real recognition, whose processes find no script. */
const withoutEngine = () =>
  createReadScans((_, limits) => startWorker(new URL('./not-there.mjs', import.meta.url), limits));

test('a recognition that does not start is told once, tried ever less often, and holds up nothing', async () => {
  await storeFiles(store, folder, { d1: picture('a'), d2: 'SHENZHEN' });
  const clock = createFakeClock();
  let passes = 0;
  let overwrites = 0;
  const { indexer, errors, until } = begin({
    clock,
    readScans: withoutEngine(),
    overrides: {
      beginTextPass: () => {
        passes += 1;
        return store.beginTextPass();
      },
      overwriteTexts: () => {
        overwrites += 1;
        return store.overwriteTexts();
      },
    },
  });
  indexer.begin();
  const status = await until(({ state, read }) => state === 'idle' && read === 1);
  expect(status).toMatchObject({ waiting: 0, waitingScans: 1 });
  for (const minutes of [1, 2, 4]) {
    await clock.untilSleeping((ms) => ms === minutes * 60_000);
    await clock.advance(minutes * 60_000);
  }
  await clock.untilSleeping((ms) => ms === 8 * 60_000);
  expect(errors).toMatchObject([{ code: 'UNEXPECTED' }]);
  expect([passes, overwrites]).toEqual([1, 1]);
  expect(await find('shenzhen')).toEqual(['d2']);
});

test('a search that asks for scans goes on where the recognition does not start', async () => {
  await storeFiles(store, folder, { d1: picture('a'), d2: 'SHENZHEN' });
  const { indexer } = begin({ readScans: withoutEngine() });
  expect(await readScansToo(indexer)).toEqual({ haveScansFailed: true });
  expect(await indexer.status()).toMatchObject({ read: 1, waitingScans: 1 });
});

test('where one file of a content is away, another with it is read', async () => {
  await storeFiles(store, folder, { d1: picture('a'), d2: picture('a') });
  const tried: string[] = [];
  const { indexer } = begin({
    readScans: async (pages, onPage) => {
      tried.push(...pages.map(({ path }) => path));
      if (tried.length > 1) return recognizing('Embarque')(pages, onPage);
      for (const index of pages.keys()) onPage(index, { kind: 'away' });
    },
  });
  await readScansToo(indexer);
  expect(tried).toEqual([join(folder, 'd2'), join(folder, 'd1')]);
  // The words are those of the content.
  expect(await find('embarque')).toEqual(['d2', 'd1']);
});

test('while somebody works, waiting scans are counted once', async () => {
  await storeFiles(store, folder, { d1: picture('a') });
  const clock = createFakeClock();
  let isIdle = false;
  let counts = 0;
  const { indexer, until } = begin({
    clock,
    readScans: recognizing('Embarque'),
    isIdle: () => isIdle,
    overrides: {
      countTexts: () => {
        counts += 1;
        return store.countTexts();
      },
    },
  });
  indexer.begin();
  await until(({ state }) => state === 'in-use');
  await clock.untilSleeping((ms) => ms === 15_000);
  const before = counts;
  await clock.advance(15_000);
  await clock.untilSleeping((ms) => ms === 15_000);
  expect(counts).toBe(before);
  isIdle = true;
  await clock.advance(15_000);
  expect(await until(({ state }) => state === 'idle')).toMatchObject({ read: 1, waitingScans: 0 });
});
