import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/agency/ask.ts';
import {
  findCases,
  type PracticeAgency,
  type PracticeCases,
  startPractice,
  typeNames,
} from '../../support/agency/practice-agency.ts';
import {
  dispatchKeys,
  type Item,
  itemsOf,
  startDatedPractice,
} from '../../support/agency/practice-bodies.ts';

let practice: PracticeAgency;
let cases: PracticeCases;
beforeAll(async () => {
  practice = await startDatedPractice();
  cases = findCases(practice.data);
});
afterAll(() => practice.close());

describe('GET /dispatch/{n}/status', () => {
  it('has every key always, null without data, and is the same object as in the list', async () => {
    for (const client of practice.clients) {
      const list = (await ask(practice, '/dispatch/status', { rut: client.rut, limit: '200' })).json();
      for (const data of list['data'] as Item[]) {
        const response = (
          await ask(practice, `/dispatch/${data['numeroDespacho']}/status`, { rut: client.rut })
        ).json();
        expect(response).toEqual({ status: 200, id: data['id'], data });
        expect(Object.keys(data).toSorted()).toEqual([
          'EstadoDIN',
          'EstadoDUS',
          'allowEdit',
          'createdDate',
          'dueStatus',
          'fechaEta',
          'fechaLegalizacion',
          'id',
          'isCompleted',
          'lastModifiedDate',
          'numeroDespacho',
          'priority',
          'recordType',
        ]);
        expect(Object.values(data)).not.toContain('');
      }
    }
  });

  it('spells a state in another case than the documents do', () => {
    const dispatch = practice.data.dispatches.find(({ wire }) => wire.estadoDIN === 'ACEPTADA');
    expect(dispatch?.status.EstadoDIN).toBe('Aceptada');
  });
});

