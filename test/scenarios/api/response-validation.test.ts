import { describe, expect, it } from 'vitest';
import { type ApiClient, paginate } from '../../../electron/api/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { clientOver, errorOf, plantedKey, someRut } from '../../support/agency/client.ts';
import { errorResponse, reply, type Step, scriptedOpen } from '../../support/agency/scripted-open.ts';

const over = (first: Step, ...more: Step[]) => clientOver(scriptedOpen(first, ...more).httpGet);
const item = { id: 'a', numeroDespacho: '77', isActive: true, dispatch: {}, infoDoc: {} };
const range = { kind: 'files', rut: someRut, start: '2026-01-01', end: '2026-12-31', type: 'T' } as const;

/** What came of a call: its rows, and the error beside or instead of them. */
interface Came {
  rows: unknown[];
  error?: AppError;
}

async function readAllPages(api: ApiClient): Promise<Came> {
  const rows: unknown[] = [];
  try {
    for await (const { documents } of paginate(api, range)) rows.push(...documents);
    return { rows };
  } catch (error) {
    if (error instanceof AppError) return { rows, error };
    throw error;
  }
}

function instead(error: unknown): Came {
  if (error instanceof AppError) return { rows: [], error };
  throw error;
}

/** What an answer may repeat of what was asked: names with their values, and the address. */
interface Echo {
  fields: Record<string, string>;
  path: string;
}

/** Every way to a list, told alike. */
const ways: readonly [string, (api: ApiClient) => Promise<Came>, Echo][] = [
  [
    'documents',
    readAllPages,
    {
      fields: { rut: someRut, startDate: '2026-01-01', endDate: '2026-12-31', fileTypeName: 'T' },
      path: '/agencia-1/v1/files',
    },
  ],
  [
    'document types',
    async (api) => {
      const came: Came = { rows: [] };
      came.rows = await api.documentTypes({
        onIncomplete: (incompleteReason) => {
          came.error = incompleteReason;
        },
      });
      return came;
    },
    { fields: { idAgencia: 'agencia-1' }, path: '/agencia-1/v1/master/file-types' },
  ],
  [
    'disbursements',
    async (api) => {
      const { disbursements, incompleteReason } = await api.disbursements({ dispatch: '77', rut: someRut });
      return { rows: disbursements, ...(incompleteReason && { error: incompleteReason }) };
    },
    { fields: { rut: someRut, numeroDespacho: '77' }, path: '/agencia-1/v1/dispatch/77/desembolsos' },
  ],
  [
    'dispatches',
    async (api) => {
      const { dispatches = [], incompleteReason } = (await api.dispatches({ rut: someRut })) ?? {};
      return { rows: dispatches, ...(incompleteReason && { error: incompleteReason }) };
    },
    { fields: { rut: someRut, orderBy: 'createdDate' }, path: '/agencia-1/v1/dispatch/status' },
  ],
];

