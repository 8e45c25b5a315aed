import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import { cli } from '../../support/app/run-cli.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { damageRow } from '../../support/faults/damage-store.ts';

let agency: PracticeAgency;
beforeAll(async () => {
  agency = await startPractice({ documents: 400, clients: 3 });
});
afterAll(() => agency.close());

const month = (home: string, ...more: string[]) =>
  cli(['month', '--base-url', agency.baseUrl, '--agency', agency.agency, '--json', ...more], {
    env: { CARPETA_HOME: home, CARPETA_API_KEY: agency.key },
  });

test("a client's month is asked for once, and written with its draft over that of an earlier run", async () => {
  const [client] = agency.clients;
  const [home, into] = [temporaryFolder(), temporaryFolder()];
  const run = () => month(home, '--rut', client?.rut ?? '', '--month', '2026-10', '--into', into);
  const { code, events } = await run();
  const own = agency.data.dispatches.filter(
    ({ client: { rut }, wire }) => rut === client?.rut && wire.fechaAceptacion?.startsWith('2026-10'),
  );
  const numbers = events.flatMap(({ event, item }) => (event === 'dispatch' ? [item?.['number']] : []));
  expect(numbers).toEqual(expect.arrayContaining(own.map(({ number }) => number)));
  expect(events.find(({ event }) => event === 'month')).toMatchObject({
    rut: client?.rut,
    month: '2026-10',
    dispatches: numbers.length,
    unasked: 0,
  });
  expect(events.at(-1)).toMatchObject({ event: 'done', isWhole: true, leftOut: [] });
  expect(code).toBe(0);
  const written = readdirSync(into).sort();
  expect(written.map((name) => name.split('.').at(-1))).toEqual(['eml', 'pdf', 'xlsx']);
  // An ephemeral connection is another one each time, so that it asks again and writes over.
  await run();
  expect(readdirSync(into).sort()).toEqual(written);
});

test('a month of which a row is damaged is written with the others, and ends with 1', async () => {
  const [home, into] = [temporaryFolder(), temporaryFolder()];
  const args = ['--rut', agency.clients[0]?.rut ?? '', '--month', '2026-10', '--into', into];
  await month(home, ...args);
  damageRow(join(home, 'carpeta.db'), 'disbursement', 0);
  const { code, events } = await month(home, ...args);
  expect(code).toBe(1);
  expect(events.find(({ event }) => event === 'month')).toMatchObject({ unreadable: 1 });
  expect(events).toContainEqual(
    expect.objectContaining({ error: expect.objectContaining({ code: 'ROW_UNREADABLE' }) }),
  );
  expect(events.at(-1)).toMatchObject({ event: 'done', isWhole: false });
  expect(readdirSync(into)).toHaveLength(3);
});

test('a month that the service refuses is written with what is known, and ends with the code of the refusal', async () => {
  const into = temporaryFolder();
  const { code, events } = await cli(
    ['month', '--base-url', agency.baseUrl, '--agency', agency.agency, '--json', '--into', into].concat(
      ...['--rut', agency.clients[0]?.rut ?? '', '--month', '2026-10'],
    ),
    { env: { CARPETA_HOME: temporaryFolder(), CARPETA_API_KEY: 'another-key-of-nobody' } },
  );
  expect(code).toBe(3);
  expect(events.at(-1)).toMatchObject({ event: 'done', isWhole: false });
  expect(readdirSync(into)).toHaveLength(3);
});

test('a client that the agency does not know is asked for by each run, and none passes for a whole month', async () => {
  const env = { CARPETA_HOME: temporaryFolder() };
  const args = ['--rut', '76086428-5', '--month', '2020-01', '--into', temporaryFolder(), '--json'];
  for (let run = 0; run < 2; run++) {
    const { code, events } = await cli(['month', '--practice', ...args], { env });
    expect(events).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ code: 'ACCOUNT_NOT_FOUND' }) }),
    );
    expect(events.at(-1)).toMatchObject({ event: 'done', isWhole: false });
    expect(code).toBe(3);
  }
});

test.each([
  [['--month', '2026-13', '--into', 'x'], 'usage.month'],
  [['--month', '10-2026', '--into', 'x'], 'usage.month'],
  [['--month', '2026-10'], 'usage.missing'],
])('%j is wrong usage', async (args, key) => {
  const { code, events } = await month(temporaryFolder(), '--rut', agency.clients[0]?.rut ?? '', ...args);
  expect(code).toBe(2);
  expect(events.at(-1)).toMatchObject({ error: { code: 'USAGE', message: key } });
});
