import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Destination } from '../../../electron/downloads/files/destination.ts';
import { patientDisk } from '../../../electron/downloads/files/disk.ts';
import { createPartFile } from '../../../electron/downloads/files/part-file.ts';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import { removePartFiles } from '../../../electron/downloads/queue/part-file-cleanup.ts';
import { claimPart, type FetchJob } from '../../../electron/downloads/transfer/fetch-file.ts';
import { systemClock as clock } from '../../../electron/platform/terminal/index.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import {
  action,
  batchOwner,
  batchUuid,
  beginBatch,
  pauseWithPartFiles,
} from '../../support/database/ledger-batch.ts';
import { temporaryStore } from '../../support/database/store.ts';
import {
  content,
  sealed,
  unknownBefore,
  withoutLinks,
  withoutLinksAtAll,
  withoutLinksOnWindows,
} from '../../support/disk/disks-without-hard-links.ts';
import { whyNoBirthTimes } from '../../support/disk/file-system.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { skippedFor } from '../../support/skipped.ts';

/** A batch of these documents that is cancelled, with a part of each left on disk. */
async function cancelledPartFiles(ids: readonly string[]) {
  const { store, remove } = await temporaryStore();
  const folder = temporaryFolder();
  await pauseWithPartFiles(store, await beginBatch(store, ids, folder));
  await action(store, 'cancel');
  mkdirSync(join(folder, 'd'));
  for (const id of ids) writeFileSync(join(folder, 'd', `${id}.part`), 'half');
  const leftOn = (disk: Disk) => ({
    batch: { uuid: batchUuid },
    destination: new Destination(folder, disk, clock, unknownBefore),
  });
  return { store, remove, leftOn, partFiles: () => readdirSync(join(folder, 'd')) };
}

test('a document that is begun anew while others are tidied away keeps what it has', async () => {
  const { store, remove, leftOn, partFiles } = await cancelledPartFiles(['one', 'two', 'three']);
  const disk: Disk = {
    ...realDisk,
    async remove(path) {
      if (path.endsWith('one.part')) await action(store, 'retry', 'two');
      await realDisk.remove(path);
    },
  };
  await removePartFiles({ store, disk: patientDisk(clock, disk) }, leftOn(disk), ['cancelled']);
  expect(partFiles()).toEqual(['two.part']);
  await store.close();
  await remove();
});

test('so does one that is begun anew while its drive is looked for', async () => {
  const { store, remove, leftOn, partFiles } = await cancelledPartFiles(['one', 'two']);
  const { batch, destination } = leftOn(realDisk);
  const check = destination.check.bind(destination);
  destination.check = async () => {
    await action(store, 'retry', 'one');
    return check();
  };
  await removePartFiles({ store, disk: realDisk }, { batch, destination }, ['cancelled']);
  expect(partFiles()).toEqual(['one.part']);
  await store.close();
  await remove();
});

test('so does one that is begun anew while another program holds what it left', async () => {
  const { store, remove, leftOn, partFiles } = await cancelledPartFiles(['one']);
  let isLocked = true;
  const disk: Disk = {
    ...realDisk,
    async remove(path) {
      if (!isLocked) return realDisk.remove(path);
      isLocked = false;
      await action(store, 'retry');
      await store.takeTransfers(batchUuid, batchOwner, { limit: 1, now: Date.now() });
      writeFileSync(path, 'begun anew');
      throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    },
  };
  await removePartFiles({ store, disk: patientDisk(clock, disk) }, leftOn(disk), ['cancelled']);
  expect(partFiles()).toEqual(['one.part']);
  await store.close();
  await remove();
});

test('what another program holds keeps nothing else from going, and stays noted', async () => {
  const { store, remove, leftOn, partFiles } = await cancelledPartFiles(['one', 'two', 'three']);
  const busy = Object.assign(new Error('busy'), { code: 'EBUSY' });
  const disk: Disk = {
    ...realDisk,
    remove: (path) => (path.endsWith('one.part') ? Promise.reject(busy) : realDisk.remove(path)),
  };
  const hurried = createFakeClock({ passes: () => true });
  await expect(
    removePartFiles({ store, disk: patientDisk(hurried, disk) }, leftOn(disk), ['cancelled']),
  ).rejects.toBe(busy);
  expect(partFiles()).toEqual(['one.part']);
  expect((await store.listLeftPartFiles(batchUuid, ['cancelled'])).map(({ path }) => path)).toEqual([
    'd/one',
  ]);
  await store.close();
  await remove();
});

