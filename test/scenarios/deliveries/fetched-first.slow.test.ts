import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../electron/app.ts';
import type { CallInput } from '../../../shared/contract.ts';
import { packageTemplate } from '../../../shared/model/last-destination.ts';
import {
  type PracticeAgency,
  type PracticeDocument,
  startPractice,
} from '../../support/agency/practice-agency.ts';
import {
  type DeliveryFixture,
  openDeliveryFixture,
  wholeDispatch,
} from '../../support/app/delivery-fixture.ts';
import { testHost } from '../../support/app/host.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { noPoppler, textsOf } from '../../support/samples/poppler.ts';
import { skippedFor } from '../../support/skipped.ts';

// Documents that are not here are fetched before anything is made of them: a real app, a practice agency over
// HTTP, real files.

let home: string;
let out: string;
let agency: PracticeAgency;
let app: App;
let connectionId: string;
/** Documents of one dispatch, each of which the agency has a file of. */
let documents: PracticeDocument[];
let number: string;
let fixture: DeliveryFixture;
const opened: string[] = [];

beforeEach(async () => {
  const root = temporaryFolder('fetched-first');
  [home, out] = [join(root, 'home'), join(root, 'envio')];
  await open();
  connectionId = (await fixture.call('connections.practice', undefined)).id;
  ({ documents, number } = wholeDispatch(agency));
  await fixture.ask(connectionId, number, agency.clients);
});
afterEach(async () => {
  await app.close();
  await agency.close();
});

async function open(): Promise<void> {
  agency = await startPractice({ documents: 120, clients: 2, fileBytes: 4_000, seed: 'fetch', key: 'k' });
  const host = testHost(home, { desktop: { openFile: async (path) => void opened.push(path) } });
  app = await createApp(host, { startPractice: async () => agency });
  fixture = openDeliveryFixture(app);
}

const merging = (): CallInput<'deliveries.merge'> => ({
  dispatches: [{ connectionId, number }],
  folder: out,
  language: 'es-CL',
  withInactive: false,
});
const keys = () => documents.map(({ id }) => ({ connectionId, id }));
const merged = async () => fixture.ended((await fixture.call('deliveries.merge', merging())).deliveryId);
const batchOf = (id: string) =>
  fixture.until(() => {
    const { batchId = '' } = fixture.lastOf(id) ?? {};
    return fixture.batches.get(batchId);
  });

