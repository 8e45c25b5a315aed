import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../electron/app.ts';
import { folioKey, partyKey } from '../../../electron/database/rules/folio.ts';
import { systemClock } from '../../../electron/platform/terminal/index.ts';
import type { Delivery } from '../../../shared/model/delivery.ts';
import type { MissingDocument } from '../../../shared/model/dossier.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import {
  findCases,
  type PracticeAgency,
  type PracticeCases,
  type PracticeDocument,
  startPractice,
} from '../../support/agency/practice-agency.ts';
import { testHost } from '../../support/app/host.ts';
import { type Call, callsOf } from '../../support/app/page-calls.ts';
import { filesContaining } from '../../support/disk/files-containing.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { bookmarksOf, noPoppler, pagesOf, textsOf } from '../../support/samples/poppler.ts';
import { skippedFor } from '../../support/skipped.ts';

// The whole way on the practice agency's made-up data: asked over HTTP, kept, judged, downloaded, delivered
// as files.

const begun = systemClock.elapsed();
const noon = Date.parse('2026-11-20T15:00:00Z');
const clock = { ...systemClock, now: () => Math.round(noon + systemClock.elapsed() - begun) };
const everything = { scope: {}, offset: 0, limit: 500 };
const folder = temporaryFolder('practice-carpeta');
const savedTo: string[] = [];
let agency: PracticeAgency;
let cases: PracticeCases;
let app: App;
let call: Call;
let connectionId: string;

beforeAll(async () => {
  agency = await startPractice({ today: '2026-11-20', seed: 'carpeta', clock });
  const active = new Set(agency.clients.map(({ rut }) => rut));
  // One more client is not active: nobody can ask for what is theirs.
  cases = findCases({
    ...agency.data,
    types: agency.data.types,
    // A dispatch without documents is found by nobody who looks for documents.
    dispatches: agency.data.dispatches.filter(
      ({ client, documents }) => active.has(client.rut) && documents.length > 0,
    ),
    documents: () => [...agency.data.documents()].filter(({ client }) => active.has(client.rut)).values(),
  });
  const host = testHost(join(folder, 'home'), {
    clock,
    desktop: {
      chooseSavePath: async ({ suggestedName }) => {
        savedTo.push(join(folder, suggestedName));
        return savedTo.at(-1);
      },
    },
  });
  app = await createApp(host, { startPractice: async () => agency });
  call = callsOf(app.handlers);
  connectionId = (await call('connections.practice', undefined)).id;
  await runSearch();
}, 120_000);
afterAll(() => app.close());

/** Asks for everything of every client, each dispatch completely. */
async function runSearch(): Promise<void> {
  const ended = Promise.withResolvers<void>();
  let awaitedId = '';
  const off = app.on('search.progress', ({ resultSetId, state, problems }) => {
    if (resultSetId !== awaitedId || state === 'running') return;
    expect([state, problems]).toEqual(['done', []]);
    ended.resolve();
  });
  const { resultSetId } = await call('search.start', {
    kind: 'range',
    connectionIds: [connectionId],
    ruts: agency.clients.map(({ rut }) => rut),
    range: { kind: 'last-days', days: 800 },
    types: { kind: 'all', operation: 'both' },
    complete: true,
  });
  awaitedId = resultSetId;
  const { state } = await call('search.progress', { resultSetId });
  if (state !== 'running') ended.resolve();
  await ended.promise;
  off();
}

async function download(ids: readonly string[]): Promise<void> {
  const ended = Promise.withResolvers<void>();
  let awaitedId = '';
  const off = app.on('downloads.progress', ({ batches }) => {
    if (batches.some(({ id, state }) => id === awaitedId && state.kind === 'ended')) ended.resolve();
  });
  const { batchId } = await call('downloads.start', {
    selection: { kind: 'some', documents: ids.map((id) => ({ connectionId, id })) },
    folder: join(folder, 'papeles'),
    withInactive: false,
    force: false,
  });
  awaitedId = batchId;
  const status = (await call('downloads.list', undefined)).find(({ id }) => id === batchId);
  if (status?.state.kind === 'ended') ended.resolve();
  await ended.promise;
  off();
}

