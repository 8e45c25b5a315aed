import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery, PackageRequest } from '../../../../shared/model/delivery.ts';
import { type DossierModule, openModule } from '../../../support/app/dossier-module.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { addDownloadedFile, agency, storeDispatch } from '../../../support/samples/stored-folders.ts';

let dossier: DossierModule;
let files: string;
let folder: string;

beforeEach(async () => {
  dossier = await openModule();
  const root = temporaryFolder();
  [files, folder] = [join(root, 'descargas'), join(root, 'paquete')];
  mkdirSync(files);
  await storeDispatch(dossier.store, {
    number: '123457',
    documents: [
      { type: 'DIN', id: 'din', folio: '5550' },
      { type: 'B/L', id: 'bl', folio: 'MEDU1' },
      { type: 'FACTURA', id: 'bill', folio: '77' },
      { type: 'SEGURO', id: 'cover', file: 'none' },
      { type: 'DIN', id: 'old', isActive: false },
    ],
  });
  await storeDispatch(dossier.store, {
    number: '123458',
    documents: [{ type: 'DIN', id: 'din2' }],
    isComplete: false,
  });
  await hold('din', 'contenido del DIN');
  await hold('bl', 'contenido del B/L');
});
afterEach(() => dossier.close());

async function hold(id: string, content: string, name = `${id}.pdf`): Promise<void> {
  writeFileSync(join(files, name), content);
  await addDownloadedFile(dossier.store, id, join(files, name));
}

async function make(overrides: Partial<PackageRequest> = {}): Promise<Delivery> {
  const request = {
    text: '123457\n123458\n999001',
    folder,
    language: 'es-CL' as const,
    fetch: false,
    ...overrides,
  };
  return dossier.ended(await dossier.deliveries.makePackage(request));
}
const index = () => readFileSync(join(folder, 'indice.csv'), 'utf8');
const tree = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();

