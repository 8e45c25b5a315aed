import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { realDisk } from '../../electron/downloads/index.ts';
import { tellIndex } from '../../electron/downloads/index-files/tell-index.ts';
import type { LedgerTransfer, Store } from '../../electron/store/index.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { createIdleClock } from '../support/idle-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function transfer(place: number): LedgerTransfer {
  return {
    id: place + 1,
    connectionId: 'c',
    documentId: `d${place}`,
    dispatch: '1',
    rut: '76086428-5' as Rut,
    type: 'FACTURA',
    folio: '1',
    state: 'done',
    path: `d${place}.pdf`,
    size: 1,
    sha256: 'a'.repeat(64),
    requestId: '',
    at: '2026-11-20T12:00:00.000Z',
  };
}

/** Tells the index of a folder all of these; gives which of them the ledger was told about. */
async function tell(folder: string, untold: readonly LedgerTransfer[]): Promise<Set<number>> {
  const told = new Set<number>();
  const store: Pick<Store, 'ledgerUntold' | 'ledgerTold' | 'ledgerIndexStamp' | 'ledgerRecognise'> = {
    ledgerUntold: async (_destination, after, limit) =>
      untold.filter(({ id }) => id > after && !told.has(id)).slice(0, limit),
    ledgerTold: async (some) => {
      for (const { id } of some) told.add(id);
    },
    ledgerIndexStamp: async () => '',
    ledgerRecognise: async () => 0,
  };
  const writer = {
    ...{ user: 'ana', computer: 'escritorio', processId: 1 },
    ...{ uuid: () => crypto.randomUUID(), isAlive: () => true },
  };
  await tellIndex(
    {
      ...{ store: store as Store, disk: realDisk, clock: createIdleClock() },
      ...{ writer, connections: async () => [] },
    },
    { destinationId: 1, folder },
  );
  return told;
}

test('an index of more verdicts than go into one writing holds each of them once', async () => {
  const folder = temporaryFolder();
  const untold = Array.from({ length: 6_001 }, (_, place) => transfer(place));
  for (const { path } of untold) writeFileSync(join(folder, path), 'x');
  const told = await tell(folder, untold);
  expect(told.size).toBe(untold.length);
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  expect(new Set(sums).size).toBe(untold.length);
  expect(sums).toHaveLength(untold.length);
  expect(readFileSync(join(folder, 'indice.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(
    untold.length + 1,
  );
});

test('an answer that cannot be read is not laid at the door of storage: the service may have sent it', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'd0.pdf'), 'x');
  const error = { code: 'RESPONSE_UNREADABLE', message: 'no JSON' } as const;
  await tell(folder, [transfer(0), { ...transfer(1), state: 'failed', path: '', error }]);
  const index = readFileSync(join(folder, 'indice.csv'), 'utf8');
  expect(index).toContain('llegó una respuesta que no se puede leer (RESPONSE_UNREADABLE)');
  expect(index).not.toContain('almacenamiento');
});
