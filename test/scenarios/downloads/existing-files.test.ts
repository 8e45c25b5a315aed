import { copyFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { Batch, BatchDocument } from '../../../shared/model/download.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { rowsOf } from '../../support/disk/folder-content.ts';

describe('a file that stands in a folder', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let documents: DocumentKey[];
  let first: Batch;
  let files: Map<string, Buffer>;
  beforeEach(async () => {
    agency = await practice({ documents: 120 });
    fixture = await openFixture({ agency });
    documents = await fixture.find({ atMost: 12 });
    first = await fixture.until(await fixture.start(documents));
    files = filesIn(fixture.folder);
    expect(files.size).toBeGreaterThan(8);
    agency.requests.forget();
  });
  afterEach(async () => {
    await fixture.close();
    await agency.close();
    removeHome(fixture);
  });

  const whole = (batchId: string) => fixture.until(batchId, ({ state }) => state.kind === 'ended');
  const pathOf = (relative: string) => join(fixture.folder, relative);
  const indexed = () => rowsOf(pathOf('indice.csv')).slice(1);
  /** A path below the folder, as the index writes it. */
  const inFolder = (path: string) => relative(fixture.folder, path).split(sep).join('/');
  /** A document with its file, by the place of the file among all. */
  async function downloaded(index: number): Promise<BatchDocument & { relative: string }> {
    const done = (await fixture.verdicts(first.id)).filter(({ state }) => state === 'done');
    const document = done[index];
    if (!document) throw new Error(`only ${done.length} files`);
    return { ...document, relative: inFolder(document.path) };
  }

  test('is read again when its time was changed, and not fetched', async () => {
    const { relative } = await downloaded(0);
    utimesSync(pathOf(relative), new Date(), new Date(2020, 1, 1));
    const { counts } = await whole(await fixture.start(documents));
    expect(counts).toMatchObject({ here: files.size, done: 0 });
    expect(agency.requests.files().requested).toBe(0);
    expect(filesIn(fixture.folder)).toEqual(files);
    expect(indexed()).toHaveLength(12);
  });

  test('under the name of a document counts as here with its content, and is stepped around with another', async () => {
    const [same, other] = [await downloaded(4), await downloaded(5)];
    const elsewhere = join(fixture.home, 'Otra');
    for (const { relative } of [same, other]) {
      mkdirSync(dirname(join(elsewhere, relative)), { recursive: true });
    }
    copyFileSync(pathOf(same.relative), join(elsewhere, same.relative));
    writeFileSync(join(elsewhere, other.relative), 'something else');
    const { counts, id } = await whole(await fixture.start(documents, { folder: elsewhere }));
    expect(counts).toMatchObject({ here: 1, done: files.size - 1 });
    const stands = filesIn(elsewhere);
    expect(stands.size).toBe(files.size + 1);
    expect(stands.get(other.relative)?.toString()).toBe('something else');
    const beside = (await fixture.verdicts(id)).find(({ documentId }) => documentId === other.documentId);
    expect(beside?.path).toMatch(/ \(2\)\.\w+$/);
    expect(readFileSync(beside?.path ?? '')).toEqual(files.get(other.relative));
  });

  test('and is missing or changed when its folder is recognised comes again, the missing one under its own name and number', async () => {
    const changed = await downloaded(6);
    const removed = await downloaded(7);
    writeFileSync(pathOf(changed.relative), Buffer.alloc(changed.size ?? 0, 'x'));
    rmSync(pathOf(removed.relative));
    const there = await openFixture({ agency });
    try {
      await there.find({ atMost: 12 });
      expect(await there.downloads.recognise(fixture.folder)).toEqual({ documents: files.size - 2 });
      agency.requests.forget();
      const id = await there.start(documents, { folder: fixture.folder });
      const { counts } = await there.until(id, ({ state }) => state.kind === 'ended');
      expect(counts).toMatchObject({ here: files.size - 2, done: 2 });
      expect(readFileSync(pathOf(removed.relative))).toEqual(files.get(removed.relative));
      expect(filesIn(fixture.folder).size).toBe(files.size + 1);
    } finally {
      await there.close();
      removeHome(there);
    }
  });

  test('keeps its folder and number when more arrives on another computer, which knows it from the index alone', async () => {
    const { dispatchNumber, relative } = await downloaded(0);
    const arrived = agency.changes.arrive({ dispatch: dispatchNumber });
    const dispatch = agency.data.dispatch(dispatchNumber);
    if (dispatch) Object.assign(dispatch.wire, { referencia: 'OTRA-REFERENCIA', fechaApertura: null });
    const there = await openFixture({ agency });
    try {
      const found = await there.find({ atMost: 40 });
      const selected = [...documents, { connectionId: 'practice', id: arrived.id }];
      expect(found.map(({ id }) => id)).toContain(arrived.id);
      agency.requests.forget();
      const id = await there.start(selected, { folder: fixture.folder });
      const { counts } = await there.until(id, ({ state }) => state.kind === 'ended');
      expect(counts).toMatchObject({ here: files.size, done: 1 });
      const fresh = (await there.verdicts(id)).find(({ documentId }) => documentId === arrived.id);
      const path = inFolder(fresh?.path ?? '');
      expect(path.split('/').slice(0, -1)).toEqual(relative.split('/').slice(0, -1));
      const numbers = [...filesIn(fixture.folder).keys()]
        .filter((file) => file.startsWith(path.slice(0, path.lastIndexOf('/'))))
        .map((file) => /\/(\d+)_[^/]*$/.exec(file)?.[1]);
      expect(new Set(numbers).size).toBe(numbers.length);
    } finally {
      await there.close();
      removeHome(there);
    }
  });
});
