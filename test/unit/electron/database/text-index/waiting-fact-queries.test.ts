import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, parseTextQuery, type Store } from '../../../../../electron/database/index.ts';
import type { DocumentFact } from '../../../../../electron/database/text-index/fact-queries.ts';
import { textIndexPath } from '../../../../../electron/database/text-index/open-text-index.ts';
import { temporaryStore } from '../../../../support/database/store.ts';

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
beforeEach(async () => {
  temporary = await temporaryStore();
  store = temporary.store;
});
afterEach(() => temporary.remove());

const connectionId = 'agency';
const word = { text: 'embarque', confidence: 90, box: [0, 0, 1, 1], endsLine: true } as const;
const fact: DocumentFact = {
  form: 'invoice',
  name: 'number',
  value: '7',
  page: 1,
  line: 'Invoice 7',
  isScanned: true,
};

/** Compares the index with these files, each a content of its own. */
async function note(files: Readonly<Record<string, string>>, isAway = false): Promise<void> {
  const pass = await store.beginTextPass();
  await store.noteTextFiles(
    pass,
    Object.entries(files).map(([id, sha256]) => ({
      connectionId,
      id,
      path: `/f/${id}`,
      sha256,
      size: 1,
      isAway,
    })),
  );
  await store.endTextPass(pass);
}

/** Reads the files that wait: each has two scanned pages and nothing else, or pages without scans. */
async function readWaiting(pages = 2, areScanned = true): Promise<void> {
  const scans = areScanned ? Array.from({ length: pages }, (_, index) => index + 1) : [];
  await store.storeTexts(
    (await store.listWaitingTexts(9)).map(({ rowId, sha256 }) => ({
      rowId,
      sha256,
      ownPages: pages,
      pages,
      unreadPages: scans.length,
      scans,
      reason: areScanned ? 'no-text' : '',
      words: [],
      facts: [],
    })),
  );
}

const recognize = (sha256: string, page: number) =>
  store.storeScan({ sha256, page }, { words: [word], confidence: 90 });
const waiting = async () =>
  (await store.listWaitingFacts(9)).map(({ path, pages }) => `${path} ${pages.length}`);

test('the facts of a scan wait once its last page is recognised, for each file with its content', async () => {
  await note({ d1: 'a', d2: 'a' });
  await readWaiting();
  await recognize('a', 1);
  expect(await waiting()).toEqual([]);
  await recognize('a', 2);
  expect(await waiting()).toEqual(['/f/d2 2', '/f/d1 2']);
  // Recognised before: its pages are filled at once.
  await note({ d1: 'a', d2: 'a', d3: 'a' });
  await readWaiting();
  expect(await waiting()).toEqual(['/f/d3 2', '/f/d2 2', '/f/d1 2']);
});

test('facts that are read wait no more, and those of a file that was replaced are not stored', async () => {
  await note({ d1: 'a', d2: 'b' });
  await readWaiting();
  for (const sha256 of ['a', 'b']) for (const page of [1, 2]) await recognize(sha256, page);
  const files = await store.listWaitingFacts(9);
  await note({ d1: 'a', d2: 'c' });
  await readWaiting();
  for (const { rowId, sha256 } of files) await store.storeWaitingFacts(rowId, sha256, [fact]);
  expect(await waiting()).toEqual([]);
  for (const page of [1, 2]) await recognize('c', page);
  expect(await waiting()).toEqual(['/f/d2 2']);
});

test('facts of a file that is away wait until the next pass', async () => {
  await note({ d1: 'a' });
  await readWaiting();
  for (const page of [1, 2]) await recognize('a', page);
  for (const { rowId } of await store.listWaitingFacts(9)) await store.noteFactsAway(rowId);
  expect(await waiting()).toEqual([]);
  await note({ d1: 'a' });
  expect(await waiting()).toEqual(['/f/d1 2']);
});

/** As the app before left the index: in version 7, facts had no source, and those of scans were not read. */
async function reopenAs(version: number): Promise<void> {
  await store.close();
  const index = new DatabaseSync(textIndexPath(temporary.path));
  if (version === 7) {
    index.exec(`DROP INDEX file_scan_facts; ALTER TABLE file DROP COLUMN scan_facts;
      ALTER TABLE fact DROP COLUMN is_scanned`);
  }
  index.exec(`PRAGMA user_version = ${version}`);
  index.close();
  store = temporary.store = await openStore(temporary.path);
}

const findWord = async () =>
  (await store.findTextPages('embarque', Number.MAX_SAFE_INTEGER, 9)).map(({ id }) => id);

