import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery, ZipRequest } from '../../../shared/model/delivery.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { acmeClient, type DossierModule, openModule } from '../../support/app/dossier-module.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { addDownloadedFile, agency, storeDispatch } from '../../support/samples/stored-folders.ts';

const otherRut = '96790240-3' as Rut;
const orders: Record<string, readonly string[]> = {};
const typesOf: Record<string, string[]> = {};

let dossier: DossierModule;
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
  const readRules = () => (rut: string) => ({
    email: rut === acmeClient.rut ? acmeClient.email : '',
    ...(orders[rut] && { order: orders[rut] }),
    ...(typesOf[rut] && { types: typesOf[rut] }),
  });
  dossier = await openModule({ clients: [acmeClient], readRules });
});
afterEach(async () => {
  delete orders[acmeClient.rut];
  delete typesOf[acmeClient.rut];
  await dossier.close();
});

/** A dispatch of a client with an invoice and a declaration, here, and a certificate that is not. */
async function storeDocuments(number: string, rut: Rut = acmeClient.rut): Promise<void> {
  const types = ['FACTURA', 'DIN', 'ORIGEN'];
  const documents = types.map((type) => ({ type, id: `${number}-${type}`, folio: '7' }));
  await storeDispatch(dossier.store, { number, rut, documents });
  for (const type of types.slice(0, 2)) {
    const path = join(folder, `${number} ${type}.pdf`);
    writeFileSync(path, `${type} of ${number}`);
    await addDownloadedFile(dossier.store, `${number}-${type}`, path);
  }
}

async function noteDispatch(number: string): Promise<void> {
  const dispatch = { connectionId: agency, number, rut: acmeClient.rut };
  await dossier.store.setDispatchNote(dispatch, 'Esperar al camión de Ñuñoa', '2026-10-15T12:00:00Z');
}

const documentsOf = (number: string) =>
  ['FACTURA', 'DIN', 'ORIGEN'].map((type) => ({ connectionId: agency, id: `${number}-${type}` }));

async function zipped(overrides: Partial<ZipRequest>): Promise<Delivery> {
  const request = { documents: [], handoverIds: [], folder, name: 'Octubre', mostBytes: 0, ...overrides };
  return dossier.ended(await dossier.deliveries.zip(request));
}

/** The drafts that were opened so far. */
function drafts(): Promise<Email[]> {
  const opened = dossier.desktopCalls.filter(([action]) => action === 'open');
  return Promise.all(opened.map(([, path]) => PostalMime.parse(readFileSync(String(path)))));
}

const header = (draft: Email | undefined, key: string) =>
  draft?.headers.find((one) => one.key === key)?.value;

