import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { openRetention } from '../../support/app/retention.ts';

let agency: PracticeAgency;
let fixture: DownloadsFixture;
let store: Store;
/** What happens when the documents of a selection are known by their rows alone. */
let onRows: () => Promise<void>;

beforeAll(async () => {
  agency = await practice();
});
afterAll(() => agency.close());
beforeEach(async () => {
  fixture = await openFixture({ agency });
  const { home } = fixture;
  await fixture.close();
  store = await openStore(join(home, 'carpeta.db'));
  const watched = new Proxy(store, {
    get: (target, name: keyof Store) =>
      name === 'readCandidates'
        ? async (...input: Parameters<Store['readCandidates']>) => {
            await onRows();
            return store.readCandidates(...input);
          }
        : target[name],
  });
  fixture = await openFixture({ agency, home, overrides: { store: watched } });
});
afterEach(async () => {
  await fixture.close();
  await store.close();
  removeHome(fixture);
});

/** Deletes a client; resolves as well when a batch is to be cancelled for that. */
function purge(client: number): { begun: Promise<unknown>; ended: Promise<void> } {
  const cancelling = Promise.withResolvers<void>();
  const rut = agency.clients[client]?.rut;
  if (!rut) throw new Error('no such client');
  const ended = openRetention({
    store,
    clock: createFakeClock(),
    cancelDownload(batchId) {
      cancelling.resolve();
      return fixture.downloads.control({ action: 'cancel', batchId });
    },
  }).purge({ rut });
  return { begun: Promise.race([cancelling.promise, ended]), ended };
}

const idsOf = (documents: readonly DocumentKey[]) => documents.map(({ id }) => id);

test('documents that come while others of a selection are deleted are not taken for them', async () => {
  const [own] = await fixture.find({ client: 0, atMost: 1 });
  const others = await fixture.find({ client: 1, atMost: 20 });
  if (!own) throw new Error('no documents');
  let purged: Promise<void> | undefined;
  onRows = async () => {
    if (purged) return;
    const { begun, ended } = purge(1);
    purged = ended;
    await begun;
    await fixture.find({ client: 0, atMost: 60 });
  };
  await fixture.start([own, ...others]).catch(() => undefined);
  await purged;
  for (const { id } of await fixture.downloads.list()) {
    const added = (await fixture.verdicts(id)).map(({ documentId }) => documentId);
    expect(idsOf([own, ...others])).toEqual(expect.arrayContaining(added));
  }
});

test('a batch that means none of what is deleted goes on', async () => {
  const own = await fixture.find({ client: 0, atMost: 5 });
  await fixture.find({ client: 1, atMost: 20 });
  let purged: Promise<void> | undefined;
  onRows = async () => {
    purged ??= purge(1).ended;
    await purged;
  };
  const id = await fixture.start(own);
  const { counts } = await fixture.until(id, ({ state }) => state.kind === 'ended');
  expect(counts.cancelled).toBe(0);
  expect((await fixture.verdicts(id)).map(({ documentId }) => documentId).sort()).toEqual(idsOf(own).sort());
});
