import { expect, test } from 'vitest';
import { createApiClient } from '../../../electron/api/index.ts';
import { renewEvery } from '../../../electron/jobs/lease.ts';
import { createOpen } from '../../../electron/platform/terminal/index.ts';
import { startPractice } from '../../../electron/practice/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { openSearchDesk, practiceConnection, rangeQuery, today } from '../../support/app/search-desk.ts';

test('an agency that refuses leaves a refresh of several unfinished, and is no refusal of the others', async () => {
  const clock = createFakeClock({ passes: (ms) => ms <= 30_000 && ms !== renewEvery });
  const agency = await startPractice({ documents: 200, clients: 2, today, clock });
  const http = createOpen();
  const api = createApiClient(
    { open: http.open, clock, random: () => 0.5, uuid: () => crypto.randomUUID() },
    { baseUrl: agency.baseUrl, agency: agency.agency, key: () => agency.key },
  );
  const desk = await openSearchDesk({
    ...{ agency, clock },
    parts: {
      getApiClient: (id) =>
        id === practiceConnection
          ? Promise.resolve(api)
          : Promise.reject(new AppError('KEY_MISSING', 'no key')),
    },
  });
  try {
    const { id, resultSetId } = await desk.search.saved.create(
      {
        ...{ name: 'Dos agencias', folder: '', template: '', downloadsNew: false, takesPapers: false },
        question: rangeQuery([agency.clients[0]?.rut ?? agency.inactiveClient.rut], {
          connectionIds: ['refusing', practiceConnection],
        }),
        view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
        refresh: { kind: 'by-hand' },
      },
      undefined,
    );
    await desk.search.saved.refresh(id);
    expect(await desk.search.runner.progress(resultSetId)).toMatchObject({
      state: 'interrupted',
      problems: [{ connectionId: 'refusing', error: { code: 'KEY_MISSING' } }],
    });
    expect((await desk.documents(resultSetId)).length).toBeGreaterThan(0);
    expect(await desk.search.saved.news()).toEqual([]);
  } finally {
    await desk.close();
    http.close();
  }
});

test('a query of a single task that found no network is not finished', async () => {
  const desk = await openSearchDesk({ practice: { documents: 50, clients: 1 } });
  try {
    const rut = desk.agency.clients[0]?.rut ?? desk.agency.inactiveClient.rut;
    await desk.agency.close();
    const query = rangeQuery([rut], { types: { kind: 'some', names: ['FACTURA AGENCIA'] } });
    expect(await desk.ask(query)).toMatchObject({
      ...{ state: 'interrupted', tasksTotal: 1, tasksAnswered: 0 },
      problems: [{ error: { code: 'NO_NETWORK' } }],
    });
  } finally {
    await desk.close();
  }
});
