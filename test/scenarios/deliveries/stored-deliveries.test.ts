import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { DeliveryQueue } from '../../../electron/deliveries/delivery-queue.ts';
import { makeFile } from '../../../electron/deliveries/output/make-file.ts';
import { tempFilePath } from '../../../electron/deliveries/output/temp-file.ts';
import type { RunningDelivery } from '../../../electron/deliveries/running-delivery.ts';
import { diskNames, type FileNames, patientNames } from '../../../electron/lib/retry-while-locked.ts';
import { systemClock } from '../../../electron/platform/terminal/index.ts';
import type { Delivery } from '../../../shared/model/delivery.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { temporaryStore } from '../../support/database/store.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { systemError } from '../../support/disk/windows-disk.ts';

it('a delivery ends where its end cannot be written down: it is told, no longer runs, and can be forgotten', async () => {
  const { store, path, remove } = await temporaryStore();
  // From here on the store refuses whatever changes a delivery, as one on a full disk does.
  const database = new DatabaseSync(path);
  database.exec("CREATE TRIGGER refuse BEFORE UPDATE ON handover BEGIN SELECT RAISE(FAIL, 'full'); END");
  database.close();
  const ended = Promise.withResolvers<Delivery>();
  const deliveries = new DeliveryQueue({
    store,
    clock: systemClock,
    uuid: () => 'only',
    emit: (_event, payload) => {
      if ('kind' in payload && payload.state !== 'running') ended.resolve(payload);
    },
  });
  const id = await deliveries.begin('zip', '/envio', async (delivery) => {
    delivery.note({ batchId: 'batch-1' });
    // Answered after what was to be kept: its refusal is out while documents are still fetched.
    await store.listDeliveries(1);
  });
  expect(await ended.promise).toMatchObject({ id, state: 'done', batchId: 'batch-1' });
  await deliveries.close();
  expect(await deliveries.get(id)).toMatchObject({ state: 'interrupted' });
  await deliveries.forget(id);
  expect(await deliveries.list()).toEqual([]);
  await remove();
});

it('progress that comes soon after an event is emitted while the next step lasts, and none after the end', async () => {
  const { store, remove } = await temporaryStore();
  const emitted: Pick<Delivery, 'state' | 'done' | 'of'>[] = [];
  const shown = Promise.withResolvers<void>();
  const clock = createFakeClock();
  const deliveries = new DeliveryQueue({
    store,
    clock,
    uuid: () => 'only',
    emit: (_event, payload) => {
      if (!('kind' in payload)) return;
      const { state, done, of } = payload;
      emitted.push({ state, done, of });
      if (done === 2) shown.resolve();
    },
  });
  await deliveries.begin('zip', '/envio', async (delivery) => {
    delivery.note({ of: 3 });
    delivery.step();
    delivery.step();
    await shown.promise;
    delivery.step();
  });
  await clock.untilSleeping();
  await clock.advance(100);
  await shown.promise;
  await deliveries.close();
  const ended = emitted.length;
  expect(emitted.slice(0, 2)).toEqual([
    { state: 'running', done: 0, of: 3 },
    { state: 'running', done: 2, of: 3 },
  ]);
  expect(emitted.at(-1)).toMatchObject({ done: 3, of: 3 });
  await clock.advance(1_000);
  expect(emitted).toHaveLength(ended);
  await remove();
});

it.each([
  ['half a JSON', '{"id":"dañ'],
  ['another thing', '{"id":"other"}'],
])(
  'a delivery whose row holds %s is shown as failed with its id, hides no other, and can be forgotten',
  async (_, row) => {
    const { store, path, remove } = await temporaryStore();
    let made = 0;
    const deliveries = new DeliveryQueue({
      store,
      clock: systemClock,
      uuid: () => `handover-${++made}`,
      emit: () => undefined,
    });
    const [damaged, whole] = [
      await deliveries.begin('zip', '/envio', async () => undefined),
      await deliveries.begin('merge', '/envio', async () => undefined),
    ];
    await deliveries.close();
    const database = new DatabaseSync(path, { timeout: 10_000 });
    database.prepare('UPDATE handover SET record = ? WHERE uuid = ?').run(row, damaged);
    database.close();
    const failed = {
      id: damaged,
      kind: 'unknown',
      state: 'failed',
      files: [],
      dispatches: [],
      error: { code: 'ROW_UNREADABLE', values: { id: damaged } },
    };
    expect(await deliveries.list()).toMatchObject([{ id: whole, kind: 'merge', state: 'done' }, failed]);
    expect(await deliveries.get(damaged)).toMatchObject(failed);
    await deliveries.forget(damaged);
    expect((await deliveries.list()).map(({ id }) => id)).toEqual([whole]);
    await remove();
  },
);

