import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type PracticeAgency, startPractice } from '../../../../support/agency/practice-agency.ts';
import { cli } from '../../../../support/app/run-cli.ts';

const firstLine = z.strictObject({
  baseUrl: z.url(),
  agency: z.string(),
  key: z.string().min(1),
  clients: z.array(z.strictObject({ rut: z.string(), name: z.string() })),
});

// Of one seed and day, the data are the same in another process.
let same: PracticeAgency;
beforeAll(async () => {
  same = await startPractice({ documents: 400, seed: 'importer' });
});
afterAll(() => same.close());

/** Runs the practice agency until it says that it runs, and gives its first line. */
async function practising(...options: string[]) {
  const ending = new AbortController();
  const { code, stdout, stderr } = await cli(
    ['practice', '--documents', '400', '--seed', 'importer', ...options],
    { signal: ending.signal, onSaid: () => ending.abort() },
  );
  const [first = '', ...rest] = stdout.split('\n');
  expect([code, rest]).toEqual([0, ['']]);
  const said = firstLine.parse(JSON.parse(first));
  expect(stderr).toContain(said.baseUrl);
  return said;
}

test('`practice` says where the agency is, with which key, and all of its clients', async () => {
  const said = await practising();
  expect(said).toMatchObject({ agency: same.agency, clients: same.clients });
  expect(said.clients.length).toBeGreaterThan(1);
});

test('`practice --importer` names the client that imports most, alone: whoever tries it is that importer', async () => {
  const { clients, agency } = await practising('--importer');
  expect({ clients, agency }).toEqual({ clients: [same.importer], agency: same.agency });
  const imports = (rut: string) => same.data.dispatches.filter(({ client }) => client.rut === rut).length;
  const importers = same.data.clients.filter(({ isActive, trade }) => isActive && trade.operation === 'IMP');
  expect(imports(same.importer.rut)).toBe(Math.max(...importers.map(({ rut }) => imports(rut))));
});

test('`clients` lists whose RUTs the practice agency has, for people and for programs', async () => {
  const json = await cli(['clients', '--practice', '--json']);
  expect(json.code).toBe(0);
  const items = json.events.flatMap(({ event, item }) => (event === 'client' ? [item] : []));
  expect(items).toHaveLength(8);
  expect(json.events.at(-1)).toEqual({ event: 'done', clients: 8 });
  const [first] = items;
  const people = await cli(['clients']);
  expect([people.code, people.stderr]).toEqual([0, expect.stringMatching(/^8 clientes /)]);
  const [title = '', ...rows] = people.stdout.trimEnd().split('\n');
  expect(title).toMatch(/^RUT +Nombre$/);
  expect(
    rows.map((row) =>
      row.replace(/^([\d.]+-[\dK]) +(.*)$/, (_, rut, name) => `${rut.replaceAll('.', '')} ${name}`),
    ),
  ).toEqual(items.map((item) => `${item?.['rut']} ${item?.['name']}`));
  // Each is one that the agency answers about.
  const dispatches = await cli(['dispatches', '--practice', '--rut', String(first?.['rut']), '--json']);
  expect(dispatches.code).toBe(0);
  expect(dispatches.events.length).toBeGreaterThan(1);
});

test('`clients` of another agency is wrong usage: its service lists none', async () => {
  expect((await cli(['clients', '--connection', 'Norte'])).code).toBe(2);
});