describe('one PDF of a dispatch whose documents are not here', () => {
  it('holds all of them, fetched first by a batch in the app’s own folder, links renewed', async () => {
    agency.faults.add({ kind: 'storage-expires', times: 2 });
    const delivery = await merged();
    expect(delivery).toMatchObject({ state: 'done', lacking: undefined });
    expect(delivery.dispatches[0]?.merged).toHaveLength(documents.length);
    expect(fixture.emitted.some(({ fetching }) => fetching?.of === documents.length)).toBe(true);
    const [batch] = await fixture.call('downloads.list', undefined);
    expect(batch).toMatchObject({
      id: delivery.batchId,
      name: `PDF del despacho ${number}`,
      folder: join(home, 'papeles'),
      state: { kind: 'ended' },
      documents: documents.length,
    });
    expect(readdirSync(out)).toHaveLength(1);
    // Nothing is asked for a second time.
    expect(await merged()).toMatchObject({ state: 'done' });
    expect(await fixture.call('downloads.list', undefined)).toHaveLength(1);
  });

  it('goes by the folder and layout of the last download', async () => {
    const folder = join(home, '..', 'mis carpetas');
    const [first] = keys();
    const { batchId } = await fixture.call('downloads.start', {
      selection: { kind: 'some', documents: first ? [first] : [] },
      folder,
      template: '{type}_{number}',
      withInactive: false,
      force: false,
    });
    await fixture.until(() => (fixture.batches.get(batchId)?.state.kind === 'ended' ? true : undefined));
    const delivery = await merged();
    expect(fixture.batches.get(delivery.batchId ?? '')).toMatchObject({
      folder,
      template: '{type}_{number}',
    });
    expect(fixture.batches.get(delivery.batchId ?? '')?.documents).toBe(documents.length - 1);
  });

  it('is none, and nothing goes elsewhere, where the last folder, or that of the settings, takes no documents', async () => {
    const folder = join(home, '..', 'mis carpetas');
    const [first] = keys();
    const { batchId } = await fixture.call('downloads.start', {
      selection: { kind: 'some', documents: first ? [first] : [] },
      folder,
      template: '{type}_{number}',
      withInactive: false,
      force: false,
    });
    await fixture.until(() => (fixture.batches.get(batchId)?.state.kind === 'ended' ? true : undefined));
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    const codes = async () => {
      const { state, lacking: undelivered } = await merged();
      return [state, ...new Set(undelivered?.papers.map(({ code }) => code))];
    };
    expect(await codes()).toEqual(['failed', 'FILE_IN_THE_WAY']);
    await fixture.call('settings.change', { folder: join(folder, 'en la red') });
    expect(await codes()).toEqual(['failed', 'FILE_IN_THE_WAY']);
    expect(existsSync(join(home, 'papeles'))).toBe(false);
    expect(await fixture.call('downloads.list', undefined)).toHaveLength(1);
  });

  it(
    'names what could not be had, with the reason, on its cover and in its verdict',
    skippedFor(noPoppler),
    async () => {
      const [removed, broken] = documents;
      agency.faults.add({ kind: 'storage-answer', status: 404, page: 'xml', documents: [removed?.id ?? ''] });
      agency.faults.add({
        kind: 'storage-answer',
        status: 403,
        page: 'xml',
        documents: [broken?.id ?? ''],
      });
      const delivery = await merged();
      expect(delivery.lacking).toMatchObject({ count: 2, of: documents.length });
      expect(delivery.lacking?.papers.map(({ documentId }) => documentId).sort()).toEqual(
        [removed?.id, broken?.id].sort(),
      );
      const path = delivery.dispatches[0]?.path ?? '';
      expect(textsOf(path)[0]).toContain(`Faltan 2 de ${documents.length} documentos`);
      expect(delivery.dispatches[0]?.merged).toHaveLength(documents.length - 2);
    },
  );

  it('is made of what is here where the agency refuses the rest, and is none where it refuses all', async () => {
    agency.faults.add({ kind: 'answer', code: 'API_KEY_INVALID' });
    agency.faults.add({ kind: 'storage-expires' });
    const delivery = await merged();
    expect(delivery).toMatchObject({
      state: 'failed',
      error: { code: 'NO_PAPER_TO_HAND_OVER' },
      files: [],
      lacking: { count: documents.length, of: documents.length },
    });
    expect(new Set(delivery.lacking?.papers.map(({ code }) => code))).toEqual(new Set(['API_KEY_INVALID']));
    expect(readdirSync(out)).toEqual([]);
  });

  it('leaves nothing half-made where it is cancelled while documents come, and stops their batch', async () => {
    agency.faults.add({ kind: 'storage-stall', after: 0.5 });
    const { deliveryId } = await fixture.call('deliveries.merge', merging());
    const { id: batchId } = await batchOf(deliveryId);
    await fixture.call('deliveries.cancel', { id: deliveryId });
    expect(await fixture.ended(deliveryId)).toMatchObject({ state: 'cancelled', files: [] });
    await fixture.until(() => (fixture.batches.get(batchId)?.state.kind === 'ended' ? true : undefined));
    expect(fixture.batches.get(batchId)?.counts).toMatchObject({ cancelled: documents.length, waiting: 0 });
    expect(readdirSync(out)).toEqual([]);
    agency.faults.clear();
    expect(await merged()).toMatchObject({ state: 'done', lacking: undefined });
  });

  it('is made of what is here where a person cancels its batch, or takes it off the list', async () => {
    const [slow] = documents;
    for (const action of ['cancel', 'forget'] as const) {
      agency.faults.add({ kind: 'storage-stall', after: 0.5, documents: [slow?.id ?? ''] });
      const { deliveryId } = await fixture.call('deliveries.merge', merging());
      const { id: batchId } = await batchOf(deliveryId);
      await fixture.until(() => (fixture.batches.get(batchId)?.counts.waiting === 0 ? true : undefined));
      if (action === 'cancel') await fixture.call('downloads.control', { action, batchId });
      else await fixture.call('downloads.forget', { batchId });
      const delivery = await fixture.ended(deliveryId);
      expect(delivery.lacking?.papers.map(({ documentId, code }) => [documentId, code])).toContainEqual([
        slow?.id,
        'CANCELLED',
      ]);
      agency.faults.clear();
    }
  });

  it('waits while its batch is paused, and says so', async () => {
    agency.faults.add({ kind: 'storage-stall', after: 0.5 });
    const { deliveryId } = await fixture.call('deliveries.merge', merging());
    const { id: batchId } = await batchOf(deliveryId);
    await fixture.call('downloads.control', { action: 'pause', batchId });
    await fixture.until(() =>
      fixture.lastOf(deliveryId)?.fetching?.pausedWhy === 'person' ? true : undefined,
    );
    agency.faults.clear();
    await fixture.call('downloads.control', { action: 'resume', batchId });
    expect(await fixture.ended(deliveryId)).toMatchObject({ state: 'done', lacking: undefined });
  });

  it('reads as interrupted when the app ends meanwhile, its batch goes on, and made again it is whole', async () => {
    agency.faults.add({ kind: 'storage-stall', after: 0.5 });
    const { deliveryId } = await fixture.call('deliveries.merge', merging());
    const { id: batchId } = await batchOf(deliveryId);
    await app.close();
    await agency.close();
    await open();
    const [before] = await fixture.call('deliveries.list', undefined);
    expect(before).toMatchObject({ id: deliveryId, state: 'interrupted', batchId, files: [] });
    expect(await merged()).toMatchObject({ state: 'done', lacking: undefined });
    const [last] = await fixture.call('downloads.list', undefined);
    expect((await fixture.call('downloads.verify', { folder: last?.folder ?? '' })).missing).toEqual([]);
    expect(readdirSync(out)).toHaveLength(1);
  });
});