it.each([
  ['the next hand-over into the folder', 'begin'],
  ['the next start', 'removeTempFilesOfEnded'],
] as const)(
  'what a virus scanner has held for long is removed by %s, and what is somebody else’s stays',
  async (_, action) => {
    const { store, remove } = await temporaryStore();
    const folder = temporaryFolder();
    const scanner = { isLocking: true };
    const names = scannedTempFiles(scanner);
    const ids = ['aaaaaaaa-1', 'bbbbbbbb-2'];
    const ended = Promise.withResolvers<Delivery>();
    const start = () =>
      new DeliveryQueue({
        store,
        clock: systemClock,
        uuid: () => ids.shift() ?? '',
        names,
        emit: (_event, payload) => {
          if ('kind' in payload && payload.state !== 'running') ended.resolve(payload);
        },
      });
    const zip = (delivery: RunningDelivery) => makeZip(folder, delivery, names);
    const deliveries = start();
    await deliveries.begin('zip', folder, zip);
    await ended.promise;
    const own = basename(tempFilePath(folder, 'aaaaaaaa-1'));
    expect(readdirSync(folder).sort()).toEqual(['Despacho.zip', own]);

    scanner.isLocking = false;
    const others = [
      own.replace(`${process.pid}.part`, `${process.ppid}.part`),
      own.replace('.part', '.pdf.part'),
      `carpeta-cccccccc-${process.pid}.part`,
    ];
    for (const name of others) writeFileSync(join(folder, name), 'of somebody else');
    const problems: unknown[] = [];
    if (action === 'begin') await deliveries.begin('zip', folder, zip);
    await deliveries.close();
    const restarted = start();
    if (action === 'removeTempFilesOfEnded')
      restarted.removeTempFilesOfEnded((error) => problems.push(error));
    await restarted.close();
    const made = action === 'begin' ? ['Despacho (2).zip'] : [];
    expect(readdirSync(folder).sort()).toEqual([...made, 'Despacho.zip', ...others].sort());
    expect(problems).toEqual([]);
    await remove();
  },
);

it('what a virus scanner holds of one file keeps a delivery from none of its next ones', async () => {
  const { store, remove } = await temporaryStore();
  const folder = temporaryFolder();
  const scanner = { isLocking: true };
  const names = scannedTempFiles(scanner, 'EPERM');
  const ids = ['aaaaaaaa-1', 'bbbbbbbb-2'];
  const ended = Promise.withResolvers<Delivery>();
  const deliveries = new DeliveryQueue({
    store,
    clock: systemClock,
    uuid: () => ids.shift() ?? '',
    names,
    emit: (_event, payload) => {
      if ('kind' in payload && payload.state !== 'running') ended.resolve(payload);
    },
  });
  await deliveries.begin('zip', folder, async (delivery) => {
    await makeZip(folder, delivery, names);
    await makeZip(folder, delivery, names);
    scanner.isLocking = false;
  });
  expect(await ended.promise).toMatchObject({ state: 'done' });
  await deliveries.close();
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toHaveLength(2);
  const restarted = new DeliveryQueue({
    store,
    clock: systemClock,
    uuid: () => ids.shift() ?? '',
    names,
    emit: () => undefined,
  });
  restarted.removeTempFilesOfEnded(() => undefined);
  await restarted.close();
  expect(readdirSync(folder).sort()).toEqual(['Despacho (2).zip', 'Despacho.zip']);
  await remove();
});

it('the end of the app waits for no other folder of what earlier deliveries left', async () => {
  const { store, remove } = await temporaryStore();
  const folders = [temporaryFolder(), temporaryFolder()];
  const ids = ['aaaaaaaa-1', 'bbbbbbbb-2'];
  const removing = Promise.withResolvers<void>();
  const isFree = Promise.withResolvers<void>();
  const names: FileNames = {
    ...diskNames,
    remove: async (path) => {
      removing.resolve();
      await isFree.promise;
      await diskNames.remove(path);
    },
  };
  const start = () =>
    new DeliveryQueue({
      store,
      clock: systemClock,
      uuid: () => ids.shift() ?? '',
      emit: () => undefined,
      names,
    });
  const before = start();
  for (const folder of folders) {
    await before.begin('zip', folder, async (delivery) => writeFile(await delivery.tempPath(), 'papers'));
  }
  await before.close();
  const restarted = start();
  restarted.removeTempFilesOfEnded(() => undefined);
  await removing.promise;
  const closed = restarted.close();
  isFree.resolve();
  await closed;
  expect(folders.flatMap((folder) => readdirSync(folder))).toHaveLength(1);
  await remove();
});

/**
 * Names of a disk on which a scanner lets nobody remove a delivery's unfinished file, for as long as it holds
 * it.
 */
function scannedTempFiles(scanner: { isLocking: boolean }, code = 'EBUSY'): FileNames {
  return patientNames(
    {
      ...diskNames,
      remove: (path) =>
        scanner.isLocking && path.endsWith('.part') && existsSync(path)
          ? Promise.reject(systemError(code))
          : diskNames.remove(path),
    },
    { sleep: async () => undefined },
  );
}

async function makeZip(folder: string, delivery: RunningDelivery, names: FileNames): Promise<void> {
  await makeFile(
    { folder, stem: 'Despacho', extension: 'zip', tempPath: await delivery.tempPath() },
    (path) => writeFile(path, 'papers'),
    { markAsForeign: async () => undefined, names },
  );
}
