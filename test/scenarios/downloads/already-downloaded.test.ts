import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/terminal/index.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { BatchDocument } from '../../../shared/model/download.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';

describe('what is here already', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let documents: DocumentKey[];
  let first: BatchDocument[];
  let hours = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + hours * 3_600_000 };
  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    hours = 0;
    fixture = await openFixture({ agency, clock });
    documents = await fixture.find({ atMost: 12 });
    const id = await fixture.start(documents);
    await fixture.until(id);
    first = (await fixture.verdicts(id)).filter(({ state }) => state === 'done');
    agency.requests.forget();
  });
  afterEach(async () => {
    await fixture.close();
    removeHome(fixture);
  });

  const index = () =>
    readFileSync(join(fixture.folder, 'indice.csv'), 'utf8').trimEnd().split('\r\n').slice(1);

  test('is not fetched again, in this destination alone', async () => {
    const before = filesIn(fixture.folder);
    const again = await fixture.until(await fixture.start(documents));
    expect(again.counts).toMatchObject({ done: 0, here: first.length });
    expect(agency.requests.files().requested).toBe(0);
    expect(filesIn(fixture.folder)).toEqual(before);

    const elsewhere = await fixture.until(
      await fixture.start(documents, { folder: join(fixture.home, 'Otra') }),
    );
    expect(elsewhere.counts).toMatchObject({ done: first.length, here: 0 });
  });

  test('is fetched again when it was changed or is gone, beside what stands there', async () => {
    const [changed, removed] = first;
    const mine = 'my own notes';
    writeFileSync(changed?.path ?? '', mine);
    rmSync(removed?.path ?? '');
    const again = await fixture.until(await fixture.start(documents));
    expect(again.counts).toMatchObject({ done: 2, here: first.length - 2 });
    expect(readFileSync(changed?.path ?? '', 'utf8')).toBe(mine);
    const beside = changed?.path.replace(/\.\w+$/, ' (2)$&') ?? '';
    expect(readFileSync(beside)).toHaveLength(changed?.size ?? 0);
    expect(readFileSync(removed?.path ?? '')).toHaveLength(removed?.size ?? 0);
    expect(await fixture.downloads.fileOf({ connectionId: 'practice', id: changed?.documentId ?? '' })).toBe(
      beside,
    );
  });

  test('was changed without its size: its content tells', async () => {
    const [one] = first;
    const bytes = readFileSync(one?.path ?? '');
    bytes.fill(0, 20, 40);
    writeFileSync(one?.path ?? '', bytes);
    const again = await fixture.until(await fixture.start(documents));
    expect(again.counts).toMatchObject({ done: 1, here: first.length - 1 });
  });

  test('is asked about again when a person says so, and fetched when the agency has replaced it: both stand in the index', async () => {
    const [replaced] = first;
    const old = readFileSync(replaced?.path ?? '');
    agency.changes.replaceFile(replaced?.documentId ?? '');
    const again = await fixture.until(await fixture.start(documents, { force: true }));
    expect(again.counts).toMatchObject({ done: 1, here: first.length - 1 });
    expect(agency.requests.files()).toEqual({ requested: first.length, served: 1 });

    expect(readFileSync(replaced?.path ?? '')).toEqual(old);
    const newer = replaced?.path.replace(/\.\w+$/, ' (2)$&') ?? '';
    expect(readFileSync(newer).equals(old)).toBe(false);
    expect(index().filter((line) => line.includes(replaced?.documentId ?? ''))).toHaveLength(2);
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
      good: first.length + 1,
      missing: [],
      changed: [],
      extra: [],
    });
    // The newer one is here now.
    expect((await fixture.until(await fixture.start(documents))).counts.here).toBe(first.length);
  });

  test('is noticed in a stored answer when it was replaced, once, and never asked about twice within the hour', async () => {
    const query = { kind: 'dispatches', connectionId: 'practice', rut: '', numbers: [] };
    await fixture.store.createResultSet('answer', query as never, new Date().toISOString());
    await fixture.find({ atMost: 12, resultSetId: 'answer' });
    const [, replaced] = first;
    const key = { connectionId: 'practice', id: replaced?.documentId ?? '' };
    hours += 2;
    expect(await fixture.downloads.noticeReplaced('answer')).toEqual([]);
    expect(agency.requests.files().requested).toBe(first.length);
    agency.changes.replaceFile(key.id);
    expect(await fixture.downloads.noticeReplaced('answer')).toEqual([]);
    hours += 2;
    agency.requests.forget();
    expect(await fixture.downloads.noticeReplaced('answer')).toEqual([key]);
    expect(agency.requests.files().requested).toBe(first.length);
    hours += 2;
    expect(await fixture.downloads.noticeReplaced('answer')).toEqual([]);
    await fixture.until(await fixture.start([key], { force: true }));
    expect(await fixture.store.listFilesOf(key)).toHaveLength(2);
    hours += 2;
    expect(await fixture.downloads.noticeReplaced('answer')).toEqual([]);
    agency.changes.replaceFile(key.id);
    hours += 2;
    expect(await fixture.downloads.noticeReplaced('answer')).toEqual([key]);
  });

  test('is brought beside the old one by any download once it is known to be replaced, and asked about no more then', async () => {
    const query = { kind: 'dispatches', connectionId: 'practice', rut: '', numbers: [] };
    await fixture.store.createResultSet('answer', query as never, new Date().toISOString());
    await fixture.find({ atMost: 12, resultSetId: 'answer' });
    const [, replaced] = first;
    const old = readFileSync(replaced?.path ?? '');
    agency.changes.replaceFile(replaced?.documentId ?? '');
    // What nobody has noticed is not asked about.
    expect((await fixture.until(await fixture.start(documents))).counts).toMatchObject({
      done: 0,
      here: first.length,
    });
    hours += 2;
    expect(await fixture.downloads.noticeReplaced('answer')).toHaveLength(1);
    agency.requests.forget();
    const batch = await fixture.until(await fixture.start(documents));
    expect(batch.counts).toMatchObject({ done: 1, here: first.length - 1 });
    expect(agency.requests.files()).toEqual({ requested: 1, served: 1 });
    expect(readFileSync(replaced?.path ?? '')).toEqual(old);
    expect(index().filter((line) => line.includes(replaced?.documentId ?? ''))).toHaveLength(2);
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
      good: first.length + 1,
      extra: [],
    });

    agency.requests.forget();
    expect((await fixture.until(await fixture.start(documents))).counts).toMatchObject({
      done: 0,
      here: first.length,
    });
    expect(agency.requests.files().requested).toBe(0);
  });

  test('is asked about, and not fetched, when its document has changed and its document has not: once', async () => {
    const before = filesIn(fixture.folder);
    const changed = first.slice(0, 1).map(({ documentId }) => ({ connectionId: 'practice', id: documentId }));
    hours += 2;
    await fixture.store.markStorageChecked(changed, changed, new Date(clock.now()).toISOString());
    const batch = await fixture.until(await fixture.start(documents));
    expect(batch.counts).toMatchObject({ done: 0, here: first.length });
    expect(agency.requests.files()).toEqual({ requested: 1, served: 0 });
    expect(filesIn(fixture.folder)).toEqual(before);

    agency.requests.forget();
    expect((await fixture.until(await fixture.start(documents))).counts.here).toBe(first.length);
    expect(agency.requests.files().requested).toBe(0);
  });

  test('keeps its folder and its number, whatever arrives later', async () => {
    const all = await fixture.find({ atMost: 12 });
    const ids = new Set(first.map(({ documentId }) => documentId));
    const [earliest] = first;
    const folder = join(fixture.home, 'Otra');
    // Ordered by type, the one left out now would have been the first.
    const rest = all.filter(({ id }) => id !== earliest?.documentId && ids.has(id));
    const before = await fixture.start(rest, { folder });
    await fixture.until(before);
    const paths = (await fixture.verdicts(before)).map(({ path }) => path);
    const sibling = (await fixture.verdicts(before)).find(
      ({ dispatchNumber }) => dispatchNumber === earliest?.dispatchNumber,
    );
    expect(sibling?.path).toContain(`${sep}01_`);

    const after = await fixture.start(all, { folder });
    await fixture.until(after);
    const verdicts = await fixture.verdicts(after);
    const stored = verdicts.filter(
      ({ documentId, state }) => state === 'here' && documentId !== earliest?.documentId,
    );
    expect(stored.map(({ path }) => path)).toEqual(paths);
    const late = verdicts.find(({ documentId }) => documentId === earliest?.documentId);
    const siblings = paths.filter((path) => dirname(path) === dirname(sibling?.path ?? ''));
    expect(dirname(late?.path ?? '')).toBe(dirname(sibling?.path ?? ''));
    expect(late?.path).toContain(`${sep}${String(siblings.length + 1).padStart(2, '0')}_`);
  });

  describe('in a folder that another computer has filled', () => {
    let other: DownloadsFixture;
    beforeEach(async () => {
      other = await openFixture({ agency });
    });
    afterEach(async () => {
      await other.close();
      removeHome(other);
    });

    test('is recognised, its files read again, and nothing of it is fetched', async () => {
      const found = await other.find({ atMost: 12 });
      expect(await other.downloads.recognise(fixture.folder)).toEqual({ documents: first.length });
      const batch = await other.until(await other.start(found, { folder: fixture.folder }));
      expect(batch.counts).toMatchObject({ done: 0, here: first.length });
      expect(agency.requests.files().requested).toBe(0);
    });

    test('is known from its index without being asked for, but for what was changed since', async () => {
      const found = await other.find({ atMost: 12 });
      rmSync(first[0]?.path ?? '');
      const bytes = readFileSync(first[1]?.path ?? '');
      bytes.fill(0, 20, 40);
      writeFileSync(first[1]?.path ?? '', bytes);
      expect(await other.downloads.recognise(fixture.folder)).toEqual({ documents: first.length - 2 });
      const id = await other.start(found, { folder: fixture.folder });
      const batch = await other.until(id);
      expect(batch.counts).toMatchObject({ done: 2, here: first.length - 2 });
      expect(agency.requests.files().served).toBe(2);
    });

    test('a folder that is not there is told as such', async () => {
      const nowhere = join(fixture.home, 'nowhere');
      await expect(other.downloads.recognise(nowhere)).rejects.toMatchObject({ code: 'FOLDER_GONE' });
      await expect(other.downloads.verify(nowhere)).rejects.toMatchObject({ code: 'FOLDER_GONE' });
    });
  });
});
