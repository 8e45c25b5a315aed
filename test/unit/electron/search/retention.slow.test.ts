import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { openRetention } from '../../../support/app/retention.ts';
import { temporaryStore } from '../../../support/database/store.ts';
import { acme, document, octoberInvoices } from '../../../support/samples/documents.ts';

// SQLite waits ten seconds of its own for whoever reads.
test('a purge whose traces another process keeps in the log says so, and is whole when it is repeated', async () => {
  const temporary = await temporaryStore();
  const retention = openRetention({ store: temporary.store, clock: createFakeClock() });
  try {
    await temporary.store.upsertPage({
      connectionId: 'agency',
      rut: acme,
      query: octoberInvoices,
      at: '2026-11-19T12:00:00.000Z',
      documents: [document({ id: 'acme-1' })],
    });
    const reading = new DatabaseSync(temporary.path, { readOnly: true });
    reading.exec('BEGIN');
    reading.prepare('SELECT count(*) FROM document').get();
    await expect(retention.purge({ rut: acme })).rejects.toMatchObject({ code: 'STORE_BUSY' });
    reading.exec('COMMIT');
    reading.close();
    await retention.purge({ rut: acme });
    const bytes = Buffer.concat(['', '-wal'].map((suffix) => readFileSync(temporary.path + suffix)));
    expect(bytes.includes(Buffer.from(acme))).toBe(false);
  } finally {
    await temporary.remove();
  }
});
