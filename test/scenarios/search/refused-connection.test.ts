import { expect, test } from 'vitest';
import { createApiClient } from '../../../electron/api/index.ts';
import { renewEvery } from '../../../electron/jobs/lease.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { startPractice } from '../../support/agency/practice-agency.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import {
  openSearchFixture,
  practiceConnection,
  rangeQuery,
  today,
} from '../../support/app/search-fixture.ts';

test('an agency that refuses leaves a refresh of several unfinished, and is no refusal of the others', async () => {
  const clock = createFakeClock({ passes: (ms) => ms <= 30_000 && ms !== renewEvery });
  const agency = await startPractice({ documents: 200, clients: 2, today, clock });
  const http = createHttpClient();
  const api = createApiClient(
    { httpGet: http.httpGet, clock, random: () => 0.5, uuid: () => crypto.randomUUID() },
    { baseUrl: agency.baseUrl, agency: agency.agency, key: () => agency.key },
  );
  const fixture = await openSearchFixture({
    agency,
    clock,
    overrides: {
      getApiClient: (id) =>
        id === practiceConnection
          ? Promise.resolve(api)
          : Promise.reject(new AppError('KEY_MISSING', 'no key')),
    },
  });
  try {
    const { id, resultSetId } = await fixture.search.saved.create(
      {
        name: 'Dos agencias',
        folder: '',
        template: '',
        downloadsNew: false,
        takesPapers: false,
        question: rangeQuery([agency.clients[0]?.rut ?? agency.inactiveClient.rut], {
          connectionIds: ['refusing', practiceConnection],
        }),
        view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
        refresh: { kind: 'by-hand' },
      },
      undefined,
    );
    await fixture.search.saved.refresh(id);
    expect(await fixture.search.runner.progress(resultSetId)).toMatchObject({
      state: 'interrupted',
      problems: [{ connectionId: 'refusing', error: { code: 'KEY_MISSING' } }],
    });
    expect((await fixture.documents(resultSetId)).length).toBeGreaterThan(0);
    expect(await fixture.search.saved.changes()).toEqual([]);
  } finally {
    await fixture.close();
    http.close();
  }
});

test('a query of a single task that found no network is not finished', async () => {
  const fixture = await openSearchFixture({ practice: { documents: 50, clients: 1 } });
  try {
    const rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
    await fixture.agency.close();
    const query = rangeQuery([rut], { types: { kind: 'some', names: ['FACTURA AGENCIA'] } });
    expect(await fixture.ask(query)).toMatchObject({
      state: 'interrupted',
      tasksTotal: 1,
      tasksAnswered: 0,
      problems: [{ error: { code: 'NO_NETWORK' } }],
    });
  } finally {
    await fixture.close();
  }
});
