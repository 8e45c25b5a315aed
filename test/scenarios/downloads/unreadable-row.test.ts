import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  connectionId,
  type DownloadsFixture,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { damageRow } from '../../support/faults/damage-store.ts';

let agency: PracticeAgency;
let fixture: DownloadsFixture;
let withFile: DocumentKey[];
beforeEach(async () => {
  agency = await practice();
  fixture = await openFixture({ agency });
  withFile = (await fixture.find({ atMost: 12 })).filter(({ id }) => agency.data.document(id)?.file);
});
afterEach(async () => {
  await fixture.close();
  removeHome(fixture);
  await agency.close();
});

/** Does something to the ledger behind the app's back, as damage or another version would. */
function damage(statement: string): void {
  // The app may just be writing, on a thread of its own.
  const database = new DatabaseSync(join(fixture.home, 'carpeta.db'), { timeout: 10_000 });
  database.exec(statement);
  database.close();
}

test('a document whose row cannot be read is shown as failed with its id, and stops no other', async () => {
  const release = agency.faults.add({ kind: 'storage-slow', ms: 500 });
  const id = await fixture.start(withFile);
  await fixture.downloads.control({ action: 'pause', batchId: id });
  await fixture.untilIdle();
  release();
  const [bad] = (await fixture.verdicts(id)).filter(({ state }) => state === 'waiting');
  damage(`UPDATE transfer SET found_by = '{"kind":' WHERE document_id = '${bad?.documentId}'`);
  await fixture.downloads.control({ action: 'resume', batchId: id });
  const ended = await fixture.until(id, ({ state }) => state.kind === 'ended');
  expect(ended.counts).toMatchObject({ failed: 1, done: withFile.length - 1, waiting: 0 });
  const failed = (await fixture.verdicts(id)).filter(({ state }) => state === 'failed');
  expect(failed).toMatchObject([{ documentId: bad?.documentId, error: { code: 'ROW_UNREADABLE' } }]);
});

test('a document whose stored error cannot be read is listed with the others', async () => {
  const id = await fixture.start(withFile);
  await fixture.until(id);
  const [bad] = withFile;
  damage(`UPDATE transfer SET error = '{"code"' WHERE document_id = '${bad?.id}'`);
  const rows = await fixture.verdicts(id);
  expect(rows).toHaveLength(withFile.length);
  expect(rows.find(({ documentId }) => documentId === bad?.id)?.error?.code).toBe('UNEXPECTED');
});

test.each([
  ['reason to wait', `pause_error = '{"code"'`],
  ['selection', `selection = '{"kind":'`],
  ['count of documents', `counts = '{"done"'`],
])(
  'a batch whose %s cannot be read hides and holds up no other, and goes on with the next start',
  async (_, damaged) => {
    const mend = agency.faults.add({ kind: 'close', where: 'before' });
    fixture.links.forget(connectionId);
    const ids = [await fixture.start(withFile.slice(0, 3)), await fixture.start(withFile.slice(3))];
    for (const id of ids) await fixture.until(id, ({ state }) => state.kind === 'paused');
    await fixture.close();
    damage(`UPDATE download_batch SET ${damaged} WHERE uuid = '${ids[0]}'`);
    mend();
    fixture = await fixture.another();
    const all = await fixture.downloads.list();
    expect(all.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const id of ids) await fixture.until(id, ({ state }) => state.kind === 'ended');
    expect((await fixture.downloads.list()).map(({ counts }) => counts.done).sort()).toEqual(
      [3, withFile.length - 3].sort(),
    );
  },
);

test.each([
  ['half a JSON', '{"kind":'],
  ['another thing', '{"kind":"some"}'],
])(
  'a batch whose selection holds %s downloads what had been added, and says from then on that it lacks the rest',
  async (_, row) => {
    const mend = agency.faults.add({ kind: 'close', where: 'before' });
    fixture.links.forget(connectionId);
    const id = await fixture.start(withFile.slice(0, 3));
    await fixture.until(id, ({ state }) => state.kind === 'paused');
    await fixture.close();
    damage(`UPDATE download_batch SET selection = '${row}' WHERE uuid = '${id}'`);
    mend();
    fixture = await fixture.another();
    const undelivered = { counts: { done: 3 }, selectionError: { code: 'ROW_UNREADABLE', values: { id } } };
    expect(await fixture.until(id, ({ state }) => state.kind === 'ended')).toMatchObject(undelivered);
    await fixture.close();
    fixture = await fixture.another();
    expect(await fixture.downloads.list()).toMatchObject([{ id, ...undelivered }]);
  },
);

test('a damaged destination costs no document of its batches, and no list its files', async () => {
  const mend = agency.faults.add({ kind: 'close', where: 'before' });
  fixture.links.forget(connectionId);
  const id = await fixture.start(withFile);
  await fixture.until(id, ({ state }) => state.kind === 'paused');
  await fixture.close();
  damageRow(join(fixture.home, 'carpeta.db'), 'destination', 0);
  mend();
  fixture = await fixture.another();
  const ended = await fixture.until(id, ({ state }) => state.kind === 'ended');
  expect(ended.counts).toMatchObject({ failed: 0, done: withFile.length });
  const again = await fixture.start(withFile);
  expect((await fixture.until(again)).counts).toMatchObject({ failed: 0, here: withFile.length });
  for (const { dispatchNumber, documentId } of await fixture.verdicts(again)) {
    const { rows } = await fixture.store.findDocuments(dispatchNumber, 50);
    expect(rows.find((row) => row.id === documentId)?.path).toMatch(/\.pdf$/);
  }
});
