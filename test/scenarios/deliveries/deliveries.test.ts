import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery, MergeRequest, ZipRequest } from '../../../shared/model/delivery.ts';
import { acmeClient, type DossierModule, openModule } from '../../support/app/dossier-module.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { picturePdf, scanJpeg } from '../../support/samples/made-scan.ts';
import { bookmarksOf, noPoppler, textsOf } from '../../support/samples/poppler.ts';
import { drawPdf, writeScan } from '../../support/samples/sample-files.ts';
import { addDownloadedFile, agency, storeDispatch } from '../../support/samples/stored-folders.ts';
import { sha256Of } from '../../support/samples/text-files.ts';
import { skippedFor } from '../../support/skipped.ts';

let dossier: DossierModule;
let files: string;
let folder: string;

beforeEach(async () => {
  dossier = await openModule({ clients: [acmeClient] });
  const root = temporaryFolder();
  [files, folder] = [join(root, 'descargas'), join(root, 'entrega')];
  mkdirSync(files);
});
afterEach(() => dossier.close());

const merging = (overrides: Partial<MergeRequest> = {}): MergeRequest => ({
  dispatches: [{ connectionId: agency, number: '123457' }],
  folder,
  language: 'es-CL',
  withInactive: false,
  ...overrides,
});

/**
 * A stored dispatch of a bill of lading, a declaration and an encrypted invoice, all here, and a certificate
 * that is not.
 */
async function storeDocuments(number = '123457'): Promise<void> {
  await storeDispatch(dossier.store, {
    number,
    documents: [
      { type: 'DIN', id: `${number}-din`, folio: '5550', reference: 'OC 12/26' },
      { type: 'B/L', id: `${number}-bl`, folio: 'MEDU1', reference: 'OC 12/26' },
      { type: 'FACTURA', id: `${number}-bill`, folio: '77', reference: 'OC 12/26' },
      { type: 'ORIGEN', id: `${number}-origin`, folio: '9', reference: 'OC 12/26' },
      { type: 'SEGURO', id: `${number}-cover`, folio: '', file: 'none', reference: 'OC 12/26' },
      { type: 'DIN', id: `${number}-old`, folio: '5549', isActive: false, reference: 'OC 12/26' },
    ],
  });
  const papers: [id: string, name: string][] = [
    ['din', 'din.pdf'],
    ['bl', 'bl.pdf'],
    ['bill', 'factura.pdf'],
    ['old', 'vieja.pdf'],
  ];
  await drawPdf(join(files, `${number} din.pdf`), { label: 'declaración', pages: 2 });
  await drawPdf(join(files, `${number} bl.pdf`), { label: 'conocimiento' });
  await drawPdf(join(files, `${number} factura.pdf`), { label: 'secreta', password: 'clave' });
  await drawPdf(join(files, `${number} vieja.pdf`), { label: 'reemplazada' });
  for (const [id, name] of papers)
    await addDownloadedFile(dossier.store, `${number}-${id}`, join(files, `${number} ${name}`));
}

async function noteDispatch(number = '123457'): Promise<void> {
  const dispatch = { connectionId: agency, number, rut: acmeClient.rut };
  await dossier.store.setDispatchNote(dispatch, 'Esperar al camión de Ñuñoa', '2026-10-15T12:00:00Z');
}

async function merged(overrides: Partial<MergeRequest> = {}): Promise<Delivery> {
  return dossier.ended(await dossier.deliveries.merge(merging(overrides)));
}