test.each([7, 10, 13])(
  'an index of version %i keeps the words of files that are away, whose facts wait until they are back',
  async (found) => {
    await note({ d1: 'a', d2: 'b' });
    await readWaiting(1);
    await recognize('a', 1);
    for (const { rowId, sha256 } of await store.listWaitingFacts(9)) {
      await store.storeWaitingFacts(rowId, sha256, [fact]);
    }
    await note({ d1: 'a', d2: 'b' }, true);
    await reopenAs(found);
    expect(await findWord()).toEqual(['d1']);
    expect(await waiting()).toEqual([]);
    await note({ d1: 'a', d2: 'b' });
    expect(await findWord()).toEqual(['d1']);
    expect(await waiting()).toEqual(['/f/d1 1']);
    expect(await store.countTexts()).toMatchObject({ read: 1, waiting: 0, waitingFacts: 1, waitingScans: 1 });
    await recognize('b', 1);
    expect(await waiting()).toEqual(['/f/d2 1', '/f/d1 1']);
    for (const { rowId, sha256 } of await store.listWaitingFacts(9)) {
      await store.storeWaitingFacts(rowId, sha256, [fact]);
    }
    expect(await store.countTexts()).toMatchObject({ waitingFacts: 0 });
  },
);

test.each([7, 10, 11, 12, 13])(
  'every file that an index of version %i has read waits to be read again, and is not found twice',
  async (found) => {
    await note({ d1: 'a', d2: 'b', d3: 'c' });
    const words = [{ page: 1, text: 'embarque' }];
    const read = { pages: 1, unreadPages: 1, scans: [], words, facts: [] };
    const files = await store.listWaitingTexts(9);
    await store.storeTexts(
      files.map(({ rowId, sha256, path }) => {
        const reason = path === '/f/d1' ? 'unsupported' : path === '/f/d2' ? 'damaged' : '';
        return { rowId, sha256, ...read, reason, ownPages: path === '/f/d3' ? 0 : 1 };
      }),
    );
    await reopenAs(found);
    const again = await store.listWaitingTexts(9);
    expect(again.map(({ path }) => path)).toEqual(['/f/d3', '/f/d2', '/f/d1']);
    expect(await store.countTexts()).toMatchObject({ read: 0, waiting: 3 });
    expect(await findWord()).toEqual([]);
    await store.storeTexts(
      again.map(({ rowId, sha256 }) => ({ rowId, sha256, ...read, ownPages: 0, reason: '' })),
    );
    expect(await findWord()).toEqual(['d3', 'd2', 'd1']);
  },
);

test('a file with pages has its words as they are found now, also from an index of version 13', async () => {
  await note({ d1: 'a' });
  const read = { ownPages: 1, pages: 1, unreadPages: 0, scans: [], reason: '', facts: [] } as const;
  const storeAll = async (text: string) =>
    store.storeTexts(
      (await store.listWaitingTexts(9)).map(({ rowId, sha256 }) => {
        return { rowId, sha256, ...read, words: [{ page: 1, text }] };
      }),
    );
  // As version 13 had the tokens of it.
  await storeAll('F A C T U R A r u t 76 123 456 7'.replaceAll(' ', '; '));
  await reopenAs(13);
  const written = 'F A C T U R A R.U.T.76.123.456-7';
  await storeAll(written);
  for (const query of ['"F A C T U R A"', 'factura', 'R.U.T.76.123.456-7', '76.123.456\u20137']) {
    const match = parseTextQuery(query)?.all ?? '';
    expect([query, await store.findTextPages(match, Number.MAX_SAFE_INTEGER, 9)]).toMatchObject([
      query,
      [{ id: 'd1' }],
    ]);
  }
});

test('a page that was recognised is not recognised again after an index of version 13', async () => {
  await note({ d1: 'a' });
  await readWaiting(1);
  await recognize('a', 1);
  await reopenAs(13);
  expect(await findWord()).toEqual([]);
  await note({ d1: 'a' });
  await readWaiting(1);
  expect(await findWord()).toEqual(['d1']);
  expect(await store.countTexts()).toMatchObject({ read: 1, waiting: 0, waitingScans: 0 });
  expect(await waiting()).toEqual(['/f/d1 1']);
});

test('a long document without scans has its facts read, which an index of version 7 left while it was away', async () => {
  await note({ d1: 'a' });
  await readWaiting(101, false);
  await note({ d1: 'a' }, true);
  await reopenAs(7);
  await note({ d1: 'a' });
  expect(await waiting()).toEqual(['/f/d1 0']);
});

test('a long scan states no facts', async () => {
  await note({ d1: 'a' });
  await readWaiting(101);
  for (let page = 1; page <= 101; page++) await recognize('a', page);
  expect(await waiting()).toEqual([]);
});