async function delivered(begin: () => Promise<{ deliveryId: string }>): Promise<Delivery> {
  const ended = Promise.withResolvers<Delivery>();
  const seen = new Map<string, Delivery>();
  let awaitedId = '';
  const look = (delivery: Delivery | undefined) => {
    if (delivery && delivery.state !== 'running') ended.resolve(delivery);
  };
  const off = app.on('deliveries.progress', (delivery) => {
    seen.set(delivery.id, delivery);
    if (delivery.id === awaitedId) look(delivery);
  });
  awaitedId = (await begin()).deliveryId;
  look(seen.get(awaitedId));
  const delivery = await ended.promise;
  off();
  return delivery;
}

const numberOf = ({ dispatch }: PracticeDocument) => dispatch?.number ?? '';
const seenByFinding = (document: PracticeDocument) => document.isActive && document.dispatch !== undefined;

describe('what dispatches lack', () => {
  it('holds the missing documents that the agency’s data has, each with its reason and who owes it', async () => {
    const { rows, partial } = await call('dossier.gaps', { ...everything, isOver: true });
    expect(partial).toBe(0);
    expect(await call('dossier.incomplete', { scope: {}, isOver: true })).toEqual([]);
    const has = (number: string, type: string) =>
      rows.some((missingDocument) => missingDocument.number === number && missingDocument.type === type);
    const groups = await call('dossier.expectations', { scope: {} });
    const expected = new Map(
      groups.flatMap(({ group, types }) =>
        types.map(({ type, isExpected }) => [
          JSON.stringify([group.rut, group.tramite, group.via, type]),
          isExpected,
        ]),
      ),
    );
    const judged = cases.missing.map(({ dispatch, type }) => {
      const { tipoTramite, viaTransporte } = dispatch.wire;
      const key = JSON.stringify([dispatch.client.rut, tipoTramite, viaTransporte, type]);
      return { number: dispatch.number, type, isExpected: expected.get(key) === true };
    });
    const learned = judged.filter(({ isExpected }) => isExpected);
    const { dispatch: missing, type: missingType } = agency.data.planted.missingDocument;
    expect(learned.map(({ number, type }) => [number, type])).toContainEqual([missing.number, missingType]);
    expect(learned.length).toBeGreaterThan(20);
    expect(learned.filter(({ number, type }) => !has(number, type))).toEqual([]);
    const [registered, usual] = [true, false].map((is) =>
      rows.filter(({ basis }) => (basis === 'registered') === is),
    );
    expect(usual?.every(({ seen, of }) => of >= 5 && seen >= 0.8 * of)).toBe(true);
    expect(registered?.every(({ kind }) => kind === 'no-file')).toBe(true);
    expect(registered).not.toEqual([]);
    expect(new Set(rows.map(({ responsible }) => responsible))).toContain('CLIENTE');
  });

  it('closes what was asked for when it arrives late, and is no longer missing', async () => {
    const { rows } = await call('dossier.gaps', { ...everything, isOver: true });
    const missingDocument = rows.find(({ kind }) => kind === 'missing') as MissingDocument;
    const [message] = await call('dossier.messages', {
      scope: {},
      language: 'es-CL',
      missingDocuments: [missingDocument],
    });
    expect(message?.body).toContain(missingDocument.type);
    await call('dossier.saveRequests', {
      missingDocuments: [missingDocument],
      askedOn: '2026-11-18',
      askedOf: 'María',
      note: '',
    });

    agency.changes.arrive({ dispatch: missingDocument.number, type: missingDocument.type });
    await runSearch();
    const after = await call('dossier.gaps', everything);
    expect(
      after.rows.some(
        ({ number, type }) => number === missingDocument.number && type === missingDocument.type,
      ),
    ).toBe(false);
    const arrived = await call('dossier.chases', { state: 'arrived', offset: 0, limit: 10 });
    expect(arrived.rows).toMatchObject([
      {
        number: missingDocument.number,
        type: missingDocument.type,
        askedOn: '2026-11-18',
        arrived: { on: '2026-11-20' },
      },
    ]);
  });

  it('saves as a file that holds every row', async () => {
    await call('lists.export', {
      list: 'gaps',
      query: { scope: {} },
      format: 'csv',
      name: 'Faltantes',
      columns: ['number', 'type', 'kind'].map((column) => ({ column, title: column })),
      words: { kind: { missing: 'no está', 'no-file': 'sin archivo' } },
    });
    const { total } = await call('dossier.gaps', everything);
    const text = readFileSync(savedTo.at(-1) ?? '', 'utf8');
    expect(text.trim().split('\r\n')).toHaveLength(total + 1);
    expect(text).toContain('no está');
  });
});

