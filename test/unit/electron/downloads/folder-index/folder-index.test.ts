import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createFolderIndex,
  type Disk,
  type IndexedFile,
  type Machine,
  realDisk,
} from '../../../../../electron/downloads/index.ts';
import type { HttpGet } from '../../../../../electron/host.ts';
import { createHttpClient } from '../../../../../electron/platform/terminal/index.ts';
import type { DocumentKey } from '../../../../../shared/model/document.ts';
import type { PracticeAgency } from '../../../../support/agency/practice-agency.ts';
import { shareAgency } from '../../../../support/agency/shared-agency.ts';
import {
  clockOf,
  type DownloadsFixture,
  type FixtureOptions,
  filesIn,
  openFixture,
  removeHome,
} from '../../../../support/app/downloads-fixture.ts';
import { createIdleClock } from '../../../../support/app/idle-clock.ts';
import { checkSums } from '../../../../support/disk/checksums.ts';
import { whyNoLinks } from '../../../../support/disk/file-system.ts';
import { rowsOf } from '../../../../support/disk/folder-content.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';

const nobody: Machine = { computer: 'oficina', user: 'ana', processId: 7, isAlive: () => false };

const noLinks = whyNoLinks();

describe('the index of a folder', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let documents: DocumentKey[];
  shareAgency(
    (started) => {
      agency = started;
    },
    () => fixture,
    { documents: 160 },
  );

  async function open(options: Partial<FixtureOptions> = {}): Promise<void> {
    fixture = await openFixture({ agency, ...options });
    documents = await fixture.find({ atMost: 16 });
  }
  const index = () => join(fixture.folder, 'indice.csv');
  const rows = () => {
    const [titles = [], ...lines] = rowsOf(index());
    return lines.map((line) =>
      Object.fromEntries(line.map((field, position) => [titles[position] ?? '', field])),
    );
  };
  const ended = (id: string) => fixture.until(id, ({ state }) => state.kind === 'ended');

  test('holds everything of two who fill the same folder with the same documents at the same time', async () => {
    await open({ overrides: { machine: { ...nobody, isAlive: () => true } } });
    const other = await openFixture({
      agency,
      overrides: { machine: { computer: 'bodega', user: 'luis', processId: 8, isAlive: () => true } },
    });
    try {
      await other.find({ atMost: 16 });
      const more = await other.find({ client: 1, atMost: 6 });
      const [first, second] = await Promise.all([
        fixture.start(documents),
        other.start([...documents, ...more], { folder: fixture.folder }),
      ]);
      const batches = [await ended(first), await other.until(second, ({ state }) => state.kind === 'ended')];
      const all = [...documents, ...more];
      const files = filesIn(fixture.folder);
      expect(files.size).toBe(all.filter(({ id }) => agency.data.document(id)?.file).length);
      expect(batches.map(({ counts }) => counts.failed)).toEqual([0, 0]);
      expect([...files.keys()].filter((path) => / \(2\)|\.part$|\.lock$/.test(path))).toEqual([]);
      expect(
        rows()
          .map(({ documento }) => documento)
          .sort(),
      ).toEqual(all.map(({ id }) => id).sort());
      expect(rows().find(({ documento }) => documento === more[0]?.id)).toMatchObject({
        usuario: 'luis',
        equipo: 'bodega',
      });
      checkSums(fixture.folder);
    } finally {
      await other.close();
      removeHome(other);
    }
  });

  test('tells a batch that is under way what another computer has brought meanwhile', async () => {
    const http = createHttpClient();
    const gate = Promise.withResolvers<void>();
    let isFirst = true;
    const waiting: HttpGet = async (url, options) => {
      const isDocumentFile = !url.startsWith(agency.baseUrl);
      if (isDocumentFile && isFirst) {
        isFirst = false;
        await gate.promise;
      }
      return http.httpGet(url, options);
    };
    await open({
      overrides: { machine: { ...nobody, isAlive: () => true }, httpGet: waiting, stallsAfter: 86_400_000 },
      settings: { transfersAtOnce: 1 },
    });
    const other = await openFixture({
      agency,
      overrides: { machine: { computer: 'bodega', user: 'luis', processId: 8, isAlive: () => true } },
    });
    try {
      await other.find({ atMost: 16 });
      const available = documents.filter(({ id }) => agency.data.document(id)?.file);
      const id = await fixture.start(available);
      await expect.poll(() => isFirst).toBe(false);
      const [current] = (await fixture.verdicts(id)).filter(({ state }) => state === 'transferring');
      const rest = available.filter((one) => one.id !== current?.documentId);
      const second = await other.start(rest, { folder: fixture.folder });
      await other.until(second, ({ state }) => state.kind === 'ended');
      // An index that was looked at is left alone for so long.
      await clockOf(agency).sleep(2_000);
      agency.requests.forget();
      gate.resolve();
      const batch = await ended(id);
      expect(batch.counts).toMatchObject({ done: 1, here: rest.length });
      expect(agency.requests.files().served).toBe(1);
      expect(filesIn(fixture.folder).size).toBe(available.length);
    } finally {
      gate.resolve();
      http.close();
      await other.close();
      removeHome(other);
    }
  });

  test('loses nothing when ten write to it at once', async () => {
    await open();
    const folder = temporaryFolder();
    const file = (writer: number, position: number): IndexedFile => ({
      connectionId: 'practice',
      rut: '12345678-5',
      dispatch: '410001',
      type: 'DIN',
      number: '',
      documentId: `${writer}-${position}`,
      folio: '=1+1',
      path: `a;"b"/${writer}-${position}.pdf`,
      size: '3',
      sha256: 'a'.repeat(64),
      at: '2026-11-20T12:00:00.000Z',
    });
    const writers = Array.from({ length: 10 }, (_, writer) =>
      createFolderIndex({
        clock: createIdleClock(),
        uuid: () => crypto.randomUUID(),
        connections: () => [],
        machine: { computer: `pc-${writer}`, user: 'ana', processId: writer, isAlive: () => true },
      }),
    );
    await Promise.all(
      writers.map((writer, position) =>
        writer.merge(
          folder,
          Array.from({ length: 20 }, (_, n) => file(position, n)),
        ),
      ),
    );
    const read = (await writers[0]?.read(folder)) ?? [];
    expect(new Set(read.map(({ path }) => path)).size).toBe(200);
    expect(read).toHaveLength(200);
    // A spreadsheet would run what begins with an equals sign.
    expect(readFileSync(join(folder, 'indice.csv'), 'utf8')).toContain(";'=1+1;");
    expect(read[0]?.folio).toBe('=1+1');
    expect(existsSync(join(folder, 'indice.csv.lock'))).toBe(false);
  });

  test('says what is good, missing, changed and extra', async () => {
    await open();
    await ended(await fixture.start(documents));
    const [removed = '', changed = '', ...good] = [...filesIn(fixture.folder).keys()];
    rmSync(join(fixture.folder, removed));
    writeFileSync(join(fixture.folder, changed), 'changed');
    writeFileSync(join(fixture.folder, 'lista.xlsx'), 'of the person');
    if (!noLinks) symlinkSync(fixture.home, join(fixture.folder, 'enlace.pdf'));
    expect(await fixture.downloads.verify(fixture.folder)).toEqual({
      folder: fixture.folder,
      good: good.length,
      missing: [removed],
      changed: [changed],
      extra: [...(noLinks ? [] : ['enlace.pdf']), 'lista.xlsx'],
    });
    await expect(fixture.downloads.verify(fixture.home)).rejects.toMatchObject({
      code: 'FOLDER_WITHOUT_INDEX',
    });
    await expect(fixture.downloads.verify(join(fixture.home, 'nowhere'))).rejects.toMatchObject({
      code: 'FOLDER_GONE',
    });
  });

  test('names every document, also those without a file, and why they have none', async () => {
    await open();
    const available = documents.filter(({ id }) => agency.data.document(id)?.file).map(({ id }) => id);
    const [html = '', refused = '', removed = ''] = available;
    const without = documents.filter(({ id }) => !available.includes(id)).map(({ id }) => id);
    expect(without.length).toBeGreaterThan(0);
    agency.faults.add({ kind: 'storage-answer', status: 200, page: 'html', documents: [html] });
    agency.faults.add({ kind: 'storage-answer', status: 405, page: 'xml', documents: [refused] });
    agency.faults.add({ kind: 'storage-answer', status: 404, page: 'xml', documents: [removed] });
    await ended(await fixture.start(documents));
    const said = new Map(
      rows().map(({ documento, veredicto, motivo }) => [documento, `${veredicto}: ${motivo}`]),
    );
    expect(said.size).toBe(documents.length);
    expect(said.get(html)).toMatch(/^con error: llegó una página de error.*\(NOT_A_DOCUMENT\)$/);
    expect(said.get(refused)).toMatch(/^con error: .*\(STORAGE_REFUSED\)$/);
    expect(said.get(removed)).toMatch(/^con error: .*\(STORAGE_REFUSED\)$/);
    for (const id of without) expect(said.get(id)).toMatch(/^sin archivo: /);
    const file = rows().find(({ documento }) => documento === available[3]);
    expect(file).toMatchObject({ veredicto: 'descargado', motivo: '', usuario: expect.any(String) });
    expect(file?.['solicitud']).not.toBe('');
    expect(Number(file?.['bytes'])).toBe(filesIn(fixture.folder).get(file?.['archivo'] ?? '')?.length);

    agency.faults.clear();
    const [batch] = await fixture.downloads.list();
    await fixture.downloads.control({ action: 'retry', batchId: batch?.id });
    await ended(batch?.id ?? '');
    expect(rows().filter(({ veredicto }) => veredicto === 'con error')).toEqual([]);
    expect(rows()).toHaveLength(documents.length);
  });

  test.each([
    [
      'as Excel saves it, in its own code page',
      (text: string) => Buffer.from(text.replace('\ufeff', ''), 'latin1'),
    ],
    ['with commas', (text: string) => Buffer.from(text.replaceAll(';', ','), 'utf8')],
  ])('is read and gone on with %s', async (_, saved) => {
    await open();
    await ended(await fixture.start(documents.slice(0, 8)));
    const before = rows().map(({ documento, archivo }) => `${documento} ${archivo}`);
    writeFileSync(index(), saved(readFileSync(index(), 'utf8')));
    await ended(await fixture.start(documents));
    const after = rows().map(({ documento, archivo }) => `${documento} ${archivo}`);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(documents.length);
    checkSums(fixture.folder);
  });

  test('is told later when somebody has it open, and the batch ends all the same', async () => {
    let isOpen = true;
    const waiting: Disk = {
      ...realDisk,
      rename: (from, to) =>
        isOpen && to.endsWith('indice.csv')
          ? Promise.reject(Object.assign(new Error('in use'), { code: 'EBUSY' }))
          : realDisk.rename(from, to),
    };
    const problems: unknown[] = [];
    await open({ overrides: { disk: waiting, onError: (error) => void problems.push(error) } });
    await ended(await fixture.start(documents.slice(0, 6)));
    expect(existsSync(index())).toBe(false);
    expect(problems).toMatchObject([{ code: 'FILE_LOCKED' }]);
    isOpen = false;
    await expect.poll(() => existsSync(index()) && !existsSync(`${index()}.lock`)).toBe(true);
    expect(rows()).toHaveLength(6);
  });

  test.each([
    ['a dead process of this computer', `${nobody.computer}/3/x`],
    ['another computer that has gone', 'bodega/8/x'],
  ])('is not kept shut by the lock of %s', async (_, mark) => {
    await open({ overrides: { machine: nobody } });
    mkdirSync(fixture.folder);
    writeFileSync(`${index()}.lock`, mark);
    // What somebody was at when their process ended.
    const uuid = crypto.randomUUID();
    writeFileSync(`${index()}.${uuid}.part`, 'half an index');
    writeFileSync(join(fixture.folder, `SHA256SUMS.${uuid}.part`), 'half of them');
    writeFileSync(`${index()}.lock.${uuid}`, mark);
    writeFileSync(join(fixture.folder, `.carpeta-${uuid}.part`), '');
    await ended(await fixture.start(documents.slice(0, 4)));
    expect(rows()).toHaveLength(4);
    expect(readdirSync(fixture.folder).filter((name) => /lock|part/.test(name))).toEqual([]);
  });

  test('keeps the checksums of files that are not its own', async () => {
    await open();
    mkdirSync(fixture.folder);
    const line = `${'b'.repeat(64)}  otra/carta.pdf`;
    writeFileSync(join(fixture.folder, 'SHA256SUMS'), `${line}\n`);
    await ended(await fixture.start(documents.slice(0, 4)));
    const lines = readFileSync(join(fixture.folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    expect(lines).toContain(line);
    expect(lines).toHaveLength(filesIn(fixture.folder).size + 1);
  });

  test('that names files outside its folder is not believed', async () => {
    await open();
    await ended(await fixture.start(documents.slice(0, 4)));
    const [path = ''] = filesIn(fixture.folder).keys();
    writeFileSync(index(), readFileSync(index(), 'utf8').replace(path, '../../etc/passwd'));
    const { missing, changed } = await fixture.downloads.verify(fixture.folder);
    expect([...missing, ...changed].filter((one) => one.includes('..'))).toEqual([]);
    const there = await openFixture({ agency });
    try {
      await there.downloads.recognise(fixture.folder);
      const known = await there.store.listDownloadedFiles(fixture.folder, '', 100);
      expect(known.some((knownFile) => knownFile.path.includes('..'))).toBe(false);
    } finally {
      await there.close();
      removeHome(there);
    }
  });
});