describe.each(ways)('an answer with %s', (_, ask) => {
  it.each<[string, object]>([
    ['an error alone', { error: 'maintenance' }],
    ['an error beside an empty list', { error: 'maintenance', data: [] }],
    ['an error object beside rows', { error: { message: 'half done' }, data: [item] }],
    ['a list of errors', { data: [], errors: [{ message: 'x' }] }],
    ['an error in Portuguese beside rows', { erro: 'x', data: [item] }],
    ['an error in German beside rows', { fehlermeldung: 'x', fehler: 'x', data: [item] }],
    ['an error in French beside rows', { codeErreur: 'x', data: [item] }],
    ['a fault', { fault: { faultstring: 'x' }, data: [] }],
    [
      'an error body under 200',
      { status: 403, code: 'API_KEY_INVALID', message: 'x', requestId: 'r', data: [] },
    ],
    ['the code of an error alone', { code: 'API_KEY_INVALID', data: [] }],
    ['a status in words', { status: 'error', data: [] }],
    ['no success', { success: false, data: [] }],
    ['an error one level in', { data: { documentos: [], error: 'x' } }],
    ['an error in what it says of itself', { meta: { error: 'x' }, data: [] }],
    ['two lists', { data: [item], documentos: [{ ...item, id: 'b' }] }],
    ['a list beside an empty one that bears the name', { data: [], documentos: [item] }],
    [
      'a list one level in, beside an empty one that bears the name',
      { data: [], cuerpo: { documentos: [item] } },
    ],
    ['no list', { date: '', estado: 'ok' }],
  ])('that holds %s is an error, never an empty list', async (_name, body) => {
    const { rows, error } = await ask(over(reply(200, body))).catch(instead);
    expect(rows).toEqual([]);
    expect(error).toMatchObject({ code: 'RESPONSE_UNREADABLE', status: 200, exchange: { attempts: 1 } });
  });

  it('in which the list has its name twice is an error, whichever of them is empty', async () => {
    for (const body of [
      `{"data":[${JSON.stringify(item)}],"data":[]}`,
      `{"data":{"documentos":[${JSON.stringify(item)}],"documentos":[]}}`,
    ]) {
      expect((await ask(over(reply(200, body))).catch(instead)).error?.code).toBe('RESPONSE_UNREADABLE');
    }
  });

  it.each([
    ['an item', '{"data":[{"id":"otro","id":"a1"}]}'],
    ['an object of an item', '{"data":[{"id":"a1","dispatch":{"number":"1","number":"2"}}]}'],
    ['what an answer says of its pages', '{"data":[],"meta":{"hasMore":true,"hasMore":false}}'],
  ])('in which a name stands twice in %s is an error: one of the two is hidden', async (_where, body) => {
    const { rows, error } = await ask(over(reply(200, body))).catch(instead);
    expect(rows).toEqual([]);
    expect(error).toMatchObject({ code: 'RESPONSE_UNREADABLE', status: 200 });
    expect(error?.message).toContain('a name that stands twice');
  });

  it.each<[string, object]>([
    ['errors that are none', { data: [item], error: null, errors: [], fault: '', success: true, code: 200 }],
    ['an error object without a word', { data: [item], error: { code: null, message: '' } }],
    ['a list of its own under any name', { estado: 'ok', cosas: [item] }],
    ['an end that is told', { data: [item], hasMore: false, isLast: true, next: null, cursor: '' }],
    ['the number of its rows', { data: [item], total: 1, count: '1', limit: 200 }],
    [
      'codes of agencies and customs offices',
      { data: [item], codigo: '1234', agency: { code: 770 }, aduana: { codigo: 905 } },
    ],
    ['a code of its own', { data: [item], client: { code: 'AG_770' }, code: 'AG_770' }],
    ['how many failed', { data: [item], failed: 3, summary: { failed: 3, errors: 3 } }],
    [
      'warnings and filters beside the list that bears the name',
      { data: [item], warnings: [{ text: 'x' }], filters: [{ name: 'y' }] },
    ],
    ['a sum that is called total', { data: [item], resumen: { total: 119_000 } }],
  ])('that holds %s is read as it is', async (_name, body) => {
    const { rows, error } = await ask(over(reply(200, body)));
    expect([rows.length, error]).toEqual([1, undefined]);
  });

  it.each<[string, object]>([
    ['beside what it says of its pages', { meta: { total: 0 }, items: [] }],
    ['beside an empty list of errors', { items: [], errors: [] }],
    ['one level in', { result: { items: [] }, paging: { page: 1 } }],
  ])('that holds an empty list under another name %s is one without rows', async (_name, body) => {
    const { rows, error } = await ask(over(reply(200, body)));
    expect([rows, error]).toEqual([[], undefined]);
  });

  it('that holds an empty list beside an object that could hold the rows is an error', async () => {
    const body = { tags: [], data: { cuerpo: { documentos: [item] } } };
    expect((await ask(over(reply(200, body))).catch(instead)).error?.code).toBe('RESPONSE_UNREADABLE');
  });

  it.each<[string, object]>([
    ['more', { data: [item], hasMore: true }],
    ['more, in Spanish, one level in', { data: [item], paginacion: { hayMas: 'true' } }],
    ['no last page', { data: [item], isLast: false }],
    ['another total', { data: [item], total: 500 }],
    ['another total as text', { data: [item], totalCount: '500' }],
    ['more than nothing', { data: [], hasMore: true }],
    ['a total of nothing', { data: [], total: 500 }],
  ])('that tells of %s gives its rows, and says that they may be incomplete', async (_name, body) => {
    const { rows, error } = await ask(over(reply(200, body)));
    expect(rows).toHaveLength('data' in body && Array.isArray(body.data) ? body.data.length : 0);
    expect(error).toMatchObject({ code: 'WALK_INCOMPLETE', exchange: { status: 200 } });
  });
});