describe('others of documents that are not here', () => {
  it('a ZIP holds them, and a text that names what could not be had', async () => {
    const [removed] = documents;
    agency.faults.add({ kind: 'storage-answer', status: 404, page: 'xml', documents: [removed?.id ?? ''] });
    const { deliveryId } = await fixture.call('deliveries.zip', {
      documents: keys(),
      handoverIds: [],
      folder: out,
      name: 'Todo',
      mostBytes: 0,
    });
    const delivery = await fixture.ended(deliveryId);
    expect(delivery).toMatchObject({ state: 'done', lacking: { count: 1, of: documents.length } });
    const bytes = readFileSync(delivery.files[0] ?? '').toString('latin1');
    expect(bytes).toContain('LEEME.txt');
    expect(bytes).toContain(`Falta 1 de ${documents.length} documentos`);
  });

  it('a package has them downloaded into it before it says what it holds', async () => {
    const folder = join(home, '..', 'paquete');
    const make = async () =>
      fixture.ended(
        (await fixture.call('deliveries.package', { text: number, folder, language: 'es-CL', fetch: true }))
          .deliveryId,
      );
    const delivery = await make();
    expect(delivery).toMatchObject({
      state: 'done',
      lacking: undefined,
      packed: { added: documents.length, alreadyThere: 0, notDownloaded: [] },
    });
    const verified = await fixture.call('downloads.verify', { folder });
    expect(verified).toMatchObject({ missing: [], changed: [], good: documents.length });
    expect(await make()).toMatchObject({ packed: { added: 0, alreadyThere: documents.length } });
    // A package is nobody's usual folder: the next documents go elsewhere.
    rmSync(folder, { recursive: true });
    const { batchId = '' } = await merged();
    expect(fixture.batches.get(batchId)?.folder).toBe(join(home, 'papeles'));
  });

  it('a package has those of clients without names of their own downloaded into it, the others copied', async () => {
    const [ruled, plain] = agency.clients;
    const all = [ruled, plain].map((client) => wholeDispatch(agency, client?.rut));
    for (const one of all) await fixture.ask(connectionId, one.number, agency.clients);
    const [folder, own] = [join(home, '..', 'paquete'), join(home, '..', 'de uno')];
    const client = { rut: ruled?.rut ?? '', name: 'Uno', email: '', folder: '' };
    const rules = { folder: own, template: '{dispatch}/{nn}_{type}' };
    await fixture.call('clients.save', { clients: [{ ...client, rules }] });
    const { deliveryId } = await fixture.call('deliveries.package', {
      text: all.map((one) => one.number).join('\n'),
      folder,
      language: 'es-CL',
      fetch: true,
    });
    const of = all.flatMap((one) => one.documents).length;
    expect(await fixture.ended(deliveryId)).toMatchObject({ state: 'done', packed: { added: of } });
    const batches = [...fixture.batches.values()].map((one) => [
      one.folder,
      one.template,
      one.documents,
      one.name,
    ]);
    expect(batches.toSorted()).toEqual(
      [
        [own, rules.template, all[0]?.documents.length, 'Uno · Paquete de fiscalización'],
        [folder, packageTemplate, all[1]?.documents.length, `${plain?.name} · Paquete de fiscalización`],
      ].toSorted(),
    );
    expect(await fixture.call('downloads.verify', { folder })).toMatchObject({ missing: [], good: of });
  });

  it('a message has them attached, and names the others in its text', async () => {
    const [removed] = documents;
    agency.faults.add({ kind: 'storage-answer', status: 404, page: 'xml', documents: [removed?.id ?? ''] });
    const result = await fixture.call('dossier.draft', {
      to: 'ana@acme.example',
      subject: 'Papeles',
      body: 'Estimados:',
      language: 'en',
      documentsOf: [{ connectionId, number }],
    });
    expect(result).toEqual({
      attached: documents.length - 1,
      leftOut: [],
      undelivered: { count: 1, of: documents.length },
    });
    const draft = opened.at(-1) ?? '';
    expect(existsSync(draft)).toBe(true);
    expect(readFileSync(draft, 'utf8')).toContain(`1 of ${documents.length} documents is missing`);
  });
});
