import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../electron/app.ts';
import { sourceOptions } from '../../../scripts/source-options.mjs';
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
import { type MountedDisk, mountDisk, noMount } from '../../support/disk/mounted-disk.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { childEnvironment } from '../../support/process/child-environment.ts';
import { connectionId, type DeliveryOrder, hostOf } from '../../support/process/delivery-process.ts';
import { skippedFor } from '../../support/skipped.ts';

// What a delivery leaves behind where its process is killed, or a disk fails, while its documents are being
// fetched.

const program = fileURLToPath(new URL('../../support/process/delivery-process.ts', import.meta.url));

let root: string;
let out: string;
let agency: PracticeAgency;
let app: App | undefined;
let documents: PracticeDocument[];
let number: string;
let fixture: DeliveryFixture;
let disk: MountedDisk | undefined;

beforeEach(async () => {
  root = temporaryFolder('fetch-faults');
  out = join(root, 'envio');
  mkdirSync(out);
  agency = await startPractice({ documents: 60, clients: 1, fileBytes: 60_000, seed: 'fetch', key: 'k' });
  ({ documents, number } = wholeDispatch(agency));
  await open();
  await fixture.ask(connectionId, number, agency.clients);
});
afterEach(async () => {
  await app?.close();
  await agency.close();
  disk?.remove();
  disk = undefined;
});

const home = () => ({
  home: join(root, 'home'),
  baseUrl: agency.baseUrl,
  agency: agency.agency,
  key: agency.key,
  clients: agency.clients,
});

async function open(): Promise<void> {
  app = await createApp(hostOf(home()));
  fixture = openDeliveryFixture(app);
}

const merging = () => ({
  dispatches: [{ connectionId, number }],
  folder: out,
  language: 'es-CL' as const,
  withInactive: false,
});
const zipping = () => ({
  documents: documents.map(({ id }) => ({ connectionId, id })),
  handoverIds: [],
  folder: out,
  name: 'Todo',
  mostBytes: 0,
});
const packing = () => ({
  text: number,
  folder: join(out, 'paquete'),
  language: 'es-CL' as const,
  fetch: true,
});
const drafting = () => ({
  to: 'ana@acme.example',
  subject: 'Papeles',
  body: 'Estimados:',
  language: 'es-CL' as const,
  documentsOf: [{ connectionId, number }],
});
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const served = () => documents.map(({ id }) => agency.requests.file(id).served);