describe('what is worth a look', () => {
  const findings = async () => (await call('dossier.findings', { ...everything, withDismissed: false })).rows;

  it('holds every document that was charged twice', async () => {
    const found = (await findings())
      .filter(({ reason }) => reason.kind === 'same-paper-twice')
      .map(({ documents }) => documents.map(({ documentId }) => documentId));
    const doubled = cases.chargedTwice.filter((pair) => pair.every(seenByFinding));
    const planted = new Set(agency.data.planted.chargedTwice.map(({ id }) => id));
    expect(doubled.map((pair) => new Set(pair.map(({ id }) => id)))).toContainEqual(planted);
    for (const pair of doubled) {
      expect(found.some((ids) => pair.every(({ id }) => ids.includes(id)))).toBe(true);
    }
  });

  it('holds every charge that was paid in two dispatches, with its document or without', async () => {
    const found = (await findings())
      .filter(({ reason }) => reason.kind === 'same-paper-twice')
      .map(({ dispatches }) => dispatches.map(({ number }) => number));
    const { rows } = await call('dossier.payments', everything);
    const named = rows.filter(({ documentNumber, providerId }) => documentNumber !== '' && providerId !== '');
    const groups = Map.groupBy(
      named,
      ({ documentNumber, providerId }) => `${folioKey(documentNumber)} ${partyKey(providerId)}`,
    );
    const twice = [...groups.values()]
      .map((same) => [...new Set(same.map(({ dispatchNumber }) => dispatchNumber))])
      .filter(({ length }) => length > 1);
    const planted = agency.data.planted.paidTwice.map(({ dispatch }) => dispatch.number);
    expect(twice.map((numbers) => new Set(numbers))).toContainEqual(new Set(planted));
    for (const numbers of twice) {
      expect(found.some((one) => numbers.every((number) => one.includes(number)))).toBe(true);
    }
  });

  it('holds every document made out to a stranger, and none made out to client or agency', async () => {
    const found = (await findings())
      .filter(({ reason }) => reason.kind === 'foreign-customer')
      .flatMap(({ documents }) => documents.map(({ documentId }) => documentId));
    const foreign = cases.foreignDocuments.filter(seenByFinding).map(({ id }) => id);
    expect(foreign).toContain(agency.data.planted.foreignDocument.id);
    expect(found.sort()).toEqual(foreign.sort());
  });

  it('holds every disbursement whose net and tax are not its total, with the difference', async () => {
    const found = (await findings()).flatMap(({ reason }) =>
      reason.kind === 'totals-differ' ? [reason] : [],
    );
    const { rows } = await call('dossier.payments', everything);
    // Where the service does not tell net, tax and total, nobody can know.
    const isFound = (id: string) =>
      rows.some(
        (row) =>
          row.id === id &&
          ((row.net !== undefined && row.tax !== undefined) || JSON.stringify(row.item).includes('"neto"')),
      );
    const knowable = cases.totalsOff.filter(({ charge }) => isFound(charge.id));
    expect(knowable).toContainEqual(agency.data.planted.totalsOff);
    expect(found).toHaveLength(knowable.length);
    for (const { charge } of knowable) {
      const { net = 0, tax = 0, total = 0 } = charge.amounts ?? {};
      expect(found).toContainEqual(
        expect.objectContaining({ net, tax, total, difference: net + tax - total }),
      );
    }
  });

  it('holds dispatches with two documents where one is usual', async () => {
    const found = (await findings()).flatMap(({ reason, dispatches }) =>
      reason.kind === 'more-than-usual' ? [`${dispatches[0]?.number} ${reason.type}`] : [],
    );
    const groups = await call('dossier.expectations', { scope: {} });
    const isLearned = ({ dispatch, type }: PracticeCases['twoOfOne'][number]) =>
      groups.some(
        ({ group, types }) =>
          group.rut === dispatch.client.rut &&
          group.tramite === dispatch.tipoTramite &&
          group.via === dispatch.wire.viaTransporte &&
          types.some((one) => one.type === type && one.seen >= 5),
      );
    const isActive = ({ dispatch, type }: PracticeCases['twoOfOne'][number]) =>
      dispatch.documents.filter((document) => document.type === type && document.isActive).length > 1;
    const expected = cases.twoOfOne.filter((one) => isLearned(one) && isActive(one));
    expect(expected).toContainEqual(agency.data.planted.twoOfOne);
    for (const { dispatch, type } of expected) expect(found).toContain(`${dispatch.number} ${type}`);
  });
});

