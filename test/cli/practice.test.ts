import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type PracticeAgency, startPractice } from '../../electron/practice/index.ts';
import { cli } from '../support/run-cli.ts';

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
