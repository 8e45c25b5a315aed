import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxPathLength } from '../../../electron/lib/max-path-length.ts';
import type { Client } from '../../../shared/model/connection.ts';
import type { Delivery, PackageRequest, ZipRequest } from '../../../shared/model/delivery.ts';
import { packageTemplate } from '../../../shared/model/last-destination.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { acmeClient, type DossierModule, openModule } from '../../support/app/dossier-module.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { addDownloadedFile, agency, storeDispatch } from '../../support/samples/stored-folders.ts';

const otherRut = '96790240-3' as Rut;

let template: string | undefined;
let dossier: DossierModule;
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
  await open(acmeClient);
});
afterEach(async () => {
  template = undefined;
  await dossier.close();
});

async function open(client: Client): Promise<void> {
  const readRules = () => (rut: string) => ({
    email: '',
    ...(rut === acmeClient.rut && template !== undefined && { template }),
  });
  dossier = await openModule({ clients: [client], readRules });
}

/** A dispatch of a client with an invoice and a declaration, here, and a certificate that is not. */
async function storeDocuments(
  number: string,
  rut: Rut = acmeClient.rut,
  reference = 'REF-01',
): Promise<void> {
  const types = ['FACTURA', 'DIN', 'ORIGEN'];
  const documents = types.map((type) => ({ type, id: `${number}-${type}`, folio: '7', reference }));
  await storeDispatch(dossier.store, { number, rut, documents });
  for (const type of types.slice(0, 2)) {
    const path = join(folder, `${number} ${type}.pdf`);
    writeFileSync(path, `${type} of ${number}`);
    await addDownloadedFile(dossier.store, `${number}-${type}`, path);
  }
}

const documentsOf = (number: string) =>
  ['FACTURA', 'DIN', 'ORIGEN'].map((type) => ({ connectionId: agency, id: `${number}-${type}` }));

async function zipped(overrides: Partial<ZipRequest>): Promise<Delivery> {
  const request = { documents: [], handoverIds: [], folder, name: 'Octubre', mostBytes: 0, ...overrides };
  return dossier.ended(await dossier.deliveries.zip(request));
}

/** The paths of the documents in an archive, in their order. */
function namesIn({ files }: Delivery): string[] {
  const archive = readFileSync(files[0] ?? '').toString('latin1');
  return [...new Set(archive.match(/[\w ./-]+\.pdf/g))];
}

describe('a ZIP', () => {
  it('has the folders and names of the rules of each client, unless these are left aside', async () => {
    template = '{client}/{dispatch}/{type}-{nn}';
    await storeDocuments('123457');
    await storeDocuments('123458', otherRut);
    const documents = [...documentsOf('123457'), ...documentsOf('123458')];
    expect(namesIn(await zipped({ documents }))).toEqual([
      'ACME Ltda/123457/DIN-01.pdf',
      'ACME Ltda/123457/FACTURA-02.pdf',
      '123458_REF-01/01_123458 DIN.pdf',
      '123458_REF-01/02_123458 FACTURA.pdf',
    ]);
    expect(namesIn(await zipped({ documents, withPlainNames: true }))[0]).toBe(
      '123457_REF-01/01_123457 DIN.pdf',
    );
  });

  it('has no path that Windows programs cannot open once it is extracted', async () => {
    template = '{client}/{dispatch}_{reference}/{type}/{nn}_{type}_{number}_{reference}';
    await dossier.close();
    await open({ ...acmeClient, name: 'Importadora y Exportadora '.repeat(5).trim() });
    await storeDocuments('123457', acmeClient.rut, 'ORDEN DE COMPRA '.repeat(10).slice(0, 150));
    const names = namesIn(await zipped({ documents: documentsOf('123457') }));
    expect(names.map((name) => name.split('/').length)).toEqual([4, 4]);
    const extracted = 'C:/Users/maria.fernandez/Downloads/ACME Ltda, octubre de 2026, 12 despachos/';
    for (const name of names) expect(extracted.length + name.length).toBeLessThanOrEqual(maxPathLength);
  });
});