describe('disbursements', () => {
  it('have their documents where the data has them, and sums that leave out what is unknown', async () => {
    const { rows, sums, total, notRequested: unknownCount } = await call('dossier.payments', everything);
    expect([total, unknownCount]).toEqual([rows.length, 0]);
    expect(cases.unsupported).toContainEqual(agency.data.planted.unsupported);
    const unsupported = new Set(cases.unsupported.map(({ charge }) => charge.id));
    // Where the service does not say whose the charge is, another provider's document of that folio may be
    // its document.
    const isAmbiguous = ({ dispatchNumber, documentNumber, providerId }: (typeof rows)[number]) =>
      providerId === '' &&
      cases.sameFolio.some(
        ({ dispatch, folio }) =>
          dispatch.number === dispatchNumber && folioKey(folio) === folioKey(documentNumber),
      );
    for (const row of rows) {
      if (unsupported.has(row.id) && !isAmbiguous(row)) expect(row.support.state).toBe('unsupported');
    }
    const supported = rows.filter(({ support }) => support.state === 'supported').length;
    expect(supported).toBeGreaterThan(rows.length * 0.6);
    expect(sums.all.amount.unknown).toBe(cases.withoutAmount.length);
    const known = rows.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
    expect(sums.all.amount.sum).toBe(known.reduce((sum, amount) => sum + amount, 0));
  });

  it('tell two providers of one folio apart', async () => {
    const { rows } = await call('dossier.payments', everything);
    for (const { dispatch, folio } of cases.sameFolio) {
      const both = rows.filter(
        (row) => row.dispatchNumber === dispatch.number && folioKey(row.documentNumber) === folioKey(folio),
      );
      const sure = both.flatMap(({ support }) =>
        support.documents.flatMap(({ documentId, by }) => (by === 'number-and-issuer' ? [documentId] : [])),
      );
      expect(both.length).toBeGreaterThan(1);
      expect(new Set(sure).size).toBe(sure.length);
    }
  });

  it('carry the lines of a ledger made of them, and none that was made up', async () => {
    const charged = agency.data.dispatches
      .flatMap((dispatch) => dispatch.charges.map((charge) => ({ dispatch, charge })))
      .filter(({ charge }) => charge.amounts !== undefined)
      .slice(0, 60);
    const lines = charged.map(
      ({ charge }) =>
        `${formatRut(charge.provider.rut)}\t${charge.folio.padStart(8, '0')}\t${charge.amounts?.total}`,
    );
    const { lines: found, counts } = await call('dossier.reconcile', {
      text: ['RUT Proveedor\tFolio\tMonto Total', ...lines, '76.086.428-5\t99999999\t1000'].join('\n'),
    });
    expect(found).toHaveLength(61);
    expect(found.at(-1)?.verdict).toBe('absent');
    expect(counts.absent).toBe(1);
    const plain = found.slice(0, 60).filter(({ payments }) => payments.length === 1);
    expect(plain.length).toBeGreaterThan(40);
    const carried = ['found', 'disbursement-only', 'possible'];
    expect(plain.filter(({ verdict }) => !carried.includes(verdict))).toEqual([]);
  });
});