describe('a ZIP in a mail', () => {
  it('is a draft to the client with the ZIP in it, whose text says what is missing and what does not exist', async () => {
    await storeDocuments('123457');
    await storeDocuments('123458');
    const { mail } = await zipped({
      documents: [...documentsOf('123457'), ...documentsOf('123458')],
      notFound: ['999001', '999002'],
      opensMail: true,
    });
    expect(mail).toEqual({ drafts: 1, attached: 1, leftOut: [], to: 'ana@acme.example' });
    const [draft] = await drafts();
    expect(header(draft, 'x-unsent')).toBe('1');
    expect(draft?.to?.map(({ address }) => address)).toEqual(['ana@acme.example']);
    expect(draft?.subject).toBe('Documentos de 2 despachos');
    expect(draft?.attachments.map(({ filename }) => filename)).toEqual(['Octubre.zip']);
    for (const text of [
      'Adjuntamos los documentos de 2 despachos: 123457, 123458.',
      'Faltan 2 de 6 documentos',
      'Despacho 123457: ORIGEN 7: no se descargó',
      '2 números no se encontraron: 999001, 999002.',
    ]) {
      expect(draft?.text).toContain(text);
    }
  });

  it('has no address where the client has none, and none where there are several clients', async () => {
    await storeDocuments('123457', otherRut);
    await zipped({ documents: documentsOf('123457'), opensMail: true });
    await storeDocuments('123458');
    const both = [...documentsOf('123457'), ...documentsOf('123458')];
    const { mail, state } = await zipped({ documents: both, opensMail: true });
    expect([state, mail?.to, mail?.error]).toEqual(['done', '', undefined]);
    expect((await drafts()).map(({ to }) => to ?? [])).toEqual([[], []]);
    const clients = await dossier.deliveries.clientsOf({ dispatches: [], documents: both, deliveryIds: [] });
    expect(clients.toSorted()).toEqual([acmeClient.rut, otherRut].toSorted());
  });

  it('has no address where a document without a dispatch is of another client', async () => {
    await storeDocuments('123457');
    await storeDispatch(dossier.store, {
      number: '',
      rut: otherRut,
      isComplete: false,
      documents: [{ type: 'FACTURA', id: 'loose', folio: '7' }],
    });
    const documents = [...documentsOf('123457'), { connectionId: agency, id: 'loose' }];
    const clients = await dossier.deliveries.clientsOf({ dispatches: [], documents, deliveryIds: [] });
    expect(clients.toSorted()).toEqual([acmeClient.rut, otherRut].toSorted());
    expect((await zipped({ documents, opensMail: true })).mail?.to).toBe('');
  });

  it('of 300 MB stays out of it: the text names its folder', async () => {
    await storeDocuments('123457');
    const delivery = await zipped({ documents: documentsOf('123457') });
    truncateSync(delivery.files[0] ?? '', 300_000_000);
    const mail = await dossier.deliveries.mail({ deliveryId: delivery.id });
    expect(mail).toMatchObject({ drafts: 1, attached: 0, leftOut: ['Octubre.zip'] });
    const [draft] = await drafts();
    expect(draft?.attachments).toEqual([]);
    expect(draft?.text).toContain(`No cabe en un correo: Octubre.zip. Está en la carpeta ${folder}`);
    expect(draft?.text).toContain('Tenemos listos los documentos del despacho 123457.');
    expect(draft?.text).not.toContain('Adjuntamos');
  });

  it('that was moved away is not mailed as one that does not fit', async () => {
    await storeDocuments('123457');
    const delivery = await zipped({ documents: documentsOf('123457') });
    const [path = ''] = delivery.files;
    renameSync(path, join(temporaryFolder(), 'Octubre.zip'));
    const mail = await dossier.deliveries.mail({ deliveryId: delivery.id });
    expect(mail).toMatchObject({ drafts: 0, leftOut: [], error: { code: 'FOLDER_GONE', values: { path } } });
    expect(await drafts()).toEqual([]);
  });

  it('numbers more than 99 documents so that names keep their order', async () => {
    const documents = Array.from({ length: 100 }, (_, n) => ({
      type: 'FACTURA',
      id: `many-${n}`,
      folio: '7',
    }));
    await storeDispatch(dossier.store, { number: '123459', documents });
    for (const { id } of documents) {
      const path = join(folder, `${id}.pdf`);
      writeFileSync(path, id);
      await addDownloadedFile(dossier.store, id, path);
    }
    const { files } = await zipped({ documents: documents.map(({ id }) => ({ connectionId: agency, id })) });
    const content = readFileSync(files[0] ?? '').toString('latin1');
    const names = [...new Set(content.match(/\d+_many-\d+\.pdf/g))];
    expect(names).toHaveLength(100);
    expect(names.toSorted().at(-1)).toMatch(/^100_/);
  });

  it('of several parts is one message for each', async () => {
    await storeDocuments('123457');
    const { files, mail } = await zipped({
      documents: documentsOf('123457'),
      mostBytes: 300,
      opensMail: true,
    });
    expect(files.length).toBeGreaterThan(1);
    expect(mail).toMatchObject({ drafts: files.length, attached: files.length });
    expect((await drafts()).map(({ subject }) => subject)).toEqual(
      files.map((_, index) => `Documentos del despacho 123457 (${index + 1}/${files.length})`),
    );
  });
});

