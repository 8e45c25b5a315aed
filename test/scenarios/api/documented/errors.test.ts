import { describe, expect } from 'vitest';
import type { AppError } from '../../../../shared/errors.ts';
import { type AgencyUnderTest, rowsOfApi } from '../../../support/agency/agency-under-test.ts';
import { errorOf, rut } from '../../../support/agency/client.ts';

const row = rowsOfApi();
const client = { client: true };

/** A RUT in the right form that is nobody's at any agency. */
const nobody = rut('1-9');
const range = { startDate: '2026-01-01', endDate: '2026-01-31', fileTypeName: 'FACTURA AGENCIA' };

/** The one error that both the raw answer and the app's client tell; never asked twice. */
function expectError(error: AppError, status: number, code: string): void {
  expect(error).toMatchObject({ status, code, exchange: { status, attempts: 1 } });
  expect(error.requestId).toBe(error.exchange?.requestId);
}

describe('api.md, Errors: the body', () => {
  const rejection = (agency: AgencyUnderTest) => agency.ask('/files');
  const fields = ['code', 'message', 'requestId', 'status'];

  row('all four fields are always present, and there are no others', async (agency) => {
    for (const result of [await rejection(agency), await agency.ask('/files', { keys: [] })]) {
      expect(Object.keys(result.body).sort()).toEqual(fields);
      expect(result.headers['content-type']).toMatch(/^application\/json\b/);
    }
  });
  row('`status`: the HTTP status, repeated', async (agency) => {
    const result = await rejection(agency);
    expect(result.body['status']).toBe(result.status);
  });
  row('`code`: stable error code; clients branch on this', async (agency) => {
    const error = await errorOf(agency.client({ key: () => 'no-such-key' }).documentTypes({}));
    expect(error.code).toBe('API_KEY_INVALID');
  });
  row(
    '`message`: readable text whose wording may change: the app does not show it as the explanation',
    async (agency) => {
      const error = await errorOf(agency.client({ key: () => 'no-such-key' }).documentTypes({}));
      const body: { message: string } = JSON.parse(error.exchange?.response ?? '{}');
      expect(body.message.length).toBeGreaterThan(0);
      expect(error.message).not.toContain(body.message);
    },
  );
  row('`requestId`: equals the `X-Request-Id` response header', async (agency) => {
    const result = await rejection(agency);
    expect(result.body['requestId']).toBe(result.headers['x-request-id']);
    const error = await errorOf(
      agency.client({ key: () => 'no-such-key', uuid: () => 'mine-1' }).documentTypes({}),
    );
    expect(error.requestId).toBe('mine-1');
  });
});

describe('api.md, Catalogue: authentication and agency', () => {
  row('403 API_KEY_INVALID', async (agency) => {
    expectError(
      await errorOf(agency.client({ key: () => 'no-such-key' }).documentTypes({})),
      403,
      'API_KEY_INVALID',
    );
  });
  row('403 PROJECT_ID_UNAUTHORIZED', async (agency) => {
    const error = await errorOf(agency.client({ agency: 'agencia-ajena' }).documentTypes({}));
    expectError(error, 403, 'PROJECT_ID_UNAUTHORIZED');
  });
  row('400 PROJECT_ID_UNDEFINED', async (agency) => {
    expect(await agency.ask('/files', { agency: '' })).toMatchObject({
      status: 400,
      body: { code: 'PROJECT_ID_UNDEFINED' },
    });
  });
  row(
    '500 TENANT_UNRESOLVED: a retry does not help',
    async (agency) => {
      const error = await errorOf(
        agency.client({ agency: `${agency.agency}-sin-configurar` }).documentTypes({}),
      );
      expectError(error, 500, 'TENANT_UNRESOLVED');
    },
    { madeUp: 'an agency without configuration' },
  );
});

const dispatchCalls = {
  files: (agency: AgencyUnderTest, dispatch: string, of = agency.rut) =>
    agency.client().dispatchFiles({ dispatch, rut: of }),
  status: (agency: AgencyUnderTest, dispatch: string, of = agency.rut) =>
    agency.client().status({ dispatch, rut: of }),
  desembolsos: (agency: AgencyUnderTest, dispatch: string, of = agency.rut) =>
    agency.client().disbursements({ dispatch, rut: of }),
};

describe.each(Object.keys(dispatchCalls))(
  'api.md, Catalogue: dispatch operations, /dispatch/{n}/%s',
  (operation) => {
    const call =
      Object.entries(dispatchCalls).find(([name]) => name === operation)?.[1] ?? dispatchCalls.files;

    row('400 DISPATCH_ID_INVALID: `numeroDespacho` is empty', async (agency) => {
      const result = await agency.ask(`/dispatch/%20/${operation}`, { query: { rut: nobody } });
      expect(result).toMatchObject({ status: 400, body: { code: 'DISPATCH_ID_INVALID' } });
      expect((await errorOf(call(agency, ''))).code).toBe('DISPATCH_ID_INVALID');
    });
    row('400 RUT_NUMBER_INVALID: `rut` is missing or not in the form of a RUT', async (agency) => {
      expect(await agency.ask(`/dispatch/1/${operation}`)).toMatchObject({
        status: 400,
        body: { code: 'RUT_NUMBER_INVALID' },
      });
      expectError(await errorOf(call(agency, '1', rut('1e2'))), 400, 'RUT_NUMBER_INVALID');
    });
    row('404 ACCOUNT_NOT_FOUND: the RUT is not a client, or is not active', async (agency) => {
      expectError(await errorOf(call(agency, '1', nobody)), 404, 'ACCOUNT_NOT_FOUND');
    });
    row(
      '404 DISPATCH_NOT_FOUND: the dispatch does not exist in the agency',
      async (agency) => expectError(await errorOf(call(agency, 'no-hay')), 404, 'DISPATCH_NOT_FOUND'),
      client,
    );
    row(
      '404 DISPATCH_NOT_FOUND: the same response when it does not belong to the account of `rut`',
      async (agency) => {
        const same = { headers: { 'x-request-id': 'same-for-both' } };
        const [absent, foreign] = await Promise.all([
          agency.ask(`/dispatch/no-hay/${operation}`, { query: { rut: agency.rut }, ...same }),
          agency.ask(`/dispatch/${agency.dispatch}/${operation}`, {
            query: { rut: agency.otherRut },
            ...same,
          }),
        ]);
        expect(foreign.text).toBe(absent.text);
        expect(foreign.status).toBe(404);
      },
      { madeUp: 'a second client' },
    );
  },
);

