import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, askExactly } from '../../support/agency/ask.ts';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';

let practice: PracticeAgency;
/** A RUT that is no client's; its check digit is right. */
const stranger = '12345678-5';
let rut: string;
/** A dispatch of that client. */
let own: string;
/** A dispatch of another client. */
let others: string;
beforeAll(async () => {
  practice = await startPractice({ documents: 300, today: '2026-11-20' });
  rut = practice.clients[0]?.rut ?? '';
  own = practice.data.dispatches.find((dispatch) => dispatch.client.rut === rut)?.number ?? '';
  others = practice.data.dispatches.find((dispatch) => dispatch.client.rut !== rut)?.number ?? '';
});
afterAll(() => practice.close());

type Query = Record<string, string | undefined>;

describe('GET /files', () => {
  const right = { startDate: '2026-01-01', endDate: '2026-01-31', fileTypeName: 'FACTURA COMERCIAL' };
  const table: [row: string, query: Query, status: number, code: string][] = [
    ['rut missing', { rut: undefined }, 400, 'RUT_NUMBER_INVALID'],
    ['rut empty', { rut: '' }, 400, 'RUT_NUMBER_INVALID'],
    [
      'rut first, whatever else is wrong',
      { rut: 'x', startDate: 'x', endDate: undefined },
      400,
      'RUT_NUMBER_INVALID',
    ],
    ['startDate missing', { startDate: undefined }, 400, 'START_DATE_REQUIRED'],
    ['startDate empty', { startDate: '' }, 400, 'START_DATE_REQUIRED'],
    [
      'startDate missing before endDate missing',
      { startDate: undefined, endDate: undefined },
      400,
      'START_DATE_REQUIRED',
    ],
    ['endDate missing', { endDate: undefined }, 400, 'END_DATE_REQUIRED'],
    [
      'endDate missing before startDate invalid',
      { startDate: 'x', endDate: undefined },
      400,
      'END_DATE_REQUIRED',
    ],
    ['startDate invalid', { startDate: '01-01-2026' }, 400, 'START_DATE_INVALID'],
    ['startDate invalid before endDate invalid', { startDate: 'x', endDate: 'x' }, 400, 'START_DATE_INVALID'],
    ['startDate that does not exist', { startDate: '2026-02-30' }, 400, 'START_DATE_INVALID'],
    [
      'startDate of no leap year',
      { startDate: '2026-02-29', endDate: '2026-12-31' },
      400,
      'START_DATE_INVALID',
    ],
    ['startDate with a T', { startDate: '2026-01-01T10:00' }, 400, 'START_DATE_INVALID'],
    ['startDate with seconds', { startDate: '2026-01-01 10:00:00' }, 400, 'START_DATE_INVALID'],
    ['startDate at 24:00', { startDate: '2026-01-01 24:00' }, 400, 'START_DATE_INVALID'],
    ['startDate at 10:60', { startDate: '2026-01-01 10:60' }, 400, 'START_DATE_INVALID'],
    ['endDate invalid', { endDate: '2026-1-31' }, 400, 'END_DATE_INVALID'],
    ['endDate that does not exist', { endDate: '2026-04-31' }, 400, 'END_DATE_INVALID'],
    ['endDate invalid before the type', { endDate: 'x', fileTypeName: undefined }, 400, 'END_DATE_INVALID'],
    ['start after end', { startDate: '2026-02-01' }, 400, 'DATE_RANGE_INVALID'],
    [
      'start a minute after end',
      { startDate: '2026-01-31 10:01', endDate: '2026-01-31 10:00' },
      400,
      'DATE_RANGE_INVALID',
    ],
    [
      'start after end before the type',
      { startDate: '2026-02-01', fileTypeName: undefined },
      400,
      'DATE_RANGE_INVALID',
    ],
    ['fileTypeName missing', { fileTypeName: undefined }, 400, 'FILE_TYPE_NAME_INVALID'],
    ['fileTypeName of spaces', { fileTypeName: '  ' }, 400, 'FILE_TYPE_NAME_INVALID'],
    ['fileTypeName before the token', { fileTypeName: '', nextToken: 'x' }, 400, 'FILE_TYPE_NAME_INVALID'],
    ['a token that is no document', { nextToken: 'nada' }, 400, 'NEXT_TOKEN_INVALID'],
    ['a token before the account', { nextToken: 'nada', rut: stranger }, 400, 'NEXT_TOKEN_INVALID'],
    ['a RUT that is no client', { rut: stranger }, 404, 'ACCOUNT_NOT_FOUND'],
  ];
  it.each(table)('%s', async (_row, query, status, code) => {
    const response = await ask(practice, '/files', { rut, ...right, ...query });
    expect(response.json()).toMatchObject({ status, code });
    expect(response.status).toBe(status);
  });

  it('knows no client who is not active', async () => {
    const response = await ask(practice, '/files', { ...right, rut: practice.inactiveClient.rut });
    expect(response.json()).toMatchObject({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
  });

  it.each([
    ['the same day as start and end', { startDate: '2026-01-31', endDate: '2026-01-31' }],
    ['the same minute as start and end', { startDate: '2026-01-31 10:00', endDate: '2026-01-31 10:00' }],
    ['an empty token', { nextToken: '' }],
    ['a type that does not exist', { fileTypeName: 'NO EXISTE' }],
    ['a leap day', { startDate: '2024-02-29' }],
  ])('takes %s', async (_row, query) => {
    expect((await ask(practice, '/files', { rut, ...right, ...query })).status).toBe(200);
  });

  it.each([
    ['rut', 'RUT_NUMBER_INVALID'],
    ['startDate', 'START_DATE_INVALID'],
    ['endDate', 'END_DATE_INVALID'],
    ['fileTypeName', 'FILE_TYPE_NAME_INVALID'],
    ['nextToken', 'NEXT_TOKEN_INVALID'],
  ])('refuses %s repeated with different values', async (name, code) => {
    const query = new URLSearchParams({ key: practice.key, rut, ...right });
    query.append(name, 'uno');
    query.append(name, 'dos');
    const response = await askExactly(practice.baseUrl, `/${practice.agency}/v1/files?${query}`);
    expect(response.json()).toMatchObject({ status: 400, code });
  });
});

describe.each(['files', 'status', 'desembolsos'])('GET /dispatch/{n}/%s', (operation) => {
  it.each([
    ['an empty number', '', {}, 400, 'DISPATCH_ID_INVALID'],
    ['a number of spaces', '%20', {}, 400, 'DISPATCH_ID_INVALID'],
    ['an empty number before the rut', '', { rut: 'x' }, 400, 'DISPATCH_ID_INVALID'],
    ['rut missing', '410233', { rut: undefined }, 400, 'RUT_NUMBER_INVALID'],
    ['a rut of no form', '410233', { rut: '012.345.678-5' }, 400, 'RUT_NUMBER_INVALID'],
    ['a rut that is no client', '410233', { rut: stranger }, 404, 'ACCOUNT_NOT_FOUND'],
    ['an unknown rut before an unknown dispatch', '1', { rut: stranger }, 404, 'ACCOUNT_NOT_FOUND'],
    ['a dispatch that does not exist', '1', {}, 404, 'DISPATCH_NOT_FOUND'],
  ] as [string, string, Query, number, string][])('%s', async (_row, number, query, status, code) => {
    const response = await ask(practice, `/dispatch/${number}/${operation}`, { rut, ...query });
    expect(response.json()).toMatchObject({ status, code });
    expect(response.status).toBe(status);
  });

  it("tells another client's dispatch from none by no byte but the request id", async () => {
    const unknown = await ask(practice, `/dispatch/999999/${operation}`, { rut });
    const foreign = await ask(practice, `/dispatch/${others}/${operation}`, { rut });
    const plain = ({ text, headers }: typeof unknown) =>
      JSON.stringify([text, Object.entries(headers).filter(([name]) => name !== 'date')]).replaceAll(
        headers['x-request-id'] ?? '',
        'ID',
      );
    expect(foreign.json()).toMatchObject({ status: 404, code: 'DISPATCH_NOT_FOUND' });
    expect(plain(foreign)).toBe(plain(unknown));
  });

  it('answers for a dispatch of the client', async () => {
    expect((await ask(practice, `/dispatch/${own}/${operation}`, { rut })).status).toBe(200);
  });
});

describe('a RUT on the wire', () => {
  it.each([
    '12.345.678-5',
    '12345678-5',
    '123456785',
    '9.068.826-K',
    '9068826k',
    '76501137-9',
    '1-9',
    '19',
    '123456789-0',
    '1.234-5',
  ])('has the form: %s', async (text) => {
    const response = await ask(practice, '/dispatch/status', { rut: text });
    expect(response.json()).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  });

  it.each([
    '012.345.678-5',
    '12,345,678-5',
    '12.345678-5',
    '1e2',
    '5',
    'K',
    '-5',
    '12345678--5',
    '12345678-55',
    '1234567890-1',
    '1.234.567.890-1',
    ' 12345678-5',
    '12345678-5 ',
    '12345678 5',
    '12345678‐5',
    '12345678-x',
    '１２３４５６７８-5',
    '12345678-5\n',
    '.123.456-7',
  ])('has not the form: %j', async (text) => {
    const response = await ask(practice, '/dispatch/status', { rut: text });
    expect(response.json()).toMatchObject({ status: 400, code: 'RUT_NUMBER_INVALID' });
  });

  it('reaches one client in all its forms, and K is folded to 1', async () => {
    const withK = practice.clients.find((client) => client.rut.endsWith('K'));
    const body = withK?.rut.slice(0, -2) ?? '';
    const dotted = body.replace(/\B(?=(\d{3})+$)/g, '.');
    const forms = [
      `${body}-K`,
      `${body}-k`,
      `${body}K`,
      `${dotted}-K`,
      `${dotted}k`,
      `${body}-1`,
      `${body}1`,
      `${dotted}-1`,
    ];
    const response = await Promise.all(forms.map((form) => ask(practice, '/dispatch/status', { rut: form })));
    expect(response.map(({ status }) => status)).toEqual(forms.map(() => 200));
    expect(new Set(response.map(({ text }) => text)).size).toBe(1);
  });

  it('with another check digit reaches nobody', async () => {
    const [body, digit] = rut.split('-');
    const wrong = digit === '5' ? '6' : '5';
    expect((await ask(practice, '/dispatch/status', { rut: `${body}-${wrong}` })).json()).toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    });
  });
});

