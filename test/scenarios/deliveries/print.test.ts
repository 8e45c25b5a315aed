import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryContext } from '../../../electron/deliveries/index.ts';
import { PrintJobs } from '../../../electron/deliveries/prepare-print.ts';
import { createTranslator } from '../../../electron/i18n/index.ts';
import { startWorker, systemClock } from '../../../electron/platform/terminal/index.ts';
import { maxPreviewBytes } from '../../../shared/model/file-preview.ts';
import { acmeClient, type DossierModule, openModule } from '../../support/app/dossier-module.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { noPoppler, pagesOf, textsOf } from '../../support/samples/poppler.ts';
import { drawPdf, writeScan } from '../../support/samples/sample-files.ts';
import { addDownloadedFile, agency, storeDispatch } from '../../support/samples/stored-folders.ts';
import { skippedFor } from '../../support/skipped.ts';

let dossier: DossierModule;
let printFolder: string;
const dispatches = [{ connectionId: agency, number: '123457' }];

beforeEach(async () => {
  printFolder = temporaryFolder('print');
  dossier = await openModule({ clients: [acmeClient], printFolder });
  const files = temporaryFolder();
  const types = ['SEGURO', 'FACTURA', 'DIN', 'ORIGEN', 'XML'];
  const documents = types.map((type) => ({ type, id: type, folio: '7' }));
  await storeDispatch(dossier.store, { number: '123457', documents });
  await drawPdf(join(files, 'DIN.pdf'), { label: 'declaración', pages: 2 });
  await drawPdf(join(files, 'SEGURO.pdf'), { label: 'póliza' });
  await drawPdf(join(files, 'FACTURA.pdf'), { label: 'secreta', password: 'clave' });
  writeFileSync(join(files, 'XML.xml'), '<a/>');
  for (const [id, name] of [
    ['DIN', 'DIN.pdf'],
    ['SEGURO', 'SEGURO.pdf'],
    ['FACTURA', 'FACTURA.pdf'],
    ['XML', 'XML.xml'],
  ] as const)
    await addDownloadedFile(dossier.store, id, join(files, name));
});
afterEach(() => dossier.close());

it('a file of a delivery that the system does not print ends by a code that says what to do', async () => {
  await dossier.close();
  const away = async () => {
    throw new Error('the printer is away');
  };
  const desktop = { printFile: away } as unknown as DeliveryContext['desktop'];
  dossier = await openModule({ printFolder, desktop });
  await storeDispatch(dossier.store, { number: '123457', documents: ['DIN'] });
  const [id = ''] = await storeDispatch(dossier.store, { number: '123457', documents: ['DIN'] });
  const path = join(temporaryFolder(), 'DIN.pdf');
  await drawPdf(path, { label: 'declaración' });
  await addDownloadedFile(dossier.store, id, path);
  await expect(
    dossier.handlers['deliveries.print']({ connectionId: agency, id } as never),
  ).rejects.toMatchObject({
    code: 'PRINT_NOT_OPENED',
  });
});

