import type { BatchAction, Store, TakenTransfer } from '../../../electron/database/index.ts';
import type { Rut } from '../../../shared/model/rut.ts';

/** The batch that {@link beginBatch} begins. */
export const batchUuid = 'b';
/** Who owns it. */
export const batchOwner = 'me';

/**
 * Begins a batch of documents with these ids, each with its id for a name in the folder `d`, and takes them
 * from the queue.
 */
export async function beginBatch(
  store: Store,
  ids: readonly string[],
  folder = '/f',
  uuid = batchUuid,
): Promise<TakenTransfer[]> {
  const rut = '76086428-5' as Rut;
  const foundBy = { kind: 'dispatch', rut, dispatch: '1' } as const;
  await store.beginBatch({
    uuid,
    name: '',
    folder,
    template: '{id}',
    startedAt: '',
    owner: batchOwner,
    leaseUntil: 1,
    selection: { kind: 'some', documents: [] },
    withInactive: false,
    force: false,
  });
  const document = { connectionId: 'c', dispatch: '1', rut, type: '', folio: '', foundBy };
  const named = ids.map((id) => ({ ...document, id, folder: 'd', stem: id, key: `d/${id}` }));
  await store.addTransfers(uuid, named);
  return store.takeTransfers(uuid, batchOwner, { limit: ids.length, now: 0 });
}

/** Pauses documents that were taken, each with a part of it on disk. */
export async function pauseWithPartFiles(store: Store, taken: readonly TakenTransfer[]): Promise<void> {
  const paused = { kind: 'returned', state: 'paused', batch: batchUuid, hasPartFile: true } as const;
  await store.writeSteps(
    batchOwner,
    taken.map(({ id }) => ({ ...paused, id })),
  );
}

/** Does a person's act to the batch, or to one of its documents. */
export async function action(store: Store, what: BatchAction, id?: string): Promise<void> {
  const document = id === undefined ? undefined : { connectionId: 'c', id };
  await store.applyBatchAction(batchUuid, batchOwner, what, '2026-11-20T12:00:00.000Z', document);
}