describe('documents in a mail', () => {
  it("are attached one by one in their client's order, and what is missing is named", async () => {
    await storeDocuments('123457');
    const names = async () => {
      await dossier.deliveries.mail({ documents: documentsOf('123457') });
      return (await drafts()).at(-1)?.attachments.map(({ filename }) => filename);
    };
    expect(await names()).toEqual(['123457 DIN.pdf', '123457 FACTURA.pdf']);
    orders[acmeClient.rut] = ['FACTURA', 'DIN'];
    expect(await names()).toEqual(['123457 FACTURA.pdf', '123457 DIN.pdf']);
    expect((await drafts())[0]?.text).toContain('Falta 1 de 3 documentos');
    expect(dossier.fetches.map(({ name }) => name)).toContain('Documentos para un correo');
  });

  it('name the numbers that were asked for with them and not found', async () => {
    await storeDocuments('123457');
    await dossier.deliveries.mail({ documents: documentsOf('123457'), notFound: ['999001', '999002'] });
    expect((await drafts())[0]?.text).toContain('2 números no se encontraron: 999001, 999002.');
  });

  it('that do not fit are told, and which they are: their text names their folder', async () => {
    await storeDocuments('123457');
    truncateSync(join(folder, '123457 DIN.pdf'), 30_000_000);
    const mail = await dossier.deliveries.mail({ documents: documentsOf('123457') });
    expect(mail).toMatchObject({
      drafts: 1,
      attached: 1,
      leftOut: ['123457 DIN.pdf'],
      leftOutDocuments: [{ connectionId: agency, id: '123457-DIN' }],
    });
    expect((await drafts())[0]?.text).toContain(
      `No cabe en un correo: 123457 DIN.pdf. Está en la carpeta ${folder}\n`,
    );
  });

  it('that do not fit are not those of the same name in another folder', async () => {
    await storeDispatch(dossier.store, {
      number: '123457',
      documents: ['big', 'small'].map((id) => ({ type: 'DIN', id, folio: '7' })),
    });
    const folders: Record<string, string> = {};
    for (const [id, bytes] of Object.entries({ big: 30_000_000, small: 3 })) {
      const own = temporaryFolder();
      folders[id] = own;
      const path = join(own, 'DIN 7.pdf');
      writeFileSync(path, 'DIN');
      truncateSync(path, bytes);
      await addDownloadedFile(dossier.store, id, path);
    }
    const documents = ['big', 'small'].map((id) => ({ connectionId: agency, id }));
    expect(await dossier.deliveries.mail({ documents })).toMatchObject({
      attached: 1,
      leftOut: ['DIN 7.pdf'],
      leftOutDocuments: [{ connectionId: agency, id: 'big' }],
    });
    expect((await drafts())[0]?.text).toContain(`DIN 7.pdf. Está en la carpeta ${folders['big']}\n`);
    expect((await drafts())[0]?.text).not.toContain(folders['small']);
  });

  it("have the person's notes on their dispatches in the text only where that is chosen", async () => {
    await storeDocuments('123457');
    await storeDocuments('123458');
    await noteDispatch('123457');
    const documents = [...documentsOf('123457'), ...documentsOf('123458')];
    expect(await dossier.handlers['deliveries.notes']({ documents })).toBe(1);
    expect(await dossier.handlers['deliveries.notes']({ documents: documentsOf('123458') })).toBe(0);
    await dossier.deliveries.mail({ documents });
    await dossier.deliveries.mail({ documents, withNotes: true });
    const [plain, noted] = await drafts();
    expect(plain?.text).not.toContain('camión');
    expect(noted?.text).toContain('Notas de los despachos:\n123457: Esperar al camión de Ñuñoa\n\nSaludos');
  });

  it('do not wait for a paused batch: what is missing is named', async () => {
    const paused = await openModule({
      clients: [acmeClient],
      fetcher: {
        fetch: (_, { signal, onProgress }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            onProgress({ batchIds: ['batch-1'], done: 0, of: 1, pausedWhy: 'person' });
          }),
        cancel: async () => undefined,
      },
    });
    await dossier.close();
    dossier = paused;
    await storeDocuments('123457');
    const mail = await dossier.deliveries.mail({ documents: documentsOf('123457') });
    expect(mail).toMatchObject({ drafts: 1, attached: 2 });
    expect((await drafts())[0]?.text).toContain('Falta 1 de 3 documentos');
  });
});

it('a message of documents of several clients says why it lacks its address', async () => {
  await storeDocuments('123457');
  await storeDocuments('123458', otherRut);
  const documents = [...documentsOf('123457'), ...documentsOf('123458')];
  expect(await dossier.deliveries.mail({ documents })).toMatchObject({ to: '', hasSeveralClients: true });
});