describe('a package for an inspection', () => {
  it('has no path that Windows programs cannot open, however long that of its folder', async () => {
    await storeDispatch(dossier.store, {
      number: '123459',
      documents: [{ id: 'long', type: 'T'.repeat(60), folio: '7'.repeat(60), reference: 'R'.repeat(80) }],
    });
    await hold('long', 'largo');
    const root = temporaryFolder();
    for (const length of [100, 150, 170, 200]) {
      const rest = 'a'.repeat(length - root.length - 1);
      folder = join(root, rest.slice(0, 60), rest.slice(61, 120), rest.slice(121));
      mkdirSync(folder, { recursive: true });
      const { state } = await make({ text: '123459\n123457' });
      const paths = tree().map((path) => join(folder, path));
      expect([state, paths.filter((path) => path.endsWith('.pdf')).length]).toEqual(['done', 3]);
      expect(Math.max(...paths.map((path) => path.length))).toBeLessThanOrEqual(259);
    }
  });

  it('in a folder whose own path is too long is refused with the path', async () => {
    const root = temporaryFolder();
    folder = join(root, 'a'.repeat(60), 'b'.repeat(60), 'c'.repeat(60), 'd'.repeat(18));
    mkdirSync(folder, { recursive: true });
    expect(await make()).toMatchObject({ error: { code: 'PATH_TOO_LONG', values: { path: folder } } });
  });

  it('is read before it is made: what is found, what is here, what is not', async () => {
    const reading = await dossier.deliveries.readPackage({
      text: '123457 123458\n999001\n41\n76.501.137-K 123457',
    });
    expect(reading.found).toEqual([
      ...[
        {
          connectionId: agency,
          number: '123457',
          rut: '76086428-5',
          documents: 4,
          filesHere: 2,
          withoutFile: 1,
          leftOut: 0,
          isComplete: true,
        },
      ],
      ...[
        {
          connectionId: agency,
          number: '123458',
          rut: '76086428-5',
          documents: 1,
          filesHere: 0,
          withoutFile: 0,
          leftOut: 0,
          isComplete: false,
        },
      ],
    ]);
    expect(reading.notFound).toEqual([
      { number: '999001', rut: '', isDispatch: true },
      { number: '123457', rut: '76501137-K', isDispatch: true },
    ]);
    expect(reading.unreadable).toEqual(['41']);
  });

  it('finds a dispatch however its number is written, and by that of its declaration', async () => {
    await storeDispatch(dossier.store, {
      number: '410905',
      documents: ['DIN'],
      object: { numeroIdentificacion: '3910797756-2', referencia: 'OC 452599' },
    });
    await storeDispatch(dossier.store, { number: '0099', documents: ['DIN'] });
    await storeDispatch(dossier.store, { number: '99', documents: ['DIN'] });
    const found = async (text: string) =>
      (await dossier.deliveries.readPackage({ text })).found.map(({ number }) => number);
    for (const text of ['N°410905', 'Nº410905', '410905 (ver)', '0410905', '410.905', '3910797756-2']) {
      expect(await found(text), text).toEqual(['410905']);
    }
    expect(await found('0099'), 'another that differs in its zeros').toEqual(['0099']);
    expect(await found('OC 452599'), 'what an inspector does not ask by').toEqual([]);
  });

  it('holds folders, an index, checksums and what was not found', async () => {
    const delivery = await make();
    expect(delivery).toMatchObject({ state: 'done', done: 5, of: 5 });
    expect(delivery.list).toBe('123457\n123458\n999001');
    expect(delivery.packed).toEqual({
      added: 2,
      alreadyThere: 0,
      notDownloaded: [
        { connectionId: agency, id: 'bill' },
        { connectionId: agency, id: 'din2' },
      ],
      withoutFile: 1,
      notFound: [{ number: '999001', rut: '' }],
      partial: [{ connectionId: agency, number: '123458', rut: '76086428-5' }],
    });
    expect(delivery.lacking).toEqual({
      count: 3,
      of: 5,
      papers: [
        { connectionId: agency, number: '123457', documentId: 'bill', type: 'FACTURA', folio: '77' },
        {
          connectionId: agency,
          number: '123457',
          documentId: 'cover',
          type: 'SEGURO',
          folio: '1234573',
          code: 'DOCUMENT_WITHOUT_FILE',
        },
        { connectionId: agency, number: '123458', documentId: 'din2', type: 'DIN', folio: '1234580' },
      ],
    });
    const readMe = readFileSync(join(folder, 'LEEME.txt'), 'utf8');
    expect(readMe).toContain('Faltan 3 de 5 documentos');
    expect(readMe).toContain('  - Despacho 123457: FACTURA 77: no se descargó');
    expect(readMe).toContain('  - Despacho 123457: SEGURO 1234573: la agencia no tiene archivo');
    expect(delivery.files.map((path) => basename(path))).toEqual([
      'indice.csv',
      'no-encontrados.csv',
      'LEEME.txt',
    ]);
    expect(tree()).toEqual([
      '123457_REF-01/01_DIN_5550.pdf',
      '123457_REF-01/02_B-L_MEDU1.pdf',
      'LEEME.txt',
      'SHA256SUMS',
      'indice.csv',
      'no-encontrados.csv',
    ]);
    expect(index()).toContain('AG-77');
    expect(index()).toContain('123457_REF-01/01_DIN_5550.pdf');
    expect(
      index()
        .split('\r\n')
        .filter((line) => line.includes('sin archivo')),
    ).toEqual([
      expect.stringContaining('123457;cover;;SEGURO;1234573;;;;sin archivo;la agencia no tiene archivo'),
    ]);
    expect(readFileSync(join(folder, 'no-encontrados.csv'), 'utf8')).toContain('"999001"');
    const checked = spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    if (checked.error === undefined)
      expect(
        checked.stdout
          .trim()
          .split('\n')
          .every((line) => line.endsWith(': OK')),
      ).toBe(true);
  });

  it('only grows when it is made again', async () => {
    await make();
    const path = join(folder, '123457_REF-01/01_DIN_5550.pdf');
    const before = statSync(path).mtimeMs;
    await hold('bill', 'contenido de la factura');
    const again = await make();
    expect(again.packed).toMatchObject({ added: 1, alreadyThere: 2 });
    expect(statSync(path).mtimeMs).toBe(before);
    expect(tree().filter((file) => file.endsWith('.pdf'))).toEqual([
      '123457_REF-01/01_DIN_5550.pdf',
      '123457_REF-01/02_B-L_MEDU1.pdf',
      '123457_REF-01/03_FACTURA_77.pdf',
    ]);
    expect(index().trim().split('\n')).toHaveLength(5);
    expect((await make()).packed).toMatchObject({ added: 0, alreadyThere: 3 });
  });

  it('keeps both when the agency has replaced a document since', async () => {
    await make();
    await hold('din', 'contenido nuevo', 'din nuevo.pdf');
    expect((await make()).packed).toMatchObject({ added: 1, alreadyThere: 1 });
    expect(tree().filter((file) => file.includes('DIN'))).toEqual([
      '123457_REF-01/01_DIN_5550 (2).pdf',
      '123457_REF-01/01_DIN_5550.pdf',
    ]);
  });

  it('has what was copied before even when the original is gone from this computer', async () => {
    await make();
    rmSync(files, { recursive: true });
    const again = await make();
    expect(again.packed).toMatchObject({ added: 0, alreadyThere: 2 });
  });

  it('has the rest downloaded into it first, under the same names, when the person wants it', async () => {
    const { batchId } = await make({ fetch: true });
    expect(batchId).toBe('batch-1');
    const into = { folder, template: '{dispatch}_{reference}/{nn}_{type}_{number}' };
    expect(dossier.fetches).toEqual([
      {
        documents: [
          { connectionId: agency, id: 'bill', into },
          { connectionId: agency, id: 'din2', into },
        ],
        name: 'Paquete de fiscalización',
      },
    ]);
  });

  it('has only the types that the rules of its client name, and says how many are left out', async () => {
    const types = ['DIN'];
    await dossier.close();
    dossier = await openModule({ readRules: () => () => ({ email: '', types }) });
    await storeDispatch(dossier.store, {
      number: '123457',
      documents: [
        { type: 'DIN', id: 'din', folio: '5550' },
        { type: 'B/L', id: 'bl', folio: 'MEDU1' },
        { type: 'FACTURA', id: 'bill', folio: '77' },
        { type: 'FACTURA', id: 'old', isActive: false },
      ],
    });
    await hold('din', 'contenido del DIN');
    await hold('bl', 'contenido del B/L');
    const text = '123457';
    expect((await dossier.deliveries.readPackage({ text })).found).toMatchObject([
      { documents: 1, filesHere: 1, leftOut: 2 },
    ]);
    expect((await dossier.deliveries.readPackage({ text, withAllTypes: true })).found).toMatchObject([
      { documents: 3, filesHere: 2, leftOut: 2 },
    ]);
    expect(await make({ text, fetch: true })).toMatchObject({ packed: { added: 1, leftOut: 2 } });
    expect(dossier.fetches).toEqual([]);
    expect(tree().filter((file) => file.endsWith('.pdf'))).toEqual(['123457_REF-01/01_DIN_5550.pdf']);
    expect(readFileSync(join(folder, 'LEEME.txt'), 'utf8')).toContain(
      'Según las reglas de sus clientes quedan fuera 2 documentos.',
    );
    const whole = await make({ text, withAllTypes: true });
    expect(whole.packed).toMatchObject({ added: 1, alreadyThere: 1 });
    expect(whole.packed?.leftOut).toBe(undefined);
  });

  it('is none, and says so, where no document of its list can be had', async () => {
    const delivery = await make({ text: '123458' });
    expect(delivery).toMatchObject({
      state: 'failed',
      error: { code: 'NO_PAPER_TO_HAND_OVER' },
      files: [],
      lacking: { count: 1, of: 1 },
    });
    expect(tree()).toEqual([]);
  });

  it('takes no second copy of what was downloaded into it before its index said so', async () => {
    await make();
    const path = join(folder, '123457_REF-01', '03_FACTURA_77.pdf');
    writeFileSync(path, 'contenido de la factura');
    await addDownloadedFile(dossier.store, 'bill', path);
    const before = tree();
    expect((await make()).packed).toMatchObject({ added: 0, alreadyThere: 3 });
    expect(tree()).toEqual(before);
    expect(index()).toContain('123457_REF-01/03_FACTURA_77.pdf');
    const rows = index();
    writeFileSync(path, 'otro contenido');
    expect((await make()).packed).toMatchObject({ added: 0, alreadyThere: 3 });
    expect(tree()).toEqual(before);
    expect(index()).toBe(rows);
  });

  it('names a document without a file in its index until one of it comes', async () => {
    await make();
    expect(index()).toContain('sin archivo');
    await hold('cover', 'contenido del seguro');
    expect((await make()).packed).toMatchObject({ added: 1, withoutFile: 0 });
    expect(index()).not.toContain('sin archivo');
    expect(index()).toContain('SEGURO_1234573.pdf');
  });

  it('does not forget a dispatch that was not found, and drops it once it is', async () => {
    await make();
    await storeDispatch(dossier.store, { number: '999001', documents: [{ type: 'DIN', id: 'found' }] });
    await hold('found', 'llegó');
    expect((await make()).packed).toMatchObject({ added: 1, notFound: [] });
    expect(readFileSync(join(folder, 'no-encontrados.csv'), 'utf8')).not.toContain('999001');
  });

  it('touches no file of its names that is something else', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'indice.csv'), 'a;b\n1;2\n');
    expect(await make()).toMatchObject({ state: 'failed', error: { code: 'FILE_IN_THE_WAY' } });
    expect(index()).toBe('a;b\n1;2\n');
  });
});
