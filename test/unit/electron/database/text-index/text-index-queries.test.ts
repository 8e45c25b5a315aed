import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  openStore,
  type Store,
  type TextToStore,
  type WaitingFile,
} from '../../../../../electron/database/index.ts';
import { textIndexPath } from '../../../../../electron/database/text-index/open-text-index.ts';
import { temporaryStore } from '../../../../support/database/store.ts';
import { whyNoLinks } from '../../../../support/disk/file-system.ts';
import { skippedFor } from '../../../../support/skipped.ts';

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
beforeEach(async () => {
  temporary = await temporaryStore();
  store = temporary.store;
});
afterEach(() => temporary.remove());

const connectionId = 'agency';
const file = (id: string, sha256 = 'a') => ({
  connectionId,
  id,
  path: `/f/${id}`,
  sha256,
  size: 1,
  isAway: false,
});

async function note(...files: ReturnType<typeof file>[]): Promise<void> {
  const pass = await store.beginTextPass();
  await store.noteTextFiles(pass, files);
  await store.endTextPass(pass);
}

const read = ({ rowId, sha256 }: WaitingFile, ...pages: string[]): TextToStore => ({
  rowId,
  sha256,
  ownPages: pages.length,
  pages: pages.length,
  unreadPages: 0,
  scans: [],
  reason: '',
  words: pages.map((text, index) => ({ page: index + 1, text })),
  facts: [],
});

async function readWaiting(...pages: string[]): Promise<void> {
  await store.storeTexts((await store.listWaitingTexts(9)).map((waiting) => read(waiting, ...pages)));
}

const find = async (word: string) =>
  (await store.findTextPages(`"${word}"`, Number.MAX_SAFE_INTEGER, 9)).map(({ id, page }) => `${id} ${page}`);

test('the latest documents come first, each with its page', async () => {
  await note(file('d1'), file('d2'));
  await readWaiting('portada', 'SHENZHEN');
  expect(await find('shenzhen')).toEqual(['d2 2', 'd1 2']);
});

test('what was read once is stored once', async () => {
  await note(file('d1'));
  const [waiting] = await store.listWaitingTexts(9);
  if (!waiting) throw new Error('nothing waits');
  await store.storeTexts([read(waiting, 'una vez')]);
  await store.storeTexts([read(waiting, 'dos veces')]);
  expect(await find('vez')).toEqual(['d1 1']);
  expect(await find('veces')).toEqual([]);
});

test('a replaced file is read again, and its old words are found no more', async () => {
  await note(file('d1'));
  const [before] = await store.listWaitingTexts(9);
  await readWaiting('antes');
  await note(file('d1', 'b'));
  expect(await find('antes')).toEqual([]);
  // Read before it was replaced, stored after: it is no longer what the document says.
  if (before) await store.storeTexts([read(before, 'antes')]);
  expect(await find('antes')).toEqual([]);
  await readWaiting('después');
  expect(await find('despues')).toEqual(['d1 1']);
});

test('words that were taken out are in no byte of the files', async () => {
  await note(file('d1'), file('d2'));
  await readWaiting('queda zzsecreto');
  await note(file('d2', 'b'));
  await readWaiting('queda');
  expect(await store.overwriteTexts()).toBe(true);
  const bytes = ['', '-wal'].map((suffix) => readFileSync(`${temporary.path}.texts${suffix}`));
  expect(bytes.some((each) => each.includes('secreto'))).toBe(false);
  expect(await find('queda')).toEqual(['d2 1']);
});

test('an index that was cleared keeps no word', async () => {
  await note(file('d1'));
  await readWaiting('zzsecreto');
  await store.clearTexts();
  expect(readFileSync(`${temporary.path}.texts`).includes('secreto')).toBe(false);
  expect(await store.countTexts()).toEqual({
    read: 0,
    waiting: 0,
    unread: {},
    waitingScans: 0,
    waitingFacts: 0,
    isRemade: false,
  });
});

test('a damaged index is made anew, and says so', async () => {
  await note(file('d1'));
  await store.close();
  writeFileSync(`${temporary.path}.texts`, Buffer.alloc(8192, 'damaged '));
  temporary.store = store = await openStore(temporary.path);
  expect(await store.countTexts()).toEqual({
    read: 0,
    waiting: 0,
    unread: {},
    waitingScans: 0,
    waitingFacts: 0,
    isRemade: true,
  });
  await note(file('d1'));
  await readWaiting('otra vez');
  expect(await find('otra')).toEqual(['d1 1']);
});