describe('folders that are delivered', () => {
  async function merged(document: PracticeDocument) {
    const number = numberOf(document);
    const documents = await call('deliveries.documents', { connectionId, number });
    await download(
      documents.filter(({ isActive, hasFile }) => isActive && hasFile).map(({ documentId }) => documentId),
    );
    const delivery = await delivered(() =>
      call('deliveries.merge', {
        dispatches: [{ connectionId, number }],
        folder: join(folder, 'entregas'),
        language: 'es-CL',
        withInactive: false,
      }),
    );
    expect(delivery.state).toBe('done');
    const [dispatch] = delivery.dispatches;
    if (!dispatch) throw new Error('no dispatch was merged');
    return dispatch;
  }

  it.each(['encrypted', 'damaged', 'xml'] as const)(
    'hold an %s document beside the file, as it is',
    async (kind) => {
      const document = agency.data.planted.byFileKind[kind];
      const { beside, path } = await merged(document);
      const reason = kind === 'xml' ? 'not-a-pdf' : kind;
      const put = beside.find(({ documentId }) => documentId === document.id);
      expect(put).toMatchObject({ reason });
      expect(existsSync(put?.path ?? '')).toBe(true);
      if (noPoppler === undefined) expect(textsOf(path)[0]).toContain('va aparte');
    },
  );

  it(
    'hold a document of 300 pages with its own bookmarks, and every other document',
    skippedFor(noPoppler),
    async () => {
      const document = agency.data.planted.long;
      const { path, pages, merged: documents } = await merged(document);
      expect(pagesOf(path)).toBe(pages);
      const long = documents.find(({ documentId }) => documentId === document.id);
      expect(long?.pages).toBe(document.file?.pages);
      const bookmarks = bookmarksOf(path);
      const own = bookmarks.filter(
        ({ depth, page }) =>
          depth > 1 && page >= (long?.page ?? 0) && page < (long?.page ?? 0) + (long?.pages ?? 0),
      );
      expect(own.length).toBeGreaterThan(50);
      expect(bookmarks.filter(({ depth }) => depth === 1)).toHaveLength(documents.length + 1);
      const texts = textsOf(path);
      for (const { documentId, page } of documents) expect(texts[page - 1]).toContain(documentId);
    },
  );

  it('hold scans as pages', async () => {
    for (const kind of ['png', 'jpg'] as const) {
      const document = agency.data.planted.byFileKind[kind];
      const { merged: documents } = await merged(document);
      expect(documents.find(({ documentId }) => documentId === document.id)).toMatchObject({ pages: 1 });
    }
  });

  it('make a package for an inspection of dispatches that are here, and of those that are not', async () => {
    const number = numberOf(agency.data.planted.byFileKind.encrypted);
    const other = agency.data.planted.complete;
    const text = `${number}\n${other.number} ${formatRut(other.client.rut)}\n999001`;
    const into = join(folder, 'paquete');
    const make = () =>
      delivered(() => call('deliveries.package', { text, folder: into, language: 'es-CL', fetch: true }));
    const first = await make();
    expect(first.packed?.notFound).toEqual([{ number: '999001', rut: '' }]);
    expect(first.packed?.added).toBeGreaterThan(0);
    expect(first.batchId).toBeDefined();
    const second = await make();
    expect(second.packed).toMatchObject({ added: 0, notDownloaded: [] });
    expect(second).not.toHaveProperty('batchId');
    expect(second.packed?.alreadyThere).toBe(first.packed?.added);
    const verified = await call('downloads.verify', { folder: into });
    expect(verified).toMatchObject({ missing: [], changed: [] });
    expect([...verified.extra].sort()).toEqual(['LEEME.txt', 'no-encontrados.csv']);
    expect(verified.good).toBe(second.packed?.alreadyThere);
  });
});

describe('secrets', () => {
  it('stand in nothing that was delivered, saved or kept: neither the key nor a link’s signature', () => {
    expect(filesContaining(folder, agency.key)).toEqual([]);
    expect(filesContaining(folder, 'X-Goog-Signature')).toEqual([]);
  });
});