describe('a print job', () => {
  it('of a dispatch is one PDF in customs order without a cover, and names what it leaves out', async () => {
    const prepared = await dossier.handlers['deliveries.preparePrint']({
      jobId: 'one',
      documents: [],
      dispatches,
    });
    expect(prepared).toMatchObject({ pages: 3, printed: 2 });
    expect(prepared.unprinted).toEqual([
      { number: '123457', type: 'ORIGEN', folio: '7', code: 'DOCUMENT_NOT_HERE' },
      { number: '123457', type: 'FACTURA', folio: '7', reason: 'encrypted' },
      { number: '123457', type: 'XML', folio: '7', reason: 'not-a-pdf' },
    ]);
    const [name = ''] = readdirSync(printFolder);
    const path = join(printFolder, name);
    expect(readFileSync(path)).toHaveLength(prepared.bytes);
    await dossier.handlers['deliveries.openPrint'](undefined);
    expect(dossier.desktopCalls).toEqual([['open', path]]);
  });

  it("of a dispatch obeys its client's types and order, tells what they leave out, and has it when asked", async () => {
    await dossier.close();
    dossier = await openModule({
      clients: [acmeClient],
      printFolder,
      readRules: () => () => ({ email: '', types: ['SEGURO', 'DIN'], order: ['SEGURO', 'DIN', 'ORIGEN'] }),
    });
    const documents = ['DIN', 'SEGURO', 'ORIGEN'].map((type) => ({ type, id: type, folio: '7' }));
    await storeDispatch(dossier.store, { number: '123457', documents });
    const files = temporaryFolder();
    for (const type of ['DIN', 'SEGURO', 'ORIGEN']) {
      await drawPdf(join(files, `${type}.pdf`), { label: type });
      await addDownloadedFile(dossier.store, type, join(files, `${type}.pdf`));
    }
    const { handlers } = dossier;
    const request = { jobId: 'one', documents: [], dispatches };
    expect(await handlers['deliveries.preparePrint'](request)).toMatchObject({ printed: 2, outsideRules: 1 });
    if (!noPoppler)
      expect(textsOf(join(printFolder, readdirSync(printFolder)[0] ?? ''))[0]).toContain('SEGURO');
    expect(await handlers['deliveries.preparePrint']({ ...request, withAllTypes: true })).toMatchObject({
      printed: 3,
      outsideRules: 0,
    });
    const chosen = { ...request, dispatches: [], documents: [{ connectionId: agency, id: 'ORIGEN' }] };
    expect(await handlers['deliveries.preparePrint'](chosen)).toMatchObject({ printed: 1, outsideRules: 0 });
  });

  it('has its pages in that order', skippedFor(noPoppler), async () => {
    await dossier.handlers['deliveries.preparePrint']({ jobId: 'one', documents: [], dispatches });
    const path = join(printFolder, readdirSync(printFolder)[0] ?? '');
    expect(pagesOf(path)).toBe(3);
    expect(textsOf(path).map((text) => (text.includes('póliza') ? 'SEGURO' : 'DIN'))).toEqual([
      'DIN',
      'DIN',
      'SEGURO',
    ]);
  });

  it("of chosen documents holds them alone, and replaces the file of the one before, not a person's", async () => {
    await dossier.handlers['deliveries.preparePrint']({ jobId: 'one', documents: [], dispatches });
    const [first = ''] = readdirSync(printFolder);
    writeFileSync(join(printFolder, 'Mi factura.pdf'), 'of a person');
    const documents = [{ connectionId: agency, id: 'SEGURO' }];
    const prepared = await dossier.handlers['deliveries.preparePrint']({
      jobId: 'one',
      documents,
      dispatches: [],
    });
    expect(prepared).toMatchObject({ pages: 1, printed: 1, unprinted: [] });
    expect(existsSync(join(printFolder, first))).toBe(false);
    expect(readdirSync(printFolder)).toHaveLength(2);
  });

  it('of more than the viewer shows is one job, whose file is read slice by slice', async () => {
    const scan = join(temporaryFolder(), 'ORIGEN.pdf');
    writeScan(scan, 'certificado', 2, 18 * 1024 * 1024);
    await addDownloadedFile(dossier.store, 'ORIGEN', scan);
    const prepared = await dossier.handlers['deliveries.preparePrint']({
      jobId: 'one',
      documents: [],
      dispatches,
    });
    expect(prepared).toMatchObject({ pages: 5, printed: 3 });
    expect(prepared.bytes).toBeGreaterThan(maxPreviewBytes);
    const slices: Buffer[] = [];
    for (let begin = 0; begin < prepared.bytes; ) {
      const { base64 } = await dossier.handlers['deliveries.readPrint']({ jobId: 'one', begin });
      const slice = Buffer.from(base64, 'base64');
      slices.push(slice);
      begin += slice.length;
    }
    expect(slices.length).toBeGreaterThan(1);
    const file = readFileSync(join(printFolder, readdirSync(printFolder)[0] ?? ''));
    expect(Buffer.concat(slices).equals(file)).toBe(true);
    await expect(
      dossier.handlers['deliveries.readPrint']({ jobId: 'earlier', begin: 0 }),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('that ends takes its file along, unless a program opened it', async () => {
    const { handlers } = dossier;
    await handlers['deliveries.preparePrint']({ jobId: 'one', documents: [], dispatches });
    await handlers['deliveries.cancelPrint']({ jobId: 'one' });
    expect(readdirSync(printFolder)).toEqual([]);
    await handlers['deliveries.preparePrint']({ jobId: 'one', documents: [], dispatches });
    await handlers['deliveries.openPrint'](undefined);
    await handlers['deliveries.cancelPrint']({ jobId: 'one' });
    expect(readdirSync(printFolder)).toHaveLength(1);
  });

  it('that is cancelled before its preparation arrives never begins, and no other ends with it', async () => {
    const { handlers } = dossier;
    await handlers['deliveries.cancelPrint']({ jobId: 'overtaken' });
    await expect(
      handlers['deliveries.preparePrint']({ jobId: 'overtaken', documents: [], dispatches }),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
    await handlers['deliveries.preparePrint']({ jobId: 'next', documents: [], dispatches });
    await handlers['deliveries.cancelPrint']({ jobId: 'earlier' });
    expect(readdirSync(printFolder)).toHaveLength(1);
  });

  it('that another supersedes while it locates its files leaves the file of the other', async () => {
    const [isLocating, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const gates = [isLocating];
    const fileOf: DossierModule['fileOf'] = async (key) => {
      const first = gates.pop();
      first?.resolve();
      if (first) await mayGoOn.promise;
      return dossier.fileOf(key);
    };
    let made = 0;
    const names: (string | undefined)[] = [];
    const prints = new PrintJobs(
      {
        store: dossier.store,
        clock: systemClock,
        readRules: () => () => ({ email: '' }),
        printFolder,
        startWorker,
        fileOf,
        uuid: () => `00000000-0000-4000-8000-00000000000${++made}`,
        desktop: { openFile: async () => undefined },
        translatorNow: () => createTranslator('es-CL'),
      },
      {
        get: async (_documents, name) => {
          names.push(name);
          return [];
        },
      },
      new AbortController().signal,
    );
    const request = { documents: [{ connectionId: agency, id: 'SEGURO' }], dispatches: [] };
    const superseded = prints.prepare({ jobId: 'one', ...request });
    await isLocating.promise;
    expect(await prints.prepare({ jobId: 'two', ...request })).toMatchObject({ printed: 1 });
    mayGoOn.resolve();
    await expect(superseded).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(names).toEqual(Array(2).fill('Documentos para imprimir'));
    expect(readdirSync(printFolder)).toEqual(['00000000-0000-4000-8000-000000000001.pdf']);
    await prints.end();
    expect(readdirSync(printFolder)).toEqual([]);
  });

  it('of nothing that can be had has no file, and says why', async () => {
    const documents = [{ connectionId: agency, id: 'ORIGEN' }];
    const prepared = await dossier.handlers['deliveries.preparePrint']({
      jobId: 'one',
      documents,
      dispatches: [],
    });
    expect(prepared).toMatchObject({ bytes: 0, printed: 0, unprinted: [{ type: 'ORIGEN' }] });
    expect(readdirSync(printFolder)).toEqual([]);
    await expect(dossier.handlers['deliveries.openPrint'](undefined)).rejects.toMatchObject({
      code: 'DOCUMENT_NOT_HERE',
    });
  });
});
