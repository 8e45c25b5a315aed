import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createHandovers } from '../../electron/carpeta/handovers.ts';
import { systemClock } from '../../electron/hosts/terminal/index.ts';
import type { Handover } from '../../shared/model/handover.ts';
import { temporaryStore } from '../support/store.ts';

it('a hand-over ends where its end cannot be written down: it is told, no longer runs, and can be forgotten', async () => {
  const { store, path, remove } = await temporaryStore();
  // From here on the store refuses whatever changes a hand-over, as one on a full disk does.
  const database = new DatabaseSync(path);
  database.exec("CREATE TRIGGER refuse BEFORE UPDATE ON handover BEGIN SELECT RAISE(FAIL, 'full'); END");
  database.close();
  const ended = Promise.withResolvers<Handover>();
  const handovers = createHandovers({
    ...{ store, clock: systemClock, uuid: () => 'only' },
    emit: (_event, payload) => {
      if ('kind' in payload && payload.state !== 'running') ended.resolve(payload);
    },
  });
  const id = await handovers.begin('zip', '/envio', async ({ note }) => {
    note({ batchId: 'batch-1' });
    // Answered after what was to be kept: its refusal is out while papers are still fetched.
    await store.listHandovers(1);
  });
  expect(await ended.promise).toMatchObject({ id, state: 'done', batchId: 'batch-1' });
  await handovers.close();
  expect(await handovers.get(id)).toMatchObject({ state: 'interrupted' });
  await handovers.forget(id);
  expect(await handovers.list()).toEqual([]);
  await remove();
});

it.each([
  ['half a JSON', '{"id":"dañ'],
  ['another thing', '{"id":"other"}'],
])(
  'a hand-over whose row holds %s is shown as failed with its id, hides no other, and can be forgotten',
  async (_, row) => {
    const { store, path, remove } = await temporaryStore();
    let made = 0;
    const handovers = createHandovers({
      ...{ store, clock: systemClock, uuid: () => `handover-${++made}`, emit: () => undefined },
    });
    const [damaged, whole] = [
      await handovers.begin('zip', '/envio', async () => undefined),
      await handovers.begin('merge', '/envio', async () => undefined),
    ];
    await handovers.close();
    const database = new DatabaseSync(path, { timeout: 10_000 });
    database.prepare('UPDATE handover SET record = ? WHERE uuid = ?').run(row, damaged);
    database.close();
    const failed = {
      ...{ id: damaged, kind: 'unknown', state: 'failed', files: [], dispatches: [] },
      error: { code: 'ROW_UNREADABLE', values: { id: damaged } },
    };
    expect(await handovers.list()).toMatchObject([{ id: whole, kind: 'merge', state: 'done' }, failed]);
    expect(await handovers.get(damaged)).toMatchObject(failed);
    await handovers.forget(damaged);
    expect((await handovers.list()).map(({ id }) => id)).toEqual([whole]);
    await remove();
  },
);
