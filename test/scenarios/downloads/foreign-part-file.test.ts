import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realDisk } from '../../../electron/downloads/files/index.ts';
import { claimPart } from '../../../electron/downloads/transfer/fetch-file.ts';
import { systemClock } from '../../../electron/platform/terminal/index.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { batchOwner, batchUuid, beginBatch } from '../../support/database/ledger-batch.ts';
import { whyNoLinks } from '../../support/disk/file-system.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

/** The documents whose place is a person's; under Wine a link shows as what it leads to, and none is made. */
const own = whyNoLinks() === undefined ? [0, 1, 2] : [0, 1];

let agency: PracticeAgency;
let fixture: DownloadsFixture;
let documents: DocumentKey[];
beforeEach(async () => {
  agency = await practice();
});
afterEach(async () => {
  await fixture.close();
  removeHome(fixture);
  await agency.close();
});

async function open(options: Parameters<DownloadsFixture['another']>[0] = {}): Promise<void> {
  fixture = await openFixture({ agency, ...options });
  const found = await fixture.find({ atMost: 20 });
  documents = found.filter(({ id }) => agency.data.document(id)?.file).slice(0, 6);
  mkdirSync(fixture.folder, { recursive: true });
}

/** Where the `.part` of a document would be. */
const part = (index: number) => join(fixture.folder, `${documents[index]?.id}.part`);

/** A person's own things under the names of three documents' `.part`. */
function putOwn(): void {
  writeFileSync(part(0), 'notes of a person');
  mkdirSync(part(1));
  writeFileSync(join(part(1), 'inside.txt'), 'inside');
  writeFileSync(join(fixture.home, 'outside.txt'), 'outside');
  if (own.includes(2)) symlinkSync(join(fixture.home, 'outside.txt'), part(2));
}

function expectOwn(): void {
  expect(readFileSync(part(0), 'utf8')).toBe('notes of a person');
  expect(readdirSync(part(1))).toEqual(['inside.txt']);
  if (own.includes(2)) expect(readFileSync(part(2), 'utf8')).toBe('outside');
}

test('a person’s own file, folder or link named as a .part stays, and its document alone fails with that reason', async () => {
  await open();
  putOwn();
  const id = await fixture.start(documents, { template: '{id}' });
  const ended = await fixture.until(id);
  expect(ended.state.kind).toBe('ended');
  expect(ended.counts).toMatchObject({
    done: documents.length - own.length,
    failed: own.length,
  });
  const failed = (await fixture.verdicts(id)).filter(({ state }) => state === 'failed');
  expect(new Map(failed.map(({ documentId, error }) => [documentId, error]))).toEqual(
    new Map(
      own.map((position) => [
        documents[position]?.id,
        expect.objectContaining({ code: 'FILE_IN_THE_WAY', values: { path: part(position) } }),
      ]),
    ),
  );
  expectOwn();
  await fixture.downloads.forget(id);
  await fixture.untilIdle();
  expectOwn();
});

test('stays when the batch is cancelled while its document waits for the place', async () => {
  await open({ clock: systemClock });
  putOwn();
  const id = await fixture.start(documents, { template: '{id}' });
  await fixture.whenDone(id, documents.length - own.length);
  await fixture.downloads.control({ action: 'cancel', batchId: id });
  await fixture.until(id);
  expectOwn();
});

test('a document waits for a .part that somebody else takes away, and comes then', async () => {
  await open({ clock: systemClock });
  writeFileSync(part(0), 'of another computer');
  const id = await fixture.start(documents, { template: '{id}' });
  await fixture.whenDone(id, documents.length - 1);
  rmSync(part(0));
  expect((await fixture.until(id)).counts.done).toBe(documents.length);
});

test('a person’s own file stays after a kill where its document was taken, and not begun', async () => {
  // To process 1, 7 is dead; a dead one claims nothing.
  const machine = (processId: number) => ({
    computer: 'here',
    user: 'ana',
    processId,
    isAlive: (id: number) => id === 1,
    startOf: () => 'monday',
  });
  await open({
    settings: { transfersAtOnce: 1 },
    overrides: { machine: machine(7), onError: () => undefined },
  });
  const heal = agency.faults.add({ kind: 'storage-slow', ms: 600_000 });
  const id = await fixture.start(documents, { template: '{id}' });
  const underWay = async () =>
    (await fixture.verdicts(id)).filter(({ state }) => state === 'transferring').map((one) => one.documentId);
  await expect.poll(async () => (await underWay()).length).toBe(1);
  const [first] = await underWay();
  const others = documents.flatMap((document, index) => (document.id === first ? [] : [index]));
  for (const position of others) writeFileSync(part(position), 'notes of a person');
  heal();
  const next = await fixture.another({ overrides: { machine: machine(1) } });
  try {
    const ended = await next.until(id, ({ state }) => state.kind === 'ended');
    expect(ended.counts).toMatchObject({ done: 1, failed: others.length });
    for (const position of others) expect(readFileSync(part(position), 'utf8')).toBe('notes of a person');
  } finally {
    await next.close();
  }
});

test('a folder is not taken for what an earlier attempt left', async () => {
  await open();
  const partPath = join(temporaryFolder('own-part'), 'a.part');
  mkdirSync(partPath);
  const nothing = () => undefined;
  const fetch = {
    url: '',
    partPath,
    onBegun: () => Promise.resolve(),
    onResponse: nothing,
    onProgress: nothing,
  };
  const taken = { hasPartFile: true };
  expect(await claimPart({ disk: realDisk }, fetch, taken)).toBe('noted');
  expect(existsSync(partPath)).toBe(true);
  expect(taken.hasPartFile).toBe(false);
});

test('what another program has put in place of a .part that was begun is not taken for ours', async () => {
  await open();
  const partPath = join(temporaryFolder('own-part'), 'a.part');
  writeFileSync(partPath, 'notes of a person');
  const nothing = () => undefined;
  const fetch = {
    url: '',
    partPath,
    onBegun: async () => undefined,
    onResponse: nothing,
    onProgress: nothing,
  };
  const begun = {
    etag: '"a"',
    contentType: 'application/pdf',
    proof: 'md5=AA==',
    size: 9e6,
    part: 'another',
  };
  const claim = () => claimPart({ disk: realDisk }, fetch, { hasPartFile: true, begun });
  await expect(claim()).rejects.toMatchObject({ code: 'EEXIST' });
  rmSync(partPath);
  expect(await claim()).toBe('free');
});

test('of a .part that is begun anew the ledger knows the elder one no more', async () => {
  await open();
  const [taken] = await beginBatch(fixture.store, ['x']);
  const at = { batch: batchUuid, id: taken?.id ?? 0 };
  const elder = { etag: '"a"', contentType: 'application/pdf', proof: 'md5=AA==', size: 9e6, part: 'elder' };
  await fixture.store.writeSteps(batchOwner, [
    { kind: 'begun', ...at, ...elder },
    { kind: 'returned', state: 'transferring', hasPartFile: true, ...at },
  ]);
  await fixture.store.putBackTransfers(batchUuid, batchOwner);
  const [next] = await fixture.store.takeTransfers(batchUuid, batchOwner, { limit: 1, now: 0 });
  expect(next).toMatchObject({ documentId: 'x', hasPartFile: true });
  expect(next).not.toHaveProperty('begun');
});
