import type { Store, StoredTransfer } from '../../../electron/database/index.ts';
import { flushIndex } from '../../../electron/downloads/folder-index/index-sync.ts';
import { realDisk } from '../../../electron/downloads/index.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { createIdleClock } from '../app/idle-clock.ts';

/** A document that is done, as the ledger has it; `place` tells it from others. */
export function transfer(index: number): StoredTransfer {
  return {
    id: index + 1,
    connectionId: 'c',
    documentId: `d${index}`,
    dispatch: '1',
    rut: '76086428-5' as Rut,
    type: 'FACTURA',
    folio: '1',
    state: 'done',
    path: `d${index}.pdf`,
    size: 1,
    sha256: 'a'.repeat(64),
    requestId: '',
    at: '2026-11-20T12:00:00.000Z',
  };
}

/** Tells the index of a folder all of these; gives which of them the ledger was told about. */
export async function flush(folder: string, pending: readonly StoredTransfer[]): Promise<Set<number>> {
  const flushed = new Set<number>();
  const store: Pick<
    Store,
    'readPendingVerdicts' | 'markIndexed' | 'getIndexStamp' | 'insertRecognisedFiles'
  > = {
    readPendingVerdicts: async (_destination, after, limit) =>
      pending.filter(({ id }) => id > after && !flushed.has(id)).slice(0, limit),
    markIndexed: async (some) => {
      for (const { id } of some) flushed.add(id);
    },
    getIndexStamp: async () => '',
    insertRecognisedFiles: async () => 0,
  };
  const writer = {
    user: 'ana',
    computer: 'escritorio',
    processId: 1,
    uuid: () => crypto.randomUUID(),
    isAlive: () => true,
  };
  await flushIndex(
    {
      store: store as Store,
      disk: realDisk,
      clock: createIdleClock(),
      writer,
      connections: () => [],
    },
    { destinationId: 1, folder },
  );
  return flushed;
}
