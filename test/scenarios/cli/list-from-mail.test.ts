import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import { cli } from '../../support/app/run-cli.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

let agency: PracticeAgency;
beforeAll(async () => {
  agency = await startPractice({ documents: 400, clients: 3 });
});
afterAll(() => agency.close());
beforeEach(() => agency.requests.forget());

/** What the service was asked for a text, on a computer that keeps nothing. */
async function listFor(text: string, ...more: string[]) {
  const { code, stderr, events } = await cli(
    ['files', '--base-url', agency.baseUrl, '--agency', agency.agency, '--list', '-', '--json', ...more],
    { env: { CARPETA_HOME: temporaryFolder(), CARPETA_API_KEY: agency.key }, stdin: text },
  );
  const seen = agency.requests.seen();
  const of = (endpoint: string) => seen.filter((one) => one.endpoint === endpoint);
  return { code, stderr, events, of };
}

const dispatchesOf = (count: number) => {
  const [client] = agency.clients;
  const own = agency.data.dispatches.filter((one) => one.client.rut === client?.rut);
  return { rut: client?.rut ?? '', numbers: own.slice(0, count).map(({ number }) => number) };
};

test('a mail asks for its dispatches as its client, each once, and for nothing else that has figures', async () => {
  const { rut, numbers } = dispatchesOf(3);
  const { code, of } = await listFor(`De: Pedro <pedro@acme.example>
Enviado el: martes, 17 de noviembre de 2026 10:32
Asunto: RE: Despachos

Estimada Marta, de RUT ${rut} necesito:
${numbers.map((number, index) => `${index + 1}.- ${number}, 12 bultos, 3.450 kilos`).join('\n')}
Saludos, Pedro | Fono +56 2 2345 6789 | Av. Apoquindo 4501`);
  expect(code).toBe(0);
  expect(of('dispatch-files').map(({ dispatch, query }) => [dispatch, query['rut']])).toEqual(
    expect.arrayContaining(numbers.map((number) => [number, rut])),
  );
  expect(new Set(of('dispatch-files').map(({ dispatch }) => dispatch))).toEqual(new Set(numbers));
});

test('types and days of a text are what the service is asked for, of the catalogue that it gives', async () => {
  const { rut } = dispatchesOf(1);
  const { of } = await listFor(`${rut}; facturas y bl de octubre de 2026`);
  const asked = of('files').map(({ query }) => query['fileTypeName'] ?? '');
  const catalogue = new Set(agency.data.types.map(({ name }) => name ?? ''));
  const expected = [...catalogue].filter((name) => /^FACTURA|\(B\/L\)/.test(name));
  expect(expected.length).toBeGreaterThan(2);
  expect([...new Set(asked)].sort()).toEqual(expected.sort());
  for (const { query } of of('files')) {
    expect(query).toMatchObject({ rut, startDate: '2026-10-01', endDate: '2026-10-31' });
  }
  expect(of('file-types')).toHaveLength(1);
});

test('clients that a text relates to different months are asked for all of them, which is reported', async () => {
  const [first, second] = agency.clients.map(({ rut }) => rut);
  const { of, stderr } = await listFor(
    `${first} octubre de 2026\n${second} noviembre de 2026`,
    '--type',
    agency.data.types[0]?.name ?? '',
  );
  expect(new Set(of('files').map(({ query }) => query['rut']))).toEqual(new Set([first, second]));
  for (const { query } of of('files'))
    expect(query).toMatchObject({ startDate: '2026-10-01', endDate: '2026-11-30' });
  expect(stderr).toContain('Es de un cliente, y se consulta de todos ellos: octubre de 2026');
  expect(stderr).not.toContain('No se entiende');
});

test('words that name no certain days change no dates, which is reported', async () => {
  const { rut } = dispatchesOf(1);
  const days = ['--from', '2026-09-01', '--to', '2026-09-30'];
  const { of, stderr } = await listFor(`${rut}; notas de cobro hasta el viernes`, ...days);
  expect(of('files').length).toBeGreaterThan(0);
  for (const { query } of of('files'))
    expect(query).toMatchObject({ rut, startDate: '2026-09-01', endDate: '2026-09-30' });
  expect(stderr).toContain('No dice qué días, y no cambia las fechas: hasta el viernes');
});

test('options hold against what the text says', async () => {
  const { rut } = dispatchesOf(1);
  const days = ['--from', '2026-09-01', '--to', '2026-09-30'];
  const { of } = await listFor(`${rut}; facturas de octubre de 2026`, ...days, '--type', 'NOTA DE COBRO');
  expect(of('files').map(({ query }) => query)).toEqual([
    expect.objectContaining({
      rut,
      fileTypeName: 'NOTA DE COBRO',
      startDate: '2026-09-01',
      endDate: '2026-09-30',
    }),
  ]);
});

test('what is not understood is told, and a text of nothing asks nobody', async () => {
  const { rut, numbers } = dispatchesOf(1);
  const output = await listFor(`${rut}\n${numbers[0]}\nAlgo con 41093`);
  expect(output.stderr).toContain('41093');
  expect(output.of('dispatch-files').map(({ dispatch }) => dispatch)).not.toContain('41093');
  agency.requests.forget();
  const { code } = await listFor('Hola, gracias.');
  expect(code).toBe(2);
  expect(agency.requests.count('files') + agency.requests.count('dispatch-files')).toBe(0);
});