test('damage that is met in use costs that call alone', async () => {
  await note(file('d1'));
  await readWaiting('antes');
  await store.close();
  const path = `${temporary.path}.texts`;
  // The pages of the schema stay, so that the file opens.
  const index = new DatabaseSync(path, { readOnly: true });
  const roots = index.prepare("SELECT rootpage FROM sqlite_schema WHERE name LIKE 'words_%'").all();
  index.close();
  const bytes = readFileSync(path);
  for (const { rootpage } of roots) bytes.fill(0x5a, 4096 * (Number(rootpage) - 1), 4096 * Number(rootpage));
  writeFileSync(path, bytes);
  temporary.store = store = await openStore(temporary.path);
  await expect(store.findTextPages('"antes"', Number.MAX_SAFE_INTEGER, 9)).rejects.toMatchObject({
    code: 'STORE_DAMAGED',
  });
  expect(await store.countTexts()).toMatchObject({ read: 0, isRemade: true });
});

test('a file that is away waits, and is read once it is back', async () => {
  await note({ ...file('d1'), isAway: true });
  expect(await store.listWaitingTexts(9)).toEqual([]);
  expect(await store.countTexts()).toMatchObject({ waiting: 0, unread: { away: 1 } });
  await note(file('d1'));
  await readWaiting('de vuelta');
  expect(await find('vuelta')).toEqual(['d1 1']);
});

test('a pass that another process overtook inserts no file, and says so', async () => {
  await note(file('d1'));
  const earlier = await store.beginTextPass();
  const later = await store.beginTextPass();
  expect(await store.noteTextFiles(earlier, [file('d1'), file('purged')])).toBe(false);
  expect(await store.noteTextFiles(later, [file('d1')])).toBe(true);
  await store.endTextPass(later);
  await store.endTextPass(earlier);
  expect((await store.listWaitingTexts(9)).map(({ id }) => id)).toEqual(['d1']);
});

test('no log is written through a link', skippedFor(whyNoLinks()), async () => {
  await store.close();
  const log = `${temporary.path}.texts-wal`;
  const target = `${temporary.path}-elsewhere`;
  rmSync(log, { force: true });
  symlinkSync(target, log);
  temporary.store = store = await openStore(temporary.path);
  await expect(store.countTexts()).rejects.toMatchObject({ code: 'FILE_IN_THE_WAY' });
  expect(existsSync(target)).toBe(false);
});

/** Recognises the first page of what waits. */
async function recognizeWaiting(text: string): Promise<void> {
  await store.storeTexts(
    (await store.listWaitingTexts(9)).map((waiting) => ({
      ...read(waiting),
      pages: 1,
      unreadPages: 1,
      scans: [1],
      reason: 'no-text',
    })),
  );
  const word = { text, confidence: 90, box: [0, 0, 1, 1], endsLine: true } as const;
  for (const scan of await store.listWaitingScans(9))
    await store.storeScan(scan, { words: [word], confidence: 90 });
}

test('a recognised page keeps the words of its annotations', async () => {
  await note(file('d1'));
  const [waiting] = await store.listWaitingTexts(9);
  if (!waiting) throw new Error('nothing waits');
  const scanned = { pages: 1, unreadPages: 1, scans: [1], reason: 'no-text' } as const;
  await store.storeTexts([Object.assign(read(waiting, 'PAGADO'), scanned)]);
  expect(await find('pagado')).toEqual(['d1 1']);
  const word = { text: 'embarque', confidence: 90, box: [0, 0, 1, 1], endsLine: true } as const;
  for (const scan of await store.listWaitingScans(9))
    await store.storeScan(scan, { words: [word], confidence: 90 });
  expect(await find('embarque')).toEqual(['d1 1']);
  expect(await find('pagado')).toEqual(['d1 1']);
  expect(await store.countTexts()).toMatchObject({ read: 1, unread: {}, waitingScans: 0 });
});

test('a document whose attached file is not read stays told once its scans are recognised', async () => {
  await note(file('d1'));
  const [waiting] = await store.listWaitingTexts(9);
  if (!waiting) throw new Error('nothing waits');
  const scanned = { ownPages: 1, pages: 1, unreadPages: 2, scans: [1], reason: 'no-text' } as const;
  await store.storeTexts([Object.assign(read(waiting), scanned)]);
  const word = { text: 'embarque', confidence: 90, box: [0, 0, 1, 1], endsLine: true } as const;
  for (const scan of await store.listWaitingScans(9))
    await store.storeScan(scan, { words: [word], confidence: 90 });
  expect(await find('embarque')).toEqual(['d1 1']);
  expect(await store.countTexts()).toMatchObject({ read: 0, unread: { 'no-text': 1 }, waitingScans: 0 });
});

/** Opens the index after another version of the app had it. */
async function reopenAs(version: number): Promise<void> {
  await store.close();
  const index = new DatabaseSync(`${temporary.path}.texts`);
  index.exec(`PRAGMA user_version = ${version}`);
  index.close();
  store = temporary.store = await openStore(temporary.path);
}