describe('api.md, Catalogue: GET /files', () => {
  const ask = (agency: AgencyUnderTest, query: Readonly<Record<string, string | undefined>>) =>
    agency.ask('/files', { query: { rut: agency.rut || nobody, ...range, ...query } });
  const rows: [
    name: string,
    query: Readonly<Record<string, string | undefined>>,
    status: number,
    code: string,
  ][] = [
    ['`rut` missing', { rut: undefined }, 400, 'RUT_NUMBER_INVALID'],
    ['`rut` not in the form of a RUT', { rut: '12.345678-5' }, 400, 'RUT_NUMBER_INVALID'],
    ['`startDate` missing', { startDate: undefined }, 400, 'START_DATE_REQUIRED'],
    ['`endDate` missing', { endDate: undefined }, 400, 'END_DATE_REQUIRED'],
    ['`startDate` has an unrecognised format', { startDate: '01/01/2026' }, 400, 'START_DATE_INVALID'],
    ['`startDate` is a date that does not exist', { startDate: '2026-02-30' }, 400, 'START_DATE_INVALID'],
    ['`endDate` has an unrecognised format', { endDate: 'ayer' }, 400, 'END_DATE_INVALID'],
    ['`endDate` is a date that does not exist', { endDate: '2026-13-01' }, 400, 'END_DATE_INVALID'],
    ['`startDate` is greater than `endDate`', { startDate: '2026-02-01' }, 400, 'DATE_RANGE_INVALID'],
    ['`fileTypeName` missing', { fileTypeName: undefined }, 400, 'FILE_TYPE_NAME_INVALID'],
    [
      '`nextToken` does not match an existing document',
      { nextToken: 'no-such-document' },
      400,
      'NEXT_TOKEN_INVALID',
    ],
    ['RUT well formed but not an active client', { rut: nobody }, 404, 'ACCOUNT_NOT_FOUND'],
  ];
  for (const [name, query, status, code] of rows) {
    row(`${status} ${code}: ${name}`, async (agency) => {
      expect(await ask(agency, query)).toMatchObject({ status, body: { status, code } });
    });
  }
  for (const [name, over, status, code] of [
    ['a range that is backwards', { start: '2026-02-01', end: '2026-01-01' }, 400, 'DATE_RANGE_INVALID'],
    ['a token that is none', { nextToken: 'no-such-document' }, 400, 'NEXT_TOKEN_INVALID'],
    ['an empty type', { type: '' }, 400, 'FILE_TYPE_NAME_INVALID'],
    ['a RUT of nobody', { rut: nobody }, 404, 'ACCOUNT_NOT_FOUND'],
  ] as const) {
    row(
      `${status} ${code}: told by the app’s client for ${name}`,
      async (agency) => {
        const query = { rut: agency.rut, start: '2026-01-01', end: '2026-01-31', type: 'X', ...over };
        expectError(await errorOf(agency.client().files(query)), status, code);
      },
      client,
    );
  }
});

describe('api.md, Catalogue: GET /master/file-types', () => {
  row('400 RECORD_TYPE_INVALID: neither `impo` nor `expo`', async (agency) => {
    const result = await agency.ask('/master/file-types', { query: { recordType: 'otro' } });
    expect(result).toMatchObject({ status: 400, body: { code: 'RECORD_TYPE_INVALID' } });
  });
  row('400 RECORD_TYPE_INVALID: repeated with different values', async (agency) => {
    const result = await agency.ask('/master/file-types', { query: { recordType: ['impo', 'expo'] } });
    expect(result).toMatchObject({ status: 400, body: { code: 'RECORD_TYPE_INVALID' } });
  });
  row(
    '500 INTERNAL_ERROR: operation failure; the data-layer code is never propagated',
    async (agency) => {
      const error = await errorOf(agency.client().documentTypes({}));
      expect(error).toMatchObject({ code: 'INTERNAL_ERROR', status: 500, exchange: { attempts: 5 } });
    },
    { madeUp: 'a fault', options: ['--internal-error', '100'] },
  );
  row(
    '500 TENANT_UNRESOLVED: emitted by the authentication layer',
    async (agency) => {
      const unresolved = agency.client({ agency: `${agency.agency}-sin-configurar` });
      expectError(await errorOf(unresolved.documentTypes({})), 500, 'TENANT_UNRESOLVED');
    },
    { madeUp: 'an agency without configuration' },
  );
});