describe.each(ways)('beside an empty list of %s', (_, ask, echo) => {
  it.each<object>([
    { status_code: 403 },
    { http_status: 403 },
    { statusCode: '403 Forbidden' },
    { status: 'forbidden' },
    { status: 'Servicio en mantención' },
    { errorMsg: 'x' },
    { codigoError: 12 },
    { code: 'TENANT_SUSPENDED' },
    { code: 'T-9' },
    { message: 'maintenance' },
    { maintenance: true },
    { response: { status: { code: 403 } } },
    { has_more_items: true },
    { hasMoreData: true },
    { page: 1, totalPages: 5 },
    { recordsTotal: 500 },
    { numFound: 500 },
    { summary: { total: 500 } },
    { total: '1.500' },
    { total: { value: 500 } },
    { total: 'muchos' },
    { cursor: { id: 3 } },
    { siguiente: 'x' },
    { LastEvaluatedKey: { id: 'a' } },
    { page: { next: { token: 'x' } } },
    { documentos: { a: { id: 1 }, b: { id: 2 } } },
    { rows: [[1, 'a']] },
    { documentos: '[{"id":1}]' },
    { extra: { lists: { docs: [{ id: 1 }] } } },
    { message: 'No documents found: storage is down' },
    { message: 'No se encontraron documentos en esta página' },
    { message: 'No hay servicio' },
    { empty: false },
    { links: { self: 'x', siguiente: 'https://a.example/2' } },
    { object: 'documents' },
    { page: 'login required' },
    { limit: 'exceeded for today' },
    { version: 'error: no database' },
    { fecha: '2026 falla de sistema' },
    { date: 'maintenance 5' },
    { date: { toString: 'maintenance' } },
    { status: { toString: 'down' } },
    { hasMore: { valueOf: 1, toString: 1 } },
    { code: [{ toString: null }] },
    { autorizado: false },
    { status: 'partial' },
    { agency: 'suspended' },
    { agencia: 'otra-agencia' },
    { agency: { active: false } },
    { active: false },
    { activa: 0 },
    { requestId: 'denied' },
    { requestId: 'denied-403' },
    { self: '/login' },
    { self: 'https://portal.example/agencia-1/v1/login' },
    { self: `https://a.example${echo.path}?error=denied` },
    { page: 2 },
    { pagination: { page: '2' } },
    { offset: 100 },
    { limit: 0 },
    { rut: '76086428-5' },
    { fileTypeName: 'otro tipo' },
    { recordType: 'dus' },
    { startDate: '2026-06-01' },
    { fechaSuspension: '2026-01-01' },
    { downtime: '3 h' },
    { maintenance: { date: '2026-11-25' } },
    { version: 'suspended' },
    { lang: 'denied' },
    { status: 202 },
  ])('%j is no quiet nothing', async (fields) => {
    for (const body of [
      { data: [], ...fields },
      { ...fields, data: [] },
    ]) {
      // A number or an object as a cursor is asked on with, or is what nobody understands.
      const { rows, error } = await ask(over(reply(200, body))).catch(instead);
      expect(rows).toEqual([]);
      expect(['RESPONSE_UNREADABLE', 'WALK_INCOMPLETE']).toContain(error?.code);
    }
  });

  it.each<object>([
    { date: '2026-10-05T12:00:00.000Z', total: 0 },
    { status: 200, total: 0, limit: 50 },
    { status: 'ok', message: 'OK', success: true, code: 200 },
    { requestId: '0b5c', timestamp: 1790000000, fechaConsulta: '05-10-2026' },
    { query: echo.fields, page: 1, pageSize: 100, offset: 0 },
    { ...echo.fields, agencia: 'AGENCIA-1', limit: '200' },
    { requestId: 'request-1' },
    { requestId: '0b5cdead-beef-4a1f-8c1e-0123456789ab', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
    { hasMore: false, truncated: false, error: false, failed: 0, took: 0, agencia: null, aviso: {} },
    { pagination: { page: 1, totalPages: 1, total: 0, hasMore: false, next: null }, errors: [], meta: {} },
    { isLast: true, unsignedCount: 0, nextToken: '' },
    { generatedAt: '2026-10-05', version: '1.4.2', object: 'list', requestId: 'r-1' },
    {
      fecha: '25-nov-2026 10:00',
      took: '12 ms',
      date: 'Wed, 25 Nov 2026 10:00:00 GMT',
      pageNumber: '0',
      lang: 'es-CL',
    },
    { message: 'No documents found' },
    { mensaje: 'No se encontraron documentos para los filtros.' },
    { message: 'Sin resultados', count: 0 },
    {
      links: { self: `https://a.example${echo.path}?${new URLSearchParams(echo.fields)}` },
      empty: true,
      first: true,
    },
    { self: `${echo.path}?key=AIza…9xyz` },
    {
      pageable: { pageNumber: 0, sort: { sorted: false, unsorted: true, empty: true }, paged: true },
      totalElements: 0,
      totalPages: 0,
      numberOfElements: 0,
      last: true,
      first: true,
      empty: true,
    },
  ])('%j says nothing', async (fields) => {
    const { rows, error } = await ask(over(reply(200, { ...fields, data: [] })));
    expect([rows, error]).toEqual([[], undefined]);
  });
});

describe.each(ways)('among rows of %s', (_, ask) => {
  const row = { ...item, recordType: 'din', tipoOperacion: 'IMP' };
  const errorItems = [
    { id: 'e1', error: 'maintenance' },
    { id: 'e1', numeroDespacho: '77', error: { message: 'no access' } },
    { id: 'e1', code: 'API_KEY_INVALID', message: 'x', requestId: 'r', status: 403 },
    { error: 'maintenance' },
    { id: 'e1', mensaje: 'Servicio suspendido' },
    { id: 'e1', warnings: [{ text: 'no access' }] },
  ];

  it.each(errorItems)('%j is left out, and the list is marked as incomplete', async (content) => {
    for (const data of [
      [row, content],
      [content, row],
    ]) {
      const { rows, error } = await ask(over(reply(200, { data })));
      expect(rows).toMatchObject([{ item: { id: 'a' } }]);
      expect(error).toMatchObject({ code: 'WALK_INCOMPLETE', exchange: { status: 200 } });
    }
  });

  it.each(errorItems)('%j alone is an error', async (content) => {
    const { rows, error } = await ask(over(reply(200, { data: [content] }))).catch(instead);
    expect([rows, error?.code]).toEqual([[], 'RESPONSE_UNREADABLE']);
  });

  const unreadItems = [null, 'x', 7, [row], {}, { observaciones: 'x' }];

  it.each(unreadItems)(
    '%j cannot be read: it alone is left out, and the list is incomplete',
    async (content) => {
      for (const data of [
        [row, content],
        [content, row],
      ]) {
        const { rows, error } = await ask(over(reply(200, { data }))).catch(instead);
        expect(rows).toMatchObject([{ item: { id: 'a' } }]);
        expect(error).toMatchObject({ code: 'WALK_INCOMPLETE', exchange: { status: 200 } });
      }
    },
  );

  it.each(unreadItems)('%j alone is an error, never an empty list', async (content) => {
    const { rows, error } = await ask(over(reply(200, { data: [content] }))).catch(instead);
    expect([rows, error?.code]).toEqual([[], 'RESPONSE_UNREADABLE']);
  });

  it('a row that is whole and tells an error too is kept, and the list is marked as incomplete', async () => {
    const { rows, error } = await ask(over(reply(200, { data: [{ ...row, error: 'not read' }] })));
    expect([rows.length, error?.code]).toEqual([1, 'WALK_INCOMPLETE']);
  });

  it('a row in other names, with a note of its own, is a row', async () => {
    const data = [{ id: 'a', nroDespacho: '77', carpeta: { nave: 'X' }, nota: 'urgente' }];
    const { rows, error } = await ask(over(reply(200, { data })));
    expect([rows.length, error]).toEqual([1, undefined]);
  });

  it('words of errors that tell of none are those of a row like any other', async () => {
    const data = [{ ...row, error: null, errores: [], fault: '', status: 'Aceptada', errorCount: 0 }];
    const { rows, error } = await ask(over(reply(200, { data })));
    expect([rows.length, error]).toEqual([1, undefined]);
  });
});

describe.each(ways)('under another status than 200, a list of %s', (_, ask) => {
  it('is believed under 203, which a proxy makes of 200', async () => {
    const { rows, error } = await ask(over(reply(203, { data: [item] })));
    expect([rows.length, error]).toEqual([1, undefined]);
  });

  it.each([201, 202, 206, 207, 226])('is doubted, with or without rows: %i', async (status) => {
    for (const data of [[], [item]]) {
      const { rows, error } = await ask(over(reply(status, { data })));
      expect(rows).toHaveLength(data.length);
      expect(error).toMatchObject({ code: 'WALK_INCOMPLETE', exchange: { status } });
    }
  });
});

describe.each(ways)('beside rows of %s', (_, ask) => {
  it.each<object>([
    { totalPages: 10 },
    { recordsTotal: 500 },
    { total_count: 500 },
    { 'X-Total-Count': '1.500' },
    { has_more_items: true },
    { moreAvailable: true },
    { siguiente: 'x' },
    { LastEvaluatedKey: { id: 'a' } },
    { meta: { pagination: { total: 500 } } },
    { meta: { pagination: { hasMore: true } } },
    { meta: { paging: { cursors: { after: 'x' } } } },
    { resultado: { page: { next: { token: 'x' } } } },
    { message: 'Resultado parcial' },
    { warnings: ['results are incomplete'] },
    { warnings: [{ code: 'X', message: 'Partial results' }] },
    { warning: { text: 'Partial results' } },
    { mensajes: ['Resultado parcial'] },
    { meta: { aviso: 'Lista truncada a 100 filas' } },
    { '@odata.count': 500 },
    { status: 'partial' },
    { estado: 'INCOMPLETO' },
    { status: 206 },
    { timed_out: true },
  ])('%j says that the list may be incomplete', async (fields) => {
    const { rows, error } = await ask(over(reply(200, { data: [item], ...fields })));
    expect(rows).toHaveLength(1);
    expect(error?.code).toBe('WALK_INCOMPLETE');
  });

  it.each<object>([
    { status_code: 403 },
    { http_status: '503 Service Unavailable' },
    { error_message: 'x' },
    { response: { status: { code: 403 } } },
  ])('%j is an error', async (fields) => {
    const { error } = await ask(over(reply(200, { data: [item], ...fields }))).catch(instead);
    expect(error?.code).toBe('RESPONSE_UNREADABLE');
  });

  it.each<object>([
    { totalMonto: 119_000, accountId: 7, country: 56, discount: 3, errorCount: 2, unsignedCount: 0 },
    { totalPages: 1, recordsTotal: 1, numFound: '1', total: { value: 1 } },
    { dispatch: { observaciones: 'Embarque parcial' }, message: 'Lista completa, no parcial' },
    { status: 'Aceptada', timed_out: false, timeout: 30, '@odata.count': 1, authorized: true },
    { message: '1 fila', agencia: 'X', moreInfo: 'https://a.example/' },
    { warnings: ['v1 ends in 2027'], mensaje: 'Lista completa' },
  ])('%j says nothing of its number', async (fields) => {
    const { rows, error } = await ask(over(reply(200, { data: [item], ...fields })));
    expect([rows.length, error]).toEqual([1, undefined]);
  });
});

describe('paginate', () => {
  it.each<object>([
    { rut: '12.345.678-5' },
    { rut: '12345678' },
    // The service folds a check digit K to 1, and answers all the same to a wrong one.
    { rut: '12345678-1' },
    { startDate: '2026-01-01T03:00:00.000Z', endDate: '2027-01-01T02:59:59.999Z' },
    { desde: '01-01-2026', hasta: '31/12/2026' },
    { fechaDesde: '2026-01-01 00:00', fileTypeName: ' t ' },
  ])('that finds nothing ends quietly where what was asked is repeated as %j', async (fields) => {
    expect(await readAllPages(over(reply(200, { data: [], ...fields })))).toEqual({ rows: [] });
  });

  it.each<object>([
    { rut: '1234567' },
    { startDate: '2026-01-03T03:00:00.000Z' },
    { endDate: '2026-11-30' },
    { desde: '02-01-2026' },
    { fileTypeName: 'T2' },
  ])('that finds nothing is doubted where %j is told to have been asked', async (fields) => {
    const { error } = await readAllPages(over(reply(200, { data: [], ...fields })));
    expect(error?.code).toBe('WALK_INCOMPLETE');
  });

  it('takes the last page, without rows, for its end whatever its number is', async () => {
    const pages = (fields: object) =>
      over(reply(200, { data: [item], nextToken: 'a' }), reply(200, { data: [], ...fields }));
    expect(await readAllPages(pages({ page: 2, offset: 100 }))).toMatchObject({ rows: [{ id: 'a' }] });
    expect((await readAllPages(pages({ page: 2, offset: 100 }))).error).toBeUndefined();
    expect((await readAllPages(pages({ agency: 'suspended' }))).error?.code).toBe('WALK_INCOMPLETE');
  });

  it('doubts a page without rows that says something, though it goes on', async () => {
    const pages = (fields: object) =>
      over(reply(200, { data: [], nextToken: 'a', ...fields }), reply(200, { data: [item] }));
    expect((await readAllPages(pages({ date: '2026-10-05T12:00:00.000Z' }))).error).toBeUndefined();
    const { rows, error } = await readAllPages(pages({ agency: 'suspended' }));
    expect([rows.length, error?.code]).toEqual([1, 'WALK_INCOMPLETE']);
  });

  it('compares the number of pages that is told with those that it read', async () => {
    const pages = (totalPages: number) =>
      over(
        reply(200, { data: [item], totalPages, nextToken: 'a' }),
        reply(200, { data: [{ ...item, id: 'b' }], totalPages }),
      );
    expect((await readAllPages(pages(2))).error).toBeUndefined();
    expect((await readAllPages(pages(3))).error?.code).toBe('WALK_INCOMPLETE');
  });

  it('goes on with a cursor that is a number', async () => {
    const pages = [reply(200, { data: [item], cursor: 17 }), reply(200, { data: [{ ...item, id: 'b' }] })];
    const script = scriptedOpen(pages[0] ?? reply(200), ...pages.slice(1));
    const { rows, error } = await readAllPages(clientOver(script.httpGet));
    expect([rows.length, error]).toEqual([2, undefined]);
    expect(script.requests[1]?.url.searchParams.get('nextToken')).toBe('17');
  });

  it('doubts a list in which an item of an earlier page is an error', async () => {
    const pages = over(
      reply(200, { data: [item, { id: 'e1', error: 'x' }], nextToken: 'a' }),
      reply(200, { data: [{ ...item, id: 'b' }] }),
    );
    const { rows, error } = await readAllPages(pages);
    expect([rows.length, error?.code]).toEqual([2, 'WALK_INCOMPLETE']);
  });

  it('compares a total with all of its pages', async () => {
    const pages = (total: number) =>
      over(
        reply(200, { data: [item], total, nextToken: 'a' }),
        reply(200, { data: [{ ...item, id: 'b' }], total }),
      );
    expect((await readAllPages(pages(2))).error).toBeUndefined();
    expect((await readAllPages(pages(3))).error?.code).toBe('WALK_INCOMPLETE');
  });

  it('ends when the same document comes under ever new tokens', async () => {
    let page = 0;
    const api = over((request) => reply(200, { data: [item], nextToken: `t${page++}` })(request));
    const { rows, error } = await readAllPages(api);
    expect(rows).toHaveLength(1);
    expect(error?.code).toBe('WALK_INCOMPLETE');
    expect(page).toBeLessThan(30);
  });

  it('names nothing as gone in a list that may be incomplete', async () => {
    const api = over(
      reply(200, { data: [item, { ...item, id: 'b' }], nextToken: 'b' }),
      errorResponse(400, 'NEXT_TOKEN_INVALID'),
      reply(200, { data: [item], hasMore: true }),
    );
    const removed: string[] = [];
    const reading = (async () => {
      for await (const page of paginate(api, range)) removed.push(...page.removed);
    })();
    expect((await errorOf(reading)).code).toBe('WALK_INCOMPLETE');
    expect(removed).toEqual([]);
  });
});

describe('an answer about something else than was asked', () => {
  const asked = { dispatch: '123457', rut: someRut };
  const status = { numeroDespacho: '123457', recordType: 'din', EstadoDIN: 'Aceptada' };

  it.each<[string, (api: ApiClient) => Promise<unknown>, object]>([
    [
      'a status of another dispatch',
      (api) => api.status(asked),
      { data: { ...status, numeroDespacho: '999' } },
    ],
    ['a status of another client', (api) => api.status(asked), { data: { ...status, rut: '76.086.428-5' } }],
    ['a fault instead of a status', (api) => api.status(asked), { fault: { faultstring: 'x', code: 'y' } }],
    [
      'a status beside an error that the answer tells of itself',
      (api) => api.status(asked),
      { meta: { error: 'maintenance' }, data: { numeroDespacho: '123457' } },
    ],
    [
      'a status beside a status of HTTP',
      (api) => api.status(asked),
      { status: { code: 403, message: 'Forbidden' }, numeroDespacho: '123457' },
    ],
    [
      'an object with nothing of a status but an identifier',
      (api) => api.status(asked),
      { data: { id: 'err-1', mensaje: 'mantención' } },
    ],
    [
      'a status of another dispatch, in other capitals',
      (api) => api.status(asked),
      { NumeroDespacho: '999', RecordType: 'din' },
    ],
    [
      'a status in an answer about another dispatch',
      (api) => api.status(asked),
      { numeroDespacho: '999', data: { recordType: 'din' } },
    ],
    [
      'a status beside another dispatch',
      (api) => api.status(asked),
      { data: { recordType: 'din' }, dispatch: { numeroDespacho: '999' } },
    ],
    ...['numDespacho', 'numero_de_despacho', 'Despacho', 'dispatch'].map(
      (name): [string, (api: ApiClient) => Promise<unknown>, object] => [
        `a status of another dispatch under ${name}`,
        (api) => api.status(asked),
        { data: { recordType: 'din', EstadoDIN: 'Aceptada', [name]: '999' } },
      ],
    ),
    [
      'a status that tells an error',
      (api) => api.status(asked),
      { despacho: { ...status, error: 'maintenance' } },
    ],
    ['any object instead of a status', (api) => api.status(asked), { sesion: { usuario: 'x' } }],
    [
      'documents of another dispatch',
      (api) => api.dispatchFiles(asked),
      { data: [{ ...item, numeroDespacho: '999' }] },
    ],
    ['documents of another client', (api) => api.dispatchFiles(asked), { rut: '76086428-5', data: [] }],
    [
      'disbursements of another dispatch',
      (api) => api.disbursements(asked),
      { data: [{ id: 'd', numeroDespacho: '999' }] },
    ],
    [
      'dispatches of another client',
      (api) => api.dispatches(asked),
      { data: [{ ...status, rut: '76086428-5' }] },
    ],
  ])('is an error: %s', async (_, ask, body) => {
    expect(await errorOf(ask(over(reply(200, body))))).toMatchObject({
      code: 'RESPONSE_UNREADABLE',
      status: 200,
    });
  });

  it.each(['410273-2026', 'I410273', '0410273', '410.273'])(
    'is not one that writes its number as %s',
    async (numeroDespacho) => {
      const api = over(reply(200, { data: [{ ...item, numeroDespacho }] }));
      expect((await api.dispatchFiles({ dispatch: '410273', rut: someRut })).documents).toHaveLength(1);
    },
  );

  it('is not one that holds documents of another dispatch beside its own', async () => {
    const data = [
      { ...item, numeroDespacho: '123457' },
      { ...item, id: 'b', numeroDespacho: '410274', dispatch: { id: '410274' }, rut: '96591760-8' },
    ];
    const { documents } = await over(reply(200, { data })).dispatchFiles(asked);
    expect(documents.map(({ dispatchNumber }) => dispatchNumber)).toEqual(['123457', '410274']);
  });

  it('is not one that names the dispatch by its identifier alone; a number beside it decides', async () => {
    const page = (numeroDespacho: string) =>
      over(reply(200, { data: [{ ...item, numeroDespacho, dispatch: { id: '123457' } }] })).dispatchFiles(
        asked,
      );
    expect((await page('')).documents).toHaveLength(1);
    expect((await errorOf(page('999'))).code).toBe('RESPONSE_UNREADABLE');
  });

  it.each([
    ['77-2024', '88-2024'],
    ['77-2024', '77-2023'],
    ['I-7', 'E-7'],
    ['7', '99.7'],
    ['7', '7A'],
    ['2024', '88-2024'],
    ['410273', '410.274'],
  ])('is one that writes the number %s as %s', async (dispatch, numeroDespacho) => {
    const api = over(reply(200, { data: [{ ...item, numeroDespacho }] }));
    expect((await errorOf(api.dispatchFiles({ dispatch, rut: someRut }))).code).toBe('RESPONSE_UNREADABLE');
  });

  it.each([
    ['410273', 'N° 410273'],
    ['410273-2026', '410273'],
    ['I-410273', '410.273'],
    ['410273', 'DIN 0410273/2026'],
    ['I-7', 'i 007'],
    ['ABC', 'abc'],
  ])('is not one that writes the number %s as %s', async (dispatch, numeroDespacho) => {
    const api = over(reply(200, { data: [{ ...item, numeroDespacho }] }));
    expect((await api.dispatchFiles({ dispatch, rut: someRut })).documents).toHaveLength(1);
  });

  it.each<[string, object]>([
    [
      'names of its own',
      { status: 200, id: 'x', data: { id: 'x', nroDespacho: '123457', estadoDIN: 'Aceptada' } },
    ],
    [
      'its dispatch as a text, and an identifier of it beside',
      { data: { ...status, dispatch: 'k3JH9' }, dispatch: { id: 'k3JH9' } },
    ],
    [
      'its number in the envelope',
      { numeroDespacho: '123457', data: { ...status, lastModifiedDate: '2026-01-01' } },
    ],
  ])('is not a status with %s', async (_, body) => {
    const came = await over(reply(200, body)).status(asked);
    expect(came.item).toEqual((body as { data: object }).data);
  });

  it('is not told by how a number is written', async () => {
    const data = { ...status, numeroDespacho: ' 0123.457 ', rut: '12.345.678-5' };
    expect((await over(reply(200, { data })).status(asked)).state).toBe('Aceptada');
  });
});

describe('an item that is none', () => {
  const disbursements = (api: ApiClient) => api.disbursements({ dispatch: '77', rut: someRut });
  const types = (api: ApiClient) => api.documentTypes({});

  it.each<[string, (api: ApiClient) => Promise<unknown>, object]>([
    [
      'an error as a disbursement',
      disbursements,
      { data: [{ error: 'maintenance', code: 'INTERNAL_ERROR' }] },
    ],
    ['a message as a disbursement', disbursements, { mensajes: [{ texto: 'mantención' }] }],
    ['an error with an identifier', disbursements, { data: [{ id: 'e1', error: 'maintenance' }] }],
    ['an error as a type', types, { data: [{ error: 'x' }] }],
    ['nothing as a type', types, { data: [{}] }],
  ])('is an error: %s', async (_, ask, body) => {
    expect((await errorOf(ask(over(reply(200, body))))).code).toBe('RESPONSE_UNREADABLE');
  });

  it('is not a disbursement of which its dispatch alone is told', async () => {
    const body = { data: [{ dispatch: { referencia: 'R' } }] };
    expect((await disbursements(over(reply(200, body)))).disbursements).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it.each(['CANCELLED', 'RESULT_SET_GONE', 'SEARCH_OWNED_ELSEWHERE', 'NO_KEYCHAIN'])(
    'cannot speak for the app itself: %s',
    async (code) => {
      const body = { status: 404, code, message: 'x', requestId: 'r' };
      const error = await errorOf(over(reply(404, body)).documentTypes({}));
      expect(error).toMatchObject({ code: 'RESPONSE_UNREADABLE', status: 404 });
    },
  );
});

describe('letters and identifiers', () => {
  const named = (name: string) =>
    `{"data":[{"id":"a","isActive":true,"dispatch":{},"infoDoc":{},"name":"${name}"}]}`;
  const sent =
    (bytes: Uint8Array, contentType: string): Step =>
    () => ({
      status: 200,
      headers: { 'content-type': contentType },
      body: (async function* () {
        yield bytes;
      })(),
      cancel: () => undefined,
      zone: 'elsewhere' as const,
    });
  const name = 'LIQUIDACIÓN DE AÑO';

  it.each([
    ['UTF-8', Buffer.from(named(name)), 'application/json'],
    ['UTF-8 with a mark of byte order', Buffer.from(`\ufeff${named(name)}`), 'application/json'],
    ['Latin-1 that says so', Buffer.from(named(name), 'latin1'), 'application/json; charset=ISO-8859-1'],
    ['Latin-1 that does not', Buffer.from(named(name), 'latin1'), 'application/json; charset=utf-8'],
  ])('come whole in %s', async (_, bytes, contentType) => {
    const { rows } = await readAllPages(over(sent(bytes, contentType)));
    expect(rows).toMatchObject([{ type: name }]);
  });

  it.each([
    ['half a character', '\\ud800'],
    ['the key', plantedKey],
    ['a signed link', 'https://a.example/o?X-Goog-Signature=5ec2e7'],
  ])('that hold %s are refused as an identifier, because two could become one', async (_, id) => {
    const body = `{"data":[{"id":"${id}","isActive":true,"dispatch":{},"infoDoc":{}}]}`;
    expect((await readAllPages(over(reply(200, body)))).error?.code).toBe('RESPONSE_UNREADABLE');
  });

  it('that are half a character elsewhere are kept as what says so, and long texts are cut', async () => {
    const body = `{"data":[{"id":"a","isActive":true,"dispatch":{},"infoDoc":{},"name":"x\\ud800","nota":"${'y'.repeat(200_000)}"}]}`;
    const { documents } = await over(reply(200, body)).files(range);
    expect(documents[0]?.type).toBe('x\ufffd');
    expect(String(documents[0]?.item['nota'])).toMatch(/^y{100000}…$/);
  });
});

describe('the key in an answer', () => {
  it('is not kept where a text is cut within it', async () => {
    for (let stored = 1; stored <= plantedKey.length; stored++) {
      const nota = 'x'.repeat(100_000 - stored) + plantedKey;
      const { documents } = await over(reply(200, { data: [{ ...item, nota }] })).files(range);
      expect(JSON.stringify(documents).includes(plantedKey.slice(0, 5))).toBe(false);
    }
  });

  it('is not told where what an error names is cut within it: a name of a field, a request id', async () => {
    for (let stored = 5; stored < plantedKey.length; stored++) {
      const requestId = 'r'.repeat(200 - stored) + plantedKey;
      const refused = { status: 404, code: 'DISPATCH_NOT_FOUND', message: '', requestId };
      const content = await Promise.all([
        errorOf(over(reply(200, { ['n'.repeat(60 - stored) + plantedKey]: 'x' })).files(range)),
        errorOf(over(reply(404, refused)).files(range)),
        errorOf(over(errorResponse(404, 'DISPATCH_NOT_FOUND', { 'x-request-id': requestId })).files(range)),
      ]);
      for (const error of content)
        expect(JSON.stringify([error.message, error.requestId, error.values])).not.toContain(
          plantedKey.slice(0, 5),
        );
    }
  });

  it('is not told as the host of a redirect, which is in lower case', async () => {
    const location = `https://${plantedKey}.a.example/`;
    const { code, message, values } = await errorOf(over(reply(302, '', { location })).files(range));
    expect(code).toBe('REDIRECTED');
    expect(JSON.stringify([message, values]).toLowerCase()).not.toContain('planted');
  });

  it.each([
    ['as it is', `https://a.example/v1/files?key=${plantedKey}`],
    ['in a sentence', `no ${plantedKey} here`],
    ['percent-encoded', [...plantedKey].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')],
  ])('is not kept: %s', async (_, text) => {
    const echo = { ...item, self: text, [text]: 'x', infoDoc: { issuer: { name: text } } };
    const calls = [
      over(reply(200, { data: [echo] })).files(range),
      over(reply(200, { data: [echo] })).documentTypes({}),
      over(reply(200, { data: [echo] })).disbursements({ dispatch: '77', rut: someRut }),
      over(reply(200, { data: [{ ...echo, recordType: 'din' }] })).dispatches({ rut: someRut }),
      over(reply(200, { data: { ...echo, recordType: 'din' } })).status({ dispatch: '77', rut: someRut }),
    ];
    for (const came of await Promise.all(calls)) {
      expect(decodeURIComponent(JSON.stringify(came))).not.toContain('planted');
    }
  });
});