describe('a document that is cancelled after its process ended while it gave it its name', () => {
  async function cancelled(disk: Disk, stand: (at: (name: string) => string) => void): Promise<string[]> {
    const { store, remove } = await temporaryStore();
    const folder = temporaryFolder();
    const [taken] = await beginBatch(store, ['a'], folder);
    const proven = { batch: batchUuid, id: taken?.id ?? 0, ...sealed, path: 'd/a.pdf' };
    await store.writeSteps(batchOwner, [{ kind: 'sealed', ...proven }]);
    mkdirSync(join(folder, 'd'));
    stand((name) => join(folder, 'd', name));
    if (!existsSync(join(folder, 'd', 'a.pdf'))) await store.renameTransfer(proven.id);
    await store.putBackTransfers(batchUuid, batchOwner);
    await action(store, 'cancel');
    const left = {
      batch: { uuid: batchUuid },
      destination: new Destination(folder, disk, clock, unknownBefore),
    };
    await removePartFiles({ store, disk: patientDisk(clock, disk) }, left, ['cancelled']);
    await store.close();
    await remove();
    return readdirSync(join(folder, 'd')).sort();
  }
  const reserved = (at: (name: string) => string) => {
    writeFileSync(at('a.part'), content);
    writeFileSync(at('a.pdf'), '');
  };

  test.each([
    ['', withoutLinks],
    [', as it is told first', withoutLinksAtAll],
    [', as Windows says so', withoutLinksOnWindows],
  ])('leaves no name reserved where files have no second ones%s', async (_, disk) => {
    expect(await cancelled(disk, reserved)).toEqual([]);
  });

  test('leaves alone what another computer has moved to that name while it was held', async () => {
    let isFilled = false;
    const disk: Disk = {
      ...withoutLinks,
      async remove(path) {
        if (isFilled || !path.endsWith('a.pdf')) return realDisk.remove(path);
        isFilled = true;
        writeFileSync(path, content);
        throw Object.assign(new Error('busy'), { code: 'EBUSY' });
      },
    };
    expect(await cancelled(disk, reserved)).toEqual(['a.pdf']);
  });

  test('leaves an empty file alone where they have: nobody reserved a name by it', async () => {
    expect(await cancelled(realDisk, reserved)).toEqual(['a.pdf']);
  });

  test('leaves nothing under the name that its .part had before', async () => {
    expect(await cancelled(realDisk, (at) => writeFileSync(at('a.part'), content))).toEqual([]);
  });

  test('leaves alone what somebody else has begun under that name', async () => {
    expect(await cancelled(realDisk, (at) => writeFileSync(at('a.part'), 'hers'))).toEqual(['a.part']);
  });
});

const noBirthTimes = whyNoBirthTimes();

describe('a .part that was begun earlier', () => {
  const nothing = () => undefined;

  /** Puts another file in its place; while the old one is open, the system gives its number to none. */
  function replace(path: string): void {
    const old = openSync(path, 'r');
    rmSync(path);
    writeFileSync(path, 'hers');
    closeSync(old);
  }

  async function begin() {
    const partPath = join(temporaryFolder(), 'a.part');
    const part = createPartFile(realDisk, partPath, {});
    const begun = { etag: '"e"', contentType: '', proof: 'md5=bWQ1', size: 8, part: await part.create() };
    part.add(Buffer.from('half'));
    await part.flush();
    await part.close();
    const hears = { onBegun: () => Promise.resolve(), onResponse: nothing, onProgress: nothing };
    const fetch: FetchJob = { url: '', partPath, ...hears };
    return { fetch, taken: { hasPartFile: true, begun } };
  }

  test('is gone on with', skippedFor(noBirthTimes), async () => {
    const { fetch, taken } = await begin();
    await claimPart({ disk: realDisk }, fetch, taken);
    expect(fetch.part?.bytes).toBe(4);
    fetch.part?.add(Buffer.from('rest'));
    await fetch.part?.flush();
    await fetch.part?.close();
    expect(readFileSync(fetch.partPath, 'utf8')).toBe('halfrest');
  });

  test('is gone on with after it could not be opened for a moment', skippedFor(noBirthTimes), async () => {
    const { fetch, taken } = await begin();
    const busy = Object.assign(new Error('busy'), { code: 'EBUSY' });
    const disk: Disk = { ...realDisk, append: () => Promise.reject(busy) };
    await expect(claimPart({ disk }, fetch, taken)).rejects.toBe(busy);
    await claimPart({ disk: realDisk }, fetch, taken);
    expect(fetch.part?.bytes).toBe(4);
    await fetch.part?.close();
  });

  test('goes where nothing tells it from another', async () => {
    const { fetch, taken } = await begin();
    taken.begun.part = '';
    await claimPart({ disk: realDisk }, fetch, taken);
    expect(fetch.part).toBeUndefined();
    expect(existsSync(fetch.partPath)).toBe(false);
  });

  test('is left to whoever has put another in its place', async () => {
    const { fetch, taken } = await begin();
    replace(fetch.partPath);
    await expect(claimPart({ disk: realDisk }, fetch, taken)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(fetch.part).toBeUndefined();
    expect(readFileSync(fetch.partPath, 'utf8')).toBe('hers');
  });

  test('is left so too when that happens while it is read', skippedFor(noBirthTimes), async () => {
    const { fetch, taken } = await begin();
    const disk: Disk = {
      ...realDisk,
      async read(path) {
        replace(path);
        return realDisk.read(path);
      },
    };
    await expect(claimPart({ disk }, fetch, taken)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(fetch.part).toBeUndefined();
    expect(readFileSync(fetch.partPath, 'utf8')).toBe('hers');
  });

  test('is left so too when that happens before it is thrown away', skippedFor(noBirthTimes), async () => {
    const { fetch, taken } = await begin();
    await claimPart({ disk: realDisk }, fetch, taken);
    replace(fetch.partPath);
    await fetch.part?.discard();
    expect(readFileSync(fetch.partPath, 'utf8')).toBe('hers');
  });
});
