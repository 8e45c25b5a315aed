import { expect, test } from 'vitest';
import { openDatabase } from '../../../../../electron/database/open-database.ts';
import { createWrites } from '../../../../../electron/database/worker-queries.ts';
import type { Delivery } from '../../../../../shared/model/delivery.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import type { Selection } from '../../../../../shared/model/search-query.ts';
import { temporaryStore } from '../../../../support/database/store.ts';
import { acme, document, octoberInvoices } from '../../../../support/samples/documents.ts';

const at = '2026-11-20T13:00:00.000Z';
const other = '96591760-8' as Rut;

test('what was noted beside a finding is deleted with the client that it is about, and only then', () => {
  const { database } = openDatabase(':memory:');
  const store = createWrites(database);
  const save = (rut: Rut, dispatchNumber: string) =>
    store.upsertPage({
      connectionId: 'agency',
      rut,
      query: { ...octoberInvoices, rut },
      at,
      documents: [document({ id: `paper of ${dispatchNumber}`, dispatchNumber })],
    });
  save(acme, '100');
  save(other, '200');
  const twice = (number: string) => JSON.stringify(['same-paper-twice', 'agency', `paper of ${number}`]);
  const paid = (number: string) =>
    JSON.stringify(['same-paper-twice', 'agency', JSON.stringify([number, 'payment'])]);
  const totals = (number: string) => JSON.stringify(['disbursement-totals', 'agency', number, '1']);
  for (const finding of ['100', '200'].flatMap((number) => [twice(number), paid(number), totals(number)])) {
    store.dismissFinding(finding, 'agency', 'seen', at);
  }
  const others = [JSON.stringify(['x', 'elsewhere', '100']), '[not a list'];
  for (const finding of others) store.dismissFinding(finding, 'elsewhere', 'of another agency', at);

  store.purgeDownloads({ rut: acme });

  const left = database.prepare('SELECT finding FROM finding_dismissal').all();
  expect(left.map(({ finding }) => finding).sort()).toEqual(
    [twice('200'), paid('200'), totals('200'), ...others].sort(),
  );
  database.close();
});

test('a batch that is still being added to is named where it means something of a client, or its answer is gone', async () => {
  const { store, remove } = await temporaryStore();
  const begin = (uuid: string, selection: Selection) =>
    store.beginBatch({
      uuid,
      name: '',
      folder: '/f',
      template: '{id}',
      startedAt: at,
      owner: 'me',
      leaseUntil: 1,
      selection,
      withInactive: false,
      force: false,
    });
  for (const [rut, id] of [
    [acme, 'one'],
    [other, 'two'],
  ] as const) {
    await store.upsertPage({
      connectionId: 'agency',
      rut,
      query: { ...octoberInvoices, rut },
      at,
      documents: [document({ id, dispatchNumber: id })],
    });
    await begin(id, { kind: 'some', documents: [{ connectionId: 'agency', id }] });
  }
  await begin('gone', { kind: 'all', resultSetId: 'no longer kept', filter: '', except: [] });

  expect(await store.listOpenBatches({ rut: acme })).toEqual(['one', 'gone']);
  expect(await store.listOpenBatches({ connectionId: 'another' })).toEqual(['gone']);
  await store.close();
  await remove();
});

test('a delivery that cannot be read goes with any client that is purged, and keeps no other from being purged', async () => {
  const { store, path, remove } = await temporaryStore();
  const delivery = (id: string): Delivery => ({
    id,
    kind: 'zip',
    folder: '/f',
    startedAt: at,
    state: 'done',
    done: 1,
    of: 1,
    files: [],
    dispatches: [],
    tooLarge: [],
  });
  for (const id of ['whole', 'half', 'other']) await store.saveDelivery(delivery(id));
  const { database } = openDatabase(path);
  database.exec(
    `UPDATE handover SET record = CASE uuid WHEN 'half' THEN '{' ELSE '{}' END WHERE uuid <> 'whole'`,
  );
  database.close();
  await store.purgeDownloads({ rut: acme });
  expect((await store.listDeliveries(10)).map(({ id }) => id)).toEqual(['whole']);
  await store.close();
  await remove();
});
