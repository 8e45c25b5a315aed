import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createApp } from '../../../electron/app.ts';
import { systemClock } from '../../../electron/platform/terminal/index.ts';
import { claimKinds } from '../../../shared/model/review.ts';
import { startPractice } from '../../support/agency/practice-agency.ts';
import { testHost } from '../../support/app/host.ts';
import { callsOf } from '../../support/app/page-calls.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

const begun = systemClock.elapsed();
const noon = Date.parse('2026-11-20T15:00:00Z');
const clock = { ...systemClock, now: () => Math.round(noon + systemClock.elapsed() - begun) };
/** Documents of each type and kind of file: every electronic invoice, and a few of all else. */
const documentsPerKind = 2;

// Its data plant odd charges and repeated documents, but none that states another value than the service.
test('no document of the practice agency is claimed to state something else', async () => {
  const folder = temporaryFolder();
  const agency = await startPractice({ today: '2026-11-20', seed: 'carpeta', clock });
  const app = await createApp(testHost(join(folder, 'home'), { clock }), {
    startPractice: async () => agency,
  });
  try {
    const call = callsOf(app.handlers);
    const { id: connectionId } = await call('connections.practice', undefined);
    const searched = Promise.withResolvers<void>();
    app.on('search.progress', ({ state }) => {
      if (state !== 'running') searched.resolve();
    });
    await call('search.start', {
      kind: 'range',
      connectionIds: [connectionId],
      ruts: agency.clients.map(({ rut }) => rut),
      range: { kind: 'last-days', days: 800 },
      types: { kind: 'all', operation: 'both' },
      complete: true,
    });
    await searched.promise;
    const groups = Map.groupBy(agency.data.documents(), ({ type, file }) => `${type} ${file?.kind}`);
    const documents = [...groups.values()].flatMap((same) =>
      same
        .filter(({ file }, index) => file && (file.kind === 'xml' || index < documentsPerKind))
        .map(({ id }) => ({ connectionId, id })),
    );
    const downloaded = Promise.withResolvers<void>();
    app.on('downloads.progress', ({ batches }) => {
      if (batches.some(({ state }) => state.kind === 'ended')) downloaded.resolve();
    });
    await call('downloads.start', {
      selection: { kind: 'some', documents },
      folder: join(folder, 'papeles'),
      withInactive: true,
      force: false,
    });
    await downloaded.promise;
    await app.texts.readAll(new AbortController().signal, () => undefined);
    const index = new DatabaseSync(join(folder, 'home', 'carpeta.db.texts'), { readOnly: true });
    const facts = index.prepare("SELECT count(*) AS facts FROM fact WHERE form = 'dte'").get();
    index.close();
    expect(facts?.['facts']).toBeGreaterThan(0);
    const query = { scope: {}, kinds: [...claimKinds], withDismissed: true, offset: 0, limit: 500 };
    const { rows } = await call('dossier.findings', query);
    expect(rows.map(({ reason, documents: own }) => ({ reason, own }))).toEqual([]);
  } finally {
    await app.close();
    await agency.close();
  }
}, 900_000);