test.each([3, 6])('an index of version %i is made anew, and recognises no page again', async (older) => {
  await note(file('d1'), file('d2', 'b'));
  await recognizeWaiting('embarque');
  await reopenAs(older);
  expect(await find('embarque')).toEqual([]);
  await note(file('d1'));
  const [waiting] = await store.listWaitingTexts(9);
  if (!waiting) throw new Error('nothing waits');
  await store.storeTexts([{ ...read(waiting), pages: 1, unreadPages: 1, scans: [1], reason: 'no-text' }]);
  expect(await find('embarque')).toEqual(['d1 1']);
  expect(await store.countTexts()).toMatchObject({ read: 1, waitingScans: 0, isRemade: false });
  // Nothing is left of a document that is gone meanwhile.
  expect(await store.listRecognized([{ sha256: 'b', page: 1 }])).toEqual([]);
});

test.each([1, 99])(
  'an index of version %i leaves nothing: its recognised pages may be otherwise',
  async (version) => {
    await note(file('d1'));
    await recognizeWaiting('embarque');
    await reopenAs(version);
    expect(await store.countTexts()).toMatchObject({ read: 0, waiting: 0 });
    expect(await store.listRecognized([{ sha256: 'a', page: 1 }])).toEqual([]);
  },
);

test('a pass that a later one overtook takes out no recognised page', async () => {
  await note(file('d1'));
  await recognizeWaiting('embarque');
  await reopenAs(3);
  const pass = await store.beginTextPass();
  const later = await store.beginTextPass();
  await store.endTextPass(pass);
  await store.noteTextFiles(later, [file('d1')]);
  await store.endTextPass(later);
  expect(await store.listRecognized([{ sha256: 'a', page: 1 }])).toHaveLength(1);
});

test('a page whose recognised words are damaged waits to be recognised again, and costs no other', async () => {
  const scan = { words: [{ text: 'puerto', confidence: 90, box: [0, 0, 1, 1], endsLine: true }] } as const;
  const scanned = async () => {
    const texts = (await store.listWaitingTexts(9)).map((waiting) => ({ ...read(waiting), pages: 2 }));
    await store.storeTexts(
      texts.map((text) => ({ ...text, unreadPages: 2, scans: [1, 2], reason: 'no-text' })),
    );
  };
  await note(file('d1'));
  await scanned();
  for (const page of [1, 2]) await store.storeScan({ sha256: 'a', page }, { ...scan, confidence: 90 });
  const index = new DatabaseSync(textIndexPath(temporary.path));
  index.exec("UPDATE recognized SET packed_words = x'0102' WHERE page = 1");
  index.close();
  await note(file('d1'), file('d2'));
  await scanned();
  const pages = [1, 2].map((page) => ({ sha256: 'a', page }));
  expect((await store.listRecognized(pages)).map(({ page }) => page)).toEqual([2]);
  expect(await store.listRecognizedWords({ connectionId, id: 'd1' }, 1)).toEqual([]);
  expect(await store.readRecognizedText({ connectionId, id: 'd1' })).toMatchObject({
    pages: [{ page: 2 }],
    unreadPages: 1,
  });
  expect(await find('puerto')).toEqual(['d2 2', 'd1 2', 'd1 1']);
  expect(await store.listWaitingScans(9)).toMatchObject([{ path: '/f/d2', page: 1 }]);
});

test('what is unread stays counted while files come, are read, are away, are replaced and go', async () => {
  const counted: unknown[] = [];
  const count = async () => counted.push(await store.countTexts());
  await note(file('d1'), file('d2', 'b'), { ...file('d3', 'c'), isAway: true });
  await count();
  const [second, first] = await store.listWaitingTexts(9);
  if (!first || !second) throw new Error('nothing waits');
  await store.storeTexts([
    read(first, 'puerto'),
    { ...read(second), pages: 2, unreadPages: 2, scans: [1, 2], reason: 'no-text' },
  ]);
  await count();
  await note(file('d1', 'z'), { ...file('d2', 'b'), isAway: true }, file('d3', 'c'));
  await count();
  await note(file('d3', 'c'));
  await count();
  expect(counted).toEqual([
    { read: 0, waiting: 2, unread: { away: 1 }, waitingScans: 0, waitingFacts: 0, isRemade: false },
    {
      read: 1,
      waiting: 0,
      unread: { 'no-text': 1, away: 1 },
      waitingScans: 2,
      waitingFacts: 0,
      isRemade: false,
    },
    { read: 0, waiting: 2, unread: { 'no-text': 1 }, waitingScans: 0, waitingFacts: 0, isRemade: false },
    { read: 0, waiting: 1, unread: {}, waitingScans: 0, waitingFacts: 0, isRemade: false },
  ]);
});

test('counting what is unread reads no row of a file', async () => {
  await note(file('d1'));
  await store.close();
  const index = new DatabaseSync(`${temporary.path}.texts`);
  // A count that reads the files would find none.
  index.exec('DROP TRIGGER file_went; DELETE FROM file');
  index.close();
  temporary.store = store = await openStore(temporary.path);
  expect(await store.countTexts()).toMatchObject({ waiting: 1 });
});