describe('one PDF per dispatch', () => {
  it('holds the documents that can be merged, says of the others where they are, and copies them beside it', async () => {
    await storeDocuments();
    const delivery = await merged();
    expect(delivery).toMatchObject({ state: 'done', kind: 'merge', done: 3, of: 3 });
    const [dispatch] = delivery.dispatches;
    expect(dispatch?.path).toBe(join(folder, 'Carpeta 123457 OC 12-26.pdf'));
    expect(dispatch?.merged.map(({ documentId, page }) => [documentId, page])).toEqual([
      ['123457-din', 2],
      ['123457-bl', 4],
    ]);
    expect(dispatch?.beside).toEqual([
      {
        documentId: '123457-bill',
        reason: 'encrypted',
        path: join(folder, 'Carpeta 123457 OC 12-26 - aparte', 'FACTURA 77.pdf'),
      },
    ]);
    expect(dispatch?.notHere).toEqual([
      { documentId: '123457-origin', hasFile: true },
      { documentId: '123457-cover', hasFile: false },
    ]);
    const copy = dispatch?.beside[0]?.path ?? '';
    expect(readFileSync(copy)).toEqual(readFileSync(join(files, '123457 factura.pdf')));
    expect(delivery.files).toEqual([dispatch?.path, copy]);
    expect(readdirSync(folder).sort()).toEqual([
      'Carpeta 123457 OC 12-26 - aparte',
      'Carpeta 123457 OC 12-26.pdf',
    ]);
  });

  it('opens with a cover of words and bookmarks of documents', skippedFor(noPoppler), async () => {
    await storeDocuments();
    const [dispatch] = (await merged()).dispatches;
    const cover = textsOf(dispatch?.path ?? '')[0] ?? '';
    for (const words of [
      'Carpeta de despacho 123457',
      'ACME Ltda. (76.086.428-5)',
      'Agencia Faro',
      '15-05-2026',
      'FACTURA 77: tiene contraseña; va aparte',
      'Faltan 2 de 5 documentos',
      'ORIGEN 9: no se descargó',
      'SEGURO: la agencia no tiene archivo',
      'Copia de trabajo. La carpeta legal del despacho es la de la agencia.',
    ]) {
      expect(cover).toContain(words);
    }
    expect(cover).not.toContain('Parcial');
    expect(bookmarksOf(dispatch?.path ?? '').map(({ title }) => title)).toEqual([
      'Índice',
      'DIN 5550',
      'B/L MEDU1',
    ]);
  });

  it(
    'says on its cover that a dispatch is partial, in the language of its reader',
    skippedFor(noPoppler),
    async () => {
      await storeDispatch(dossier.store, {
        number: '123457',
        documents: [{ type: 'DIN', id: 'din' }],
        isComplete: false,
      });
      await drawPdf(join(files, 'din.pdf'), { label: 'declaración' });
      await addDownloadedFile(dossier.store, 'din', join(files, 'din.pdf'));
      const [dispatch] = (await merged({ language: 'en' })).dispatches;
      const cover = textsOf(dispatch?.path ?? '')[0] ?? '';
      expect(cover).toContain('Folder of dispatch 123457');
      expect(cover).toContain('Partial: not all documents of this dispatch have been asked for.');
    },
  );

  it('takes the documents in the chosen order, and only those', async () => {
    await storeDocuments();
    const documentIds = ['123457-old', '123457-din', '123457-bl'];
    const delivery = await merged({ dispatches: [{ connectionId: agency, number: '123457', documentIds }] });
    expect(delivery.dispatches[0]?.merged.map(({ documentId }) => documentId)).toEqual(documentIds);
  });

  it('has the note on its cover only where that is chosen', skippedFor(noPoppler), async () => {
    await storeDocuments();
    await noteDispatch();
    const coverOf = ({ dispatches: [dispatch] }: Delivery) => textsOf(dispatch?.path ?? '')[0];
    expect(coverOf(await merged())).not.toContain('camión');
    expect(coverOf(await merged({ withNotes: true }))).toContain('Nota: Esperar al camión de Ñuñoa');
  });

  it('has the recognised words of scans where that is chosen', skippedFor(noPoppler), async () => {
    const { store } = dossier;
    await storeDispatch(store, {
      number: '123457',
      documents: ['B/L', 'DIN'].map((type) => ({ type, id: type === 'DIN' ? 'din' : 'bl' })),
    });
    // Just downloaded: nobody has read it.
    await drawPdf(join(files, 'din.pdf'), { label: 'declaración' });
    await addDownloadedFile(store, 'din', join(files, 'din.pdf'));
    const scan = await picturePdf([scanJpeg('uno'), scanJpeg('dos')]);
    const [path, sha256] = [join(files, 'bl.pdf'), sha256Of(scan)];
    writeFileSync(path, scan);
    await addDownloadedFile(store, 'bl', path);
    const pass = await store.beginTextPass();
    await store.noteTextFiles(pass, [
      { connectionId: agency, id: 'bl', path, sha256, size: scan.length, isAway: false },
    ]);
    const [waiting] = await store.listWaitingTexts(1);
    const read = { ownPages: 2, pages: 2, unreadPages: 2, scans: [1, 2], reason: 'no-text' } as const;
    await store.storeTexts([{ rowId: waiting?.rowId ?? 0, sha256, ...read, words: [], facts: [] }]);
    const word = { text: 'EMBARQUE', confidence: 90, box: [0.1, 0.1, 0.5, 0.2], endsLine: true } as const;
    await store.storeScan({ sha256, page: 1 }, { words: [word], confidence: 90 });

    const plain = textsOf((await merged()).files[0] ?? '');
    expect(plain.slice(-2).join('').trim()).toBe('');
    const layered = textsOf((await merged({ withTextLayer: true })).files[0] ?? '');
    const [cover = ''] = layered;
    const [first = '', second = ''] = layered.slice(-2);
    expect(first.trim()).toBe('EMBARQUE');
    expect(second.trim()).toBe('');
    expect(cover.replace(/\s+/g, ' ')).toContain('palabras reconocidas, para buscar y copiar');
    expect(cover).toContain('Una página va sin palabras que buscar: no las tiene, o todavía no se leen.');
    expect(cover).toContain('Un documento todavía no se lee: si es escaneado, va sin palabras que buscar.');
    expect(plain[0]).not.toContain('palabras');
  });

  it('never writes over what was delivered before', async () => {
    await storeDocuments();
    const [first] = (await merged()).dispatches;
    const before = statSync(first?.path ?? '').mtimeMs;
    const [second] = (await merged()).dispatches;
    expect(second?.path).toBe(join(folder, 'Carpeta 123457 OC 12-26 (2).pdf'));
    expect(statSync(first?.path ?? '').mtimeMs).toBe(before);
  });

  it('asks anew for a file that has been moved away, and names it where it cannot be had', async () => {
    await storeDocuments();
    rmSync(join(files, '123457 bl.pdf'));
    const { lacking: undelivered, dispatches } = await merged();
    expect(dossier.fetches.flatMap(({ documents }) => documents.map(({ id }) => id))).toEqual([
      '123457-bl',
      '123457-origin',
    ]);
    expect(dispatches[0]?.notHere.map(({ documentId }) => documentId)).toContain('123457-bl');
    expect(undelivered).toMatchObject({ count: 3, of: 5 });
  });

  it('is none, and says so, where no document of the dispatch can be had', async () => {
    await storeDispatch(dossier.store, { number: '123457', documents: ['DIN', 'B/L'] });
    expect(await merged()).toMatchObject({
      state: 'failed',
      error: { code: 'NO_PAPER_TO_HAND_OVER' },
      files: [],
      dispatches: [],
      lacking: { count: 2, of: 2 },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes one after the other for many dispatches, and tells how far it is', async () => {
    await storeDocuments('123457');
    await storeDocuments('123458');
    const delivery = await merged({
      dispatches: ['123458', '123457', '999'].map((number) => ({ connectionId: agency, number })),
    });
    expect(delivery.dispatches.map(({ number }) => number)).toEqual(['123457', '123458']);
    expect(delivery.of).toBe(6);
    expect(dossier.emitted[0]).toMatchObject({ state: 'running' });
  });

  it('leaves nothing behind when it is cancelled', async () => {
    await storeDispatch(dossier.store, { number: '123457', documents: ['A', 'B', 'C'] });
    for (const position of [1, 2, 3]) {
      const path = join(files, `${position}.pdf`);
      writeScan(path, `hoja ${position}`, 40, 200_000);
      await addDownloadedFile(dossier.store, `123457-${position}`, path);
    }
    const id = await dossier.deliveries.merge(merging());
    const [first] = await dossier.deliveries.list();
    expect(first).toMatchObject({ id, state: 'running' });
    dossier.deliveries.cancel(id);
    expect(await dossier.ended(id)).toMatchObject({ state: 'cancelled' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says why it failed, and leaves nothing half-made', async () => {
    await storeDocuments();
    writeFileSync(folder, 'a file stands where the folder should be');
    await expect(dossier.deliveries.merge(merging())).rejects.toMatchObject({ code: 'FILE_IN_THE_WAY' });
  });
});

describe('a ZIP for mail', () => {
  const zipping = (overrides: Partial<ZipRequest>): ZipRequest => ({
    documents: [],
    handoverIds: [],
    folder,
    name: 'Octubre',
    mostBytes: 0,
    ...overrides,
  });
  const zipped = async (overrides: Partial<ZipRequest>) =>
    dossier.ended(await dossier.deliveries.zip(zipping(overrides)));
  const inside = (path: string) =>
    spawnSync('unzip', ['-Z1', path], { encoding: 'utf8' }).stdout.trim().split('\n').sort();
  const noUnzip = spawnSync('unzip', ['-v']).error !== undefined && 'unzip is not installed';

  it('holds chosen documents in folders of their dispatches, whole', skippedFor(noUnzip), async () => {
    await storeDocuments();
    const documents = ['din', 'bl', 'origin'].map((id) => ({ connectionId: agency, id: `123457-${id}` }));
    const { files: made, state, lacking: undelivered } = await zipped({ documents });
    expect([state, made]).toEqual(['done', [join(folder, 'Octubre.zip')]]);
    expect(inside(made[0] ?? '')).toEqual([
      '123457_OC 12-26/01_123457 din.pdf',
      '123457_OC 12-26/02_123457 bl.pdf',
      'LEEME.txt',
    ]);
    expect(undelivered).toMatchObject({ count: 1, of: 3 });
    const said = spawnSync('unzip', ['-p', made[0] ?? '', 'LEEME.txt'], { encoding: 'utf8' }).stdout;
    expect(said).toContain('Falta 1 de 3 documentos\r\n  - Despacho 123457: ORIGEN 9: no se descargó');
    expect(spawnSync('unzip', ['-t', made[0] ?? '']).status).toBe(0);
    const content = spawnSync('unzip', ['-p', made[0] ?? '', '123457_OC 12-26/01_123457 din.pdf']).stdout;
    expect(content).toEqual(readFileSync(join(files, '123457 din.pdf')));
  });

  it('has the notes on its dispatches only where that is chosen', skippedFor(noUnzip), async () => {
    await storeDocuments();
    await noteDispatch();
    const documents = [{ connectionId: agency, id: '123457-din' }];
    const { files: plain } = await zipped({ documents });
    expect(inside(plain[0] ?? '')).not.toContain('LEEME.txt');
    const { files: noted } = await zipped({ documents, withNotes: true });
    const said = spawnSync('unzip', ['-p', noted[0] ?? '', 'LEEME.txt'], { encoding: 'utf8' }).stdout;
    expect(said).toBe('\ufeffNotas de los despachos:\r\n123457: Esperar al camión de Ñuñoa');
  });

  it('is split so that no part is larger than a message may be, unless one file is', async () => {
    await storeDispatch(dossier.store, { number: '1', documents: Array.from({ length: 7 }, () => 'DIN') });
    for (let index = 1; index <= 7; index++) {
      const path = join(files, `${index}.bin`);
      writeFileSync(path, Buffer.alloc(index === 4 ? 50_000 : 9_000, index));
      await addDownloadedFile(dossier.store, `1-${index}`, path);
    }
    const documents = Array.from({ length: 7 }, (_, index) => ({
      connectionId: agency,
      id: `1-${index + 1}`,
    }));
    const { files: made, tooLarge } = await zipped({ documents, mostBytes: 20_000 });
    const sizes = made.map((path) => statSync(path).size);
    expect(sizes.filter((size) => size > 20_000)).toHaveLength(1);
    expect(tooLarge).toEqual([join(files, '4.bin')]);
    expect(made[0]).toBe(join(folder, `Octubre 1 de ${made.length}.zip`));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(104_000);
  });

  it('packs what was merged before', async () => {
    await storeDocuments();
    const { id } = await merged();
    const { files: made, lacking: undelivered } = await zipped({ handoverIds: [id] });
    if (!noUnzip)
      expect(inside(made[0] ?? '')).toEqual(['Carpeta 123457 OC 12-26.pdf', 'FACTURA 77.pdf', 'LEEME.txt']);
    // What was not in them is not in the archive either.
    expect(undelivered).toMatchObject({ count: 2, of: 5 });
    expect(made).toHaveLength(1);
  });

  it('fails, and says so, when nothing that was chosen is here', async () => {
    await storeDocuments();
    const delivery = await zipped({ documents: [{ connectionId: agency, id: '123457-origin' }] });
    expect(delivery).toMatchObject({ state: 'failed', error: { code: 'NO_PAPER_TO_HAND_OVER' } });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('what was delivered', () => {
  it('is remembered, opened, shown, printed and dragged by its place, never by a path', async () => {
    await storeDocuments();
    const { handlers } = dossier;
    const { deliveryId } = await handlers['deliveries.merge'](merging());
    const { files: made } = await dossier.ended(deliveryId);
    expect((await handlers['deliveries.list'](undefined)).map(({ id, state }) => [id, state])).toEqual([
      [deliveryId, 'done'],
    ]);
    const first = { deliveryId, index: 0 };
    await handlers['deliveries.open'](first);
    await handlers['deliveries.show']({ deliveryId, index: 1 });
    await handlers['deliveries.print']({ connectionId: agency, id: '123457-din' });
    const dragged = { files: [first, { connectionId: agency, id: '123457-bl' }] };
    await handlers['deliveries.prepareDrag'](dragged);
    await handlers['deliveries.drag'](dragged);
    expect(dossier.desktopCalls).toEqual([
      ['open', made[0]],
      ['show', made[1]],
      ['print', join(files, '123457 din.pdf')],
      ['drag', [made[0], join(files, '123457 bl.pdf')]],
    ]);
    await expect(handlers['deliveries.open']({ deliveryId, index: 9 })).rejects.toMatchObject({
      code: 'HANDOVER_GONE',
    });
    await handlers['deliveries.forget']({ id: deliveryId });
    await expect(handlers['deliveries.open'](first)).rejects.toMatchObject({ code: 'HANDOVER_GONE' });
    expect(existsSync(made[0] ?? '')).toBe(true);
  });

  it('marks all that it makes of documents as from outside, before it has its name', async () => {
    await storeDocuments();
    const merged = await dossier.ended(await dossier.deliveries.merge(merging()));
    const request = { documents: [], handoverIds: [merged.id], folder, name: 'todo', mostBytes: 100_000_000 };
    const packed = await dossier.ended(await dossier.deliveries.zip(request));
    const made = [...merged.files, ...packed.files];
    expect(made).toHaveLength(3);
    expect(dossier.marked.map(({ inode }) => inode)).toEqual(made.map((path) => statSync(path).ino));
    for (const { path } of dossier.marked) expect(path).toMatch(/\.part$/);
  });

  it('lists the documents of a dispatch in the order of customs offices, with what is here', async () => {
    await storeDocuments();
    const documents = await dossier.handlers['deliveries.documents']({
      connectionId: agency,
      number: '123457',
    });
    expect(documents.map(({ type, folio, path }) => [type, folio, path !== undefined])).toEqual([
      ['DIN', '5549', true],
      ['DIN', '5550', true],
      ['B/L', 'MEDU1', true],
      ['FACTURA', '77', true],
      ['ORIGEN', '9', false],
      ['SEGURO', '', false],
    ]);
  });

  it('reads as done when it ends while the list is being read', async () => {
    await storeDocuments();
    let id = '';
    const { store } = dossier;
    const slow = await openModule({
      clients: [acmeClient],
      fileOf: dossier.fileOf,
      store: new Proxy(store, {
        get: (overrides, name, receiver) =>
          name === 'listDeliveries'
            ? async (atMost: number) => {
                const listed = await store.listDeliveries(atMost);
                await slow.ended(id);
                return listed;
              }
            : Reflect.get(overrides, name, receiver),
      }),
    });
    id = await slow.deliveries.merge(merging());
    expect((await slow.deliveries.list()).map(({ state }) => state)).toEqual(['done']);
    await slow.close();
  });

  it('reads as interrupted when the app ended in the middle of it', async () => {
    await dossier.store.saveDelivery({
      id: 'old',
      kind: 'merge',
      folder,
      startedAt: '2026-11-19T12:00:00.000Z',
      state: 'running',
      done: 1,
      of: 9,
      files: [],
      dispatches: [],
      tooLarge: [],
    });
    expect((await dossier.deliveries.list())[0]?.state).toBe('interrupted');
  });
});