/** Begins a delivery in a process of its own, and kills it once it has said this. */
async function killOnceSaid(
  line: string,
  what: Pick<DeliveryOrder, 'call' | 'input' | 'hangs'>,
): Promise<void> {
  const order: DeliveryOrder = { ...home(), ...what };
  const child = spawn(process.execPath, [...sourceOptions, program], {
    env: { ...childEnvironment(), HANDOVER_ORDER: JSON.stringify(order) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.split('\n').includes(line)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
  });
  child.kill('SIGKILL');
  await exit;
}

describe('a process that is killed while documents are fetched', () => {
  it.each([
    ['one PDF', 'deliveries.merge', merging],
    ['a ZIP', 'deliveries.zip', zipping],
    ['a package', 'deliveries.package', packing],
    ['a message', 'dossier.draft', drafting],
  ] as const)('leaves nothing of %s, and what was fetched remains', async (_, name, input) => {
    const [slow] = documents;
    agency.faults.add({ kind: 'storage-stall', after: 0.5, documents: [slow?.id ?? ''] });
    await app?.close();
    app = undefined;
    // All of its documents but one are here by then.
    await killOnceSaid(String(documents.length - 1), { call: name, input: input() });
    // A package's documents are downloaded into it: whether they are whole is asked below.
    if (name !== 'deliveries.package') expect(filesIn(out)).toEqual([]);
    const before = served();

    agency.faults.clear();
    await open();
    if (name !== 'dossier.draft') {
      const [last] = await fixture.call('deliveries.list', undefined);
      expect(last).toMatchObject({ state: 'interrupted', files: [] });
    }
    if (name === 'dossier.draft') {
      expect(await fixture.call(name, drafting())).toMatchObject({ attached: documents.length, leftOut: [] });
    } else {
      const deliveryId =
        name === 'deliveries.merge'
          ? (await fixture.call(name, merging())).deliveryId
          : name === 'deliveries.zip'
            ? (await fixture.call(name, zipping())).deliveryId
            : (await fixture.call(name, packing())).deliveryId;
      expect(await fixture.ended(deliveryId)).toMatchObject({ state: 'done', lacking: undefined });
    }
    if (name === 'deliveries.package')
      expect(await fixture.call('downloads.verify', { folder: packing().folder })).toMatchObject({
        good: documents.length,
        missing: [],
        changed: [],
      });
    const again = served().map((count, index) => count - (before[index] ?? 0));
    expect(again.slice(1), 'what was here was not fetched again').toEqual(documents.slice(1).map(() => 0));
    expect(filesIn(root).filter((file) => /\.part$/.test(file))).toEqual([]);
  });
});

describe('a process that is killed when a file is written and has not got its name', () => {
  it.each([
    ['one PDF', 'deliveries.merge', merging],
    ['a ZIP', 'deliveries.zip', zipping],
    ['a package', 'deliveries.package', packing],
  ] as const)(
    'leaves nothing of %s that looks like one, and the next start removes the rest',
    async (_, name, input) => {
      expect(
        await fixture.ended((await fixture.call('deliveries.merge', merging())).deliveryId),
      ).toMatchObject({
        state: 'done',
      });
      for (const file of readdirSync(out)) rmSync(join(out, file));
      await app?.close();
      app = undefined;
      await killOnceSaid('marking', { call: name, input: input(), hangs: true });
      const left = filesIn(out);
      expect(left).not.toEqual([]);
      expect(left.filter((file) => !file.endsWith('.part'))).toEqual([]);
      await open();
      await expect.poll(() => filesIn(out)).toEqual([]);
      const [last] = await fixture.call('deliveries.list', undefined);
      expect(last).toMatchObject({ state: 'interrupted', files: [] });
    },
  );
});

describe('a disk that fills up', { timeout: 60_000, ...skippedFor(noMount) }, () => {
  it('while documents are fetched holds the delivery up, which is whole once there is room', async () => {
    disk = mountDisk(150_000);
    // One after another: of several that are written at once it may be that none gets the room that it needs.
    await fixture.call('settings.change', { folder: disk.folder, transfersAtOnce: 1 });
    const { deliveryId } = await fixture.call('deliveries.merge', merging());
    const waiting = await fixture.until(() => {
      const last = fixture.lastOf(deliveryId);
      return last?.fetching?.pausedWhy === 'disk-full' ? last : undefined;
    });
    expect(waiting.state).toBe('running');
    expect(waiting.fetching?.done).toBeGreaterThan(0);

    disk.resize(20_000_000);
    const { batchId = '' } = waiting;
    await fixture.call('downloads.control', { action: 'resume', batchId });
    expect(await fixture.ended(deliveryId)).toMatchObject({ state: 'done', lacking: undefined });
    expect(filesIn(out)).toHaveLength(1);
    expect((await fixture.call('downloads.verify', { folder: disk.folder })).good).toBe(documents.length);
    expect([...filesIn(disk.folder), ...filesIn(out)].filter((file) => file.endsWith('.part'))).toEqual([]);
  });

  it('where the delivery goes leaves nothing there, says so, and keeps the documents', async () => {
    disk = mountDisk(8_192);
    for (const make of [
      () => fixture.call('deliveries.merge', { ...merging(), folder: disk?.folder ?? '' }),
      () => fixture.call('deliveries.zip', { ...zipping(), folder: disk?.folder ?? '' }),
    ]) {
      const { deliveryId } = await make();
      expect(await fixture.ended(deliveryId)).toMatchObject({
        state: 'failed',
        error: { code: 'DISK_FULL' },
        files: [],
      });
      expect(filesIn(disk.folder)).toEqual([]);
    }
    const before = served();
    disk.resize(20_000_000);
    const { deliveryId } = await fixture.call('deliveries.merge', { ...merging(), folder: disk.folder });
    expect(await fixture.ended(deliveryId)).toMatchObject({ state: 'done', lacking: undefined });
    expect(served()).toEqual(before);
    expect(filesIn(disk.folder)).toHaveLength(1);
  });
});

it('a folder that vanishes while documents are fetched is named, and the documents remain', async () => {
  const goOn = agency.faults.add({ kind: 'storage-stall', after: 0.5 });
  const { deliveryId } = await fixture.call('deliveries.merge', merging());
  const { batchId = '' } = await fixture.until(() =>
    fixture.lastOf(deliveryId)?.batchId ? fixture.lastOf(deliveryId) : undefined,
  );
  await fixture.call('downloads.control', { action: 'pause', batchId });
  rmSync(out, { recursive: true });
  goOn();
  await fixture.call('downloads.control', { action: 'resume', batchId });
  expect(await fixture.ended(deliveryId)).toMatchObject({
    state: 'failed',
    error: { code: 'FOLDER_GONE' },
    files: [],
  });
  const before = served();
  mkdirSync(out);
  const again = await fixture.call('deliveries.merge', merging());
  expect(await fixture.ended(again.deliveryId)).toMatchObject({ state: 'done', lacking: undefined });
  expect(served()).toEqual(before);
});