describe('a package of a client whose rules name documents', () => {
  const make = async (target: string, overrides: Partial<PackageRequest> = {}) => {
    const request = { text: '123457\n123458', folder: target, language: 'es-CL', fetch: false } as const;
    return dossier.ended(await dossier.deliveries.makePackage({ ...request, ...overrides }));
  };
  const filesOf = (target: string) =>
    readFileSync(join(target, 'indice.csv'), 'utf8').match(/[\w /-]+\.pdf/g);

  it('has its folders and names, and only adds when it is made again', async () => {
    template = '{client}/{type}/{dispatch}-{nn}';
    await storeDocuments('123457');
    await storeDocuments('123458', otherRut);
    const target = temporaryFolder();
    expect(await make(target)).toMatchObject({ state: 'done', packed: { added: 4 } });
    expect(filesOf(target)).toEqual([
      'ACME Ltda/DIN/123457-01.pdf',
      'ACME Ltda/FACTURA/123457-02.pdf',
      '123458_REF-01/01_DIN_7.pdf',
      '123458_REF-01/02_FACTURA_7.pdf',
    ]);
    expect(readFileSync(join(target, 'ACME Ltda', 'DIN', '123457-01.pdf'), 'utf8')).toBe('DIN of 123457');
    expect(await make(target)).toMatchObject({ packed: { added: 0, alreadyThere: 4 } });
    expect(filesOf(target)).toHaveLength(4);
  });

  it('names all alike where the rules are left aside', async () => {
    template = '{client}/{type}/{dispatch}-{nn}';
    await storeDocuments('123457');
    const target = temporaryFolder();
    await make(target, { withAllTypes: true });
    expect(filesOf(target)).toEqual(['123457_REF-01/01_DIN_7.pdf', '123457_REF-01/02_FACTURA_7.pdf']);
  });

  /** The certificate of a dispatch, which arrives after a package was made. */
  const addCertificate = async (number: string) => {
    const path = join(folder, `${number} ORIGEN.pdf`);
    writeFileSync(path, `ORIGEN of ${number}`);
    await addDownloadedFile(dossier.store, `${number}-ORIGEN`, path);
  };

  it('puts what is added without the rules in a folder of its dispatch, not of its client or its type', async () => {
    template = '{client}/{type}/{dispatch}-{nn}';
    await storeDocuments('123457');
    const target = temporaryFolder();
    await make(target);
    await addCertificate('123457');
    await make(target, { withAllTypes: true });
    expect(filesOf(target)?.at(-1)).toBe('123457_REF-01/03_ORIGEN_7.pdf');
  });

  it('never adds two dispatches without the rules to one folder', async () => {
    template = '{client}/{dispatch}-{nn}';
    const numbers = ['123457', '123458'];
    for (const number of numbers) await storeDocuments(number);
    const target = temporaryFolder();
    await make(target);
    for (const number of numbers) await addCertificate(number);
    await make(target, { withAllTypes: true });
    expect(filesOf(target)?.slice(-2)).toEqual([
      '123457_REF-01/03_ORIGEN_7.pdf',
      '123458_REF-01/03_ORIGEN_7.pdf',
    ]);
  });

  it('keeps adding without the rules to the folder that a dispatch has to itself', async () => {
    template = '{reference} {dispatch}/{nn}';
    await storeDocuments('123457');
    const target = temporaryFolder();
    await make(target);
    await addCertificate('123457');
    await make(target, { withAllTypes: true });
    expect(filesOf(target)?.at(-1)).toBe('REF-01 123457/03_ORIGEN_7.pdf');
  });

  it('keeps the name of its dispatch for a folder that has only its folders', async () => {
    template = '{dispatch}_{reference}/{type}/{nn}';
    await storeDocuments('123457');
    const target = temporaryFolder();
    await make(target);
    await addCertificate('123457');
    await make(target, { withAllTypes: true });
    expect(filesOf(target)?.at(-1)).toBe('123457_REF-01/03_ORIGEN_7.pdf');
  });

  it('fetches for a client to its own folder, for those without such rules into the package', async () => {
    await storeDocuments('123457');
    await storeDocuments('123458', otherRut);
    const target = temporaryFolder();
    await make(target, { fetch: true });
    template = '{client}/{type}/{dispatch}-{nn}';
    await make(target, { fetch: true });
    await make(target, { fetch: true, withAllTypes: true });
    const into = { folder: target, template: packageTemplate };
    const destinations = dossier.fetches.map(({ documents }) => documents.map((one) => one.into));
    expect(destinations).toEqual([
      [into, into],
      [undefined, into],
      [into, into],
    ]);
  });
});