describe('GET /dispatch/status', () => {
  const list = async (query: Record<string, string>) =>
    (await ask(practice, '/dispatch/status', { rut: practice.clients[0]?.rut, ...query })).json() as {
      total: number;
      limit: number;
      data: Item[];
    };

  it('holds 50 by default, last changed first, and total counts what is returned', async () => {
    const response = await list({});
    expect([response.total, response.limit, response.data.length]).toEqual([50, 50, 50]);
    const dates = response.data.map((item) => String(item['lastModifiedDate']));
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('narrows by recordType and isCompleted', async () => {
    const all = practice.data.dispatches.filter(({ client }) => client.rut === practice.clients[0]?.rut);
    for (const recordType of ['din', 'dus', 'smda']) {
      for (const isCompleted of ['true', 'false']) {
        const response = await list({ recordType, isCompleted, limit: '200' });
        const expected = all.filter(
          ({ status }) => status.recordType === recordType && String(status.isCompleted) === isCompleted,
        );
        expect(response.data.map(({ numeroDespacho }) => numeroDespacho).toSorted()).toEqual(
          expected.map(({ number }) => number).toSorted(),
        );
      }
    }
  });

  it.each(['lastModifiedDate', 'createdDate', 'recordType', 'isCompleted'])(
    'read in both directions by %s turns round exactly',
    async (orderBy) => {
      const [up, down] = [
        await list({ orderBy, orderDirection: 'asc', limit: '200' }),
        await list({ orderBy, orderDirection: 'desc', limit: '200' }),
      ];
      expect(down.data.map(({ id }) => id)).toEqual(up.data.map(({ id }) => id).toReversed());
    },
  );
});

describe('GET /dispatch/{n}/desembolsos', () => {
  const always = [
    'id',
    'codigoAnalisis',
    'nombreAnalisis',
    'numeroDespacho',
    'numeroDocumento',
    'estado',
    'fechaDesembolso',
    'dispatch',
  ];

  it('has the guaranteed keys always, leaves the others out without data, and is ordered with the undated last', async () => {
    const optional = new Set<string>();
    let undated = 0;
    for (const dispatch of practice.data.dispatches) {
      const response = (
        await ask(practice, `/dispatch/${dispatch.number}/desembolsos`, { rut: dispatch.client.rut })
      ).json();
      const items = response['data'] as Item[];
      expect(Object.keys(response)).toEqual(['date', 'total', 'data']);
      expect(response['total']).toBe(dispatch.charges.length);
      expect(items).toHaveLength(dispatch.charges.length);
      for (const item of items) {
        expect(Object.keys(item)).toEqual(expect.arrayContaining(always));
        expect(Object.keys(item['dispatch'] as Item).toSorted()).toEqual(
          dispatchKeys.filter((key) => key !== 'id').toSorted(),
        );
        const others = Object.keys(item).filter((key) => !always.includes(key));
        for (const key of others) {
          optional.add(key);
          expect([null, '', undefined]).not.toContain(item[key]);
        }
        for (const file of [item['invoiceInfo'], item['documentInfo']]) {
          if (file !== undefined)
            expect(Object.values((file as { totals: object }).totals).every(Number.isFinite)).toBe(true);
        }
      }
      const dates = items.map((item) => item['fechaDesembolso'] as string | null);
      undated += dates.filter((date) => date === null).length;
      expect(dates).toEqual(dates.toSorted((a, b) => (a ?? '9').localeCompare(b ?? '9')));
    }
    expect(undated).toBeGreaterThan(0);
    expect([...optional].toSorted()).toEqual(
      [
        'debe',
        'documentInfo',
        'fechaFacturado',
        'invoiceInfo',
        'monto',
        'montoIva',
        'montoNeto',
        'saldo',
      ].toSorted(),
    );
  });

  it('never tells an unknown amount as zero', async () => {
    const { dispatch, charge } = cases.withoutAmount[0] ?? {};
    const items = await itemsOf(practice, dispatch?.number, dispatch?.client.rut, 'desembolsos');
    const item = items.find(({ id }) => id === charge?.id);
    for (const key of ['debe', 'monto', 'montoIva', 'montoNeto', 'saldo'])
      expect(item).not.toHaveProperty(key);
  });

  it('ends every dispatch without charges with an empty list and total 0', async () => {
    const dispatch = practice.data.dispatches.find(({ charges }) => charges.length === 0);
    expect(
      (
        await ask(practice, `/dispatch/${dispatch?.number}/desembolsos`, { rut: dispatch?.client.rut })
      ).json(),
    ).toMatchObject({ total: 0, data: [] });
  });
});

describe('GET /master/file-types', () => {
  const names = async (recordType?: string) =>
    ((await ask(practice, '/master/file-types', { recordType })).json()['data'] as Item[]).map(
      ({ name }) => name,
    );

  it('is ordered by name, has four keys always, and any but id may be null', async () => {
    const response = await ask(practice, '/master/file-types');
    const items = response.json()['data'] as Item[];
    for (const item of items)
      expect(Object.keys(item)).toEqual(['id', 'name', 'tipoOperacion', 'responsableDoc']);
    const known = items.map(({ name }) => name).filter((name) => name !== null);
    expect(known).toEqual(known.toSorted());
    expect(items.some(({ name }) => name === null)).toBe(true);
    expect(items.some(({ tipoOperacion }) => tipoOperacion === null)).toBe(true);
    expect(items.some(({ responsableDoc }) => responsableDoc === null)).toBe(true);
    expect(new Set(known).size).toBeGreaterThanOrEqual(15);
    expect(response.headers['cache-control']).toBe('private, max-age=60');
  });

  it('has the types of names.md', async () => {
    expect(await names()).toEqual(
      expect.arrayContaining([
        'FACTURA AGENCIA',
        'FACTURA TERCEROS',
        'NOTA DE COBRO',
        'CERTIFICADO DE ORIGEN',
        'CONOCIMIENTO DE EMBARQUE (B/L)',
      ]),
    );
  });

  it('gives imports or exports alone, and both when it is not said', async () => {
    const [both, none, impo, expo] = [
      await names(),
      await names(''),
      await names('IMPO'),
      await names('expo'),
    ];
    expect(none).toEqual(both);
    expect(impo).toContain(typeNames.importDeclaration);
    expect(impo).not.toContain(typeNames.exportDeclaration);
    expect(expo).toContain(typeNames.exportDeclaration);
    expect(expo).not.toContain(typeNames.importDeclaration);
  });

  it('is an empty list when the agency has no active types', async () => {
    const other = await startPractice({ documents: 30 });
    for (const { name } of other.data.types) other.changes.setTypeActive(name, false);
    expect((await ask(other, '/master/file-types')).json()['data']).toEqual([]);
    await other.close();
  });
});