describe('GET /master/file-types', () => {
  it.each(['impo', 'expo', 'IMPO', 'Expo', '', undefined])('takes the recordType %j', async (recordType) => {
    expect((await ask(practice, '/master/file-types', { recordType })).status).toBe(200);
  });

  it.each(['imp', 'IMPORT', 'din', ' impo', 'impo,expo'])('refuses the recordType %j', async (recordType) => {
    expect((await ask(practice, '/master/file-types', { recordType })).json()).toMatchObject({
      status: 400,
      code: 'RECORD_TYPE_INVALID',
    });
  });

  it('refuses a recordType repeated with different values, and takes one repeated with the same', async () => {
    const path = `/${practice.agency}/v1/master/file-types?key=${practice.key}&recordType=impo&recordType=`;
    expect((await askExactly(practice.baseUrl, `${path}expo`)).json()).toMatchObject({
      code: 'RECORD_TYPE_INVALID',
    });
    expect((await askExactly(practice.baseUrl, `${path}impo`)).status).toBe(200);
  });
});

describe('GET /dispatch/status', () => {
  it.each([
    [{ recordType: 'impo' }, 'RECORD_TYPE_INVALID'],
    [{ isCompleted: 'yes' }, 'IS_COMPLETED_INVALID'],
    [{ orderBy: 'id' }, 'ORDER_BY_INVALID'],
    [{ orderDirection: 'up' }, 'ORDER_DIRECTION_INVALID'],
    [{ limit: '0' }, 'LIMIT_INVALID'],
    [{ limit: '201' }, 'LIMIT_INVALID'],
    [{ limit: '1e2' }, 'LIMIT_INVALID'],
  ] as [Query, string][])('refuses %j', async (query, code) => {
    expect((await ask(practice, '/dispatch/status', { rut, ...query })).json()).toMatchObject({
      status: 400,
      code,
    });
  });
});
