import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PracticeAgency } from '../../../electron/practice/index.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import {
  connectionId,
  type DownloadDesk,
  openDesk,
  practice,
  removeHome,
} from '../../support/app/download-desk.ts';

let agency: PracticeAgency;
let desk: DownloadDesk;
let withFile: DocumentKey[];
beforeEach(async () => {
  agency = await practice();
  desk = await openDesk({ agency });
  withFile = (await desk.find({ atMost: 12 })).filter(({ id }) => agency.data.document(id)?.file);
});
afterEach(async () => {
  await desk.close();
  removeHome(desk);
  await agency.close();
});

/** Does something to the ledger behind the app's back, as damage or another version would. */
function damage(statement: string): void {
  // The app may just be writing, on a thread of its own.
  const database = new DatabaseSync(join(desk.home, 'carpeta.db'), { timeout: 10_000 });
  database.exec(statement);
  database.close();
}

test('a document whose row cannot be read is shown as failed with its id, and stops no other', async () => {
  const release = agency.misbehave.add({ kind: 'storage-slow', ms: 500 });
  const id = await desk.start(withFile);
  await desk.downloads.control({ action: 'pause', batchId: id });
  await desk.untilRest();
  release();
  const [bad] = (await desk.verdicts(id)).filter(({ state }) => state === 'waiting');
  damage(`UPDATE transfer SET found_by = '{"kind":' WHERE document_id = '${bad?.documentId}'`);
  await desk.downloads.control({ action: 'resume', batchId: id });
  const ended = await desk.until(id, ({ state }) => state.kind === 'ended');
  expect(ended.counts).toMatchObject({ failed: 1, done: withFile.length - 1, waiting: 0 });
  const failed = (await desk.verdicts(id)).filter(({ state }) => state === 'failed');
  expect(failed).toMatchObject([{ documentId: bad?.documentId, error: { code: 'ROW_UNREADABLE' } }]);
});

test('a document whose stored error cannot be read is listed with the others', async () => {
  const id = await desk.start(withFile);
  await desk.until(id);
  const [bad] = withFile;
  damage(`UPDATE transfer SET error = '{"code"' WHERE document_id = '${bad?.id}'`);
  const rows = await desk.verdicts(id);
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
    const mend = agency.misbehave.add({ kind: 'close', where: 'before' });
    desk.links.forget(connectionId);
    const ids = [await desk.start(withFile.slice(0, 3)), await desk.start(withFile.slice(3))];
    for (const id of ids) await desk.until(id, ({ state }) => state.kind === 'paused');
    await desk.close();
    damage(`UPDATE download_batch SET ${damaged} WHERE uuid = '${ids[0]}'`);
    mend();
    desk = await desk.another();
    const all = await desk.downloads.list();
    expect(all.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const id of ids) await desk.until(id, ({ state }) => state.kind === 'ended');
    expect((await desk.downloads.list()).map(({ counts }) => counts.done).sort()).toEqual(
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
    const mend = agency.misbehave.add({ kind: 'close', where: 'before' });
    desk.links.forget(connectionId);
    const id = await desk.start(withFile.slice(0, 3));
    await desk.until(id, ({ state }) => state.kind === 'paused');
    await desk.close();
    damage(`UPDATE download_batch SET selection = '${row}' WHERE uuid = '${id}'`);
    mend();
    desk = await desk.another();
    const undelivered = { counts: { done: 3 }, selectionError: { code: 'ROW_UNREADABLE', values: { id } } };
    expect(await desk.until(id, ({ state }) => state.kind === 'ended')).toMatchObject(undelivered);
    await desk.close();
    desk = await desk.another();
    expect(await desk.downloads.list()).toMatchObject([{ id, ...undelivered }]);
  },
);