describe('a message with the documents of its dispatches', () => {
  it('has those types alone that the rules of each client keep, and says how many others there are', async () => {
    typesOf[acmeClient.rut] = ['DIN'];
    await storeDocuments('123457');
    await storeDocuments('123458', otherRut);
    const opened = await dossier.deliveries.openDraft({
      to: '',
      subject: 'Documentos',
      body: 'Estimados:',
      documentsOf: ['123457', '123458'].map((number) => ({ connectionId: agency, number })),
      language: 'es-CL',
    });
    expect(opened).toEqual({
      attached: 3,
      leftOut: [],
      undelivered: { count: 1, of: 4 },
      outsideRules: 2,
    });
    const [draft] = await drafts();
    expect(draft?.attachments.map(({ filename }) => filename)).toEqual([
      '123457 DIN.pdf',
      '123458 DIN.pdf',
      '123458 FACTURA.pdf',
    ]);
  });
});

describe('a message that asks for documents', () => {
  it('says in its text what it could not take, and the folder', async () => {
    await storeDocuments('123457');
    truncateSync(join(folder, '123457 DIN.pdf'), 30_000_000);
    const opened = await dossier.deliveries.openDraft({
      to: '',
      subject: 'Documentos pendientes',
      body: 'Estimados:\n\nNos falta el certificado.',
      documentsOf: [{ connectionId: agency, number: '123457' }],
      language: 'es-CL',
    });
    expect(opened).toMatchObject({ attached: 1, leftOut: ['123457 DIN.pdf'] });
    const [draft] = await drafts();
    expect(draft?.text).toContain('Nos falta el certificado.\n\nFalta 1 de 3 documentos');
    expect(draft?.text).toContain(`No cabe en un correo: 123457 DIN.pdf. Está en la carpeta ${folder}`);
  });
});

describe('a package', () => {
  it("has the person's notes on its dispatches only where that is chosen", async () => {
    await storeDocuments('123457');
    await noteDispatch('123457');
    const target = temporaryFolder();
    const readMe = async (chosen: { withNotes?: boolean }) => {
      const request = { text: '123457', folder: target, language: 'es-CL', fetch: false, ...chosen } as const;
      await dossier.ended(await dossier.deliveries.makePackage(request));
      return readFileSync(join(target, 'LEEME.txt'), 'utf8');
    };
    expect(await readMe({})).not.toContain('camión');
    expect(await readMe({ withNotes: true })).toContain(
      'Notas de los despachos:\r\n123457: Esperar al camión de Ñuñoa\r\n',
    );
    expect(await readMe({})).not.toContain('camión');
  });
});

/** As the directory of a ZIP has them. */
function namesInArchive(path: string): string[] {
  const bytes = readFileSync(path);
  const names: string[] = [];
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 1))
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)));
  return names;
}

describe('a package in a mail', () => {
  it('is a ZIP of all its documents and lists', async () => {
    await storeDocuments('123457');
    const target = temporaryFolder();
    const packed = await dossier.ended(
      await dossier.deliveries.makePackage({
        text: '123457\n999001',
        folder: target,
        language: 'es-CL',
        fetch: false,
      }),
    );
    expect(packed.state).toBe('done');
    const zip = await zipped({ handoverIds: [packed.id], opensMail: true });
    expect(zip.mail).toMatchObject({ attached: 1, to: 'ana@acme.example' });
    const content = readFileSync(zip.files[0] ?? '').toString('latin1');
    for (const name of ['01_DIN_7.pdf', '02_FACTURA_7.pdf', 'indice.csv', 'no-encontrados.csv'])
      expect(content).toContain(name);
    expect((await drafts())[0]?.text).toContain('1 número no se encontró: 999001.');
  });

  it('has nothing of another package in the same folder', async () => {
    await storeDocuments('123457');
    await storeDocuments('123458');
    const target = temporaryFolder();
    const pack = async (text: string) => {
      const request = { text, folder: target, language: 'es-CL', fetch: false } as const;
      return dossier.ended(await dossier.deliveries.makePackage(request));
    };
    await pack('123458');
    const zip = await zipped({ handoverIds: [(await pack('123457')).id] });
    const names = namesInArchive(zip.files[0] ?? '');
    expect(names.filter((name) => name.startsWith('123457'))).toHaveLength(2);
    // That of the ZIP names what is missing, that of the package its lists.
    expect(names.filter((name) => !name.startsWith('123457'))).toEqual(['LEEME (2).txt', 'LEEME.txt']);
  });
});
