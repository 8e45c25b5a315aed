import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { isWindows, skippedFor } from '../../support/skipped.ts';

const elsewhere = !isWindows && 'these are paths of Windows';
const share = process.env['CARPETA_TEST_SHARE'];
const noShare = (!isWindows || !share) && 'CARPETA_TEST_SHARE names no \\\\server\\share to write to';

const drive = process.env['CARPETA_TEST_DRIVE'];
const noDrive =
  (!isWindows || !drive) && 'CARPETA_TEST_DRIVE names no drive that tests may fill, such as W:\\';

describe('a destination on Windows', skippedFor(elsewhere), () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let documents: DocumentKey[];
  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    fixture = await openFixture({ agency });
    documents = (await fixture.find({ atMost: 12 })).filter(({ id }) => agency.data.document(id)?.file);
  });
  afterEach(async () => {
    await fixture.close();
    removeHome(fixture);
  });

  async function expectAll(folder: string, template?: string): Promise<readonly string[]> {
    const id = await fixture.start(documents, { folder, ...(template && { template }) });
    const { state, counts } = await fixture.until(id);
    expect([state.kind, counts]).toMatchObject(['ended', { done: documents.length, failed: 0 }]);
    expect(await fixture.downloads.verify(folder)).toMatchObject({
      good: documents.length,
      missing: [],
      changed: [],
      extra: [],
    });
    return (await fixture.verdicts(id)).map(({ path }) => path);
  }

  test('may have accents, blanks and signs, and templates with \\ between their names', async () => {
    const folder = join(fixture.home, 'Año 2026 (ñandú) & Cía €');
    const paths = await expectAll(folder, '{client}\\{dispatch}\\{type}_{id}');
    for (const path of paths) {
      expect(path.slice(folder.length + 1).split('\\')).toHaveLength(3);
      expect(existsSync(path)).toBe(true);
    }
  });

  test('is the same whether its drive is written in small letters or in capitals', async () => {
    const folder = join(fixture.home, 'Carpetas');
    await expectAll(folder[0]?.toLowerCase() + folder.slice(1));
    agency.requests.forget();
    const id = await fixture.start(documents, { folder: folder[0]?.toUpperCase() + folder.slice(1) });
    expect((await fixture.until(id)).counts).toMatchObject({ done: 0, here: documents.length });
    expect(agency.requests.files().requested).toBe(0);
  });

  test('whose path is long gets names that fit into 259 letters, and one longer than that is refused', async () => {
    const folder = join(fixture.home, 'a'.repeat(150 - fixture.home.length));
    for (const path of await expectAll(folder)) expect(path.length).toBeLessThanOrEqual(259);
    const beyond = join(fixture.home, ...Array.from({ length: 5 }, (_, n) => `${n}`.repeat(60)));
    mkdirSync(beyond, { recursive: true });
    await expect(fixture.start(documents, { folder: beyond })).rejects.toMatchObject({
      code: 'PATH_TOO_LONG',
    });
    expect(filesIn(beyond)).toEqual(new Map());
  });

  test('may be a drive itself', skippedFor(noDrive), async () => {
    const folder = drive ?? '';
    const before = readdirSync(folder);
    try {
      for (const path of await expectAll(folder)) expect(path.startsWith(folder)).toBe(true);
      const again = await fixture.until(await fixture.start(documents, { folder }));
      expect(again.counts).toMatchObject({ done: 0, here: documents.length });
    } finally {
      for (const name of readdirSync(folder)) {
        if (!before.includes(name)) rmSync(join(folder, name), { recursive: true });
      }
    }
  });

  test('may be a share, and its folder is the same for the next batch', skippedFor(noShare), async () => {
    const folder = join(share ?? '', `carpeta-${process.pid}-${Date.now()}`, 'Ñuñoa', 'a'.repeat(100));
    for (const path of await expectAll(folder)) {
      expect([path.startsWith('\\\\'), path.length <= 259]).toEqual([true, true]);
    }
    const again = await fixture.until(await fixture.start(documents, { folder }));
    expect(again.counts).toMatchObject({ done: 0, here: documents.length });
  });

  test(
    'on a server that nobody knows is told as a folder that is not there',
    skippedFor(noShare),
    async () => {
      const folder = '\\\\carpeta-nadie\\carpetas\\x';
      await expect(fixture.start(documents, { folder })).rejects.toMatchObject({ code: 'FOLDER_GONE' });
    },
  );
});
