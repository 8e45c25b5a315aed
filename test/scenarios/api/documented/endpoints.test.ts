import { describe, expect } from 'vitest';
import type { Rut } from '../../../../shared/model/rut.ts';
import { type AgencyUnderTest, itemsOf, rowsOfApi } from '../../../support/agency/agency-under-test.ts';
import { errorOf } from '../../../support/agency/client.ts';
import { readAllPages } from '../../../support/agency/practice-client.ts';

const row = rowsOfApi();
const client = { client: true };
const range = { startDate: '2020-01-01', endDate: '2030-12-31' };
const refused = (status: number, code: string) => ({ status, body: { code } });

describe('api.md, GET /dispatch/{numeroDespacho}/files', () => {
  row('Path parameter: `numeroDespacho` must not be empty', async (agency) => {
    const result = await agency.ask('/dispatch/%20/files', { query: { rut: agency.rut } });
    expect(result).toMatchObject(refused(400, 'DISPATCH_ID_INVALID'));
    for (const dispatch of ['', '.', '..']) {
      const error = await errorOf(agency.client().dispatchFiles({ dispatch, rut: agency.rut }));
      expect(error.code).toBe('DISPATCH_ID_INVALID');
    }
  });
  row(
    'Query: `key` and `rut` required',
    async (agency) => {
      const path = `/dispatch/${agency.dispatch}/files`;
      expect(await agency.ask(path, { query: { rut: agency.rut }, keys: [] })).toMatchObject(
        refused(403, 'API_KEY_INVALID'),
      );
      expect(await agency.ask(path)).toMatchObject(refused(400, 'RUT_NUMBER_INVALID'));
    },
    client,
  );
  row(
    'Response 200: document items',
    async (agency) => {
      const { documents } = await readAllPages(agency.client(), {
        kind: 'dispatch',
        rut: agency.rut,
        dispatch: agency.dispatch,
      });
      expect(documents.length).toBeGreaterThan(0);
      expect(new Set(documents.map(({ dispatchNumber }) => dispatchNumber))).toEqual(
        new Set([agency.dispatch]),
      );
    },
    client,
  );
  row(
    'Access condition: the dispatch must belong to the account of `rut`',
    async (agency) => {
      const other = otherClient(agency);
      const error = await errorOf(agency.client().dispatchFiles({ dispatch: agency.dispatch, rut: other }));
      expect(error).toMatchObject({ code: 'DISPATCH_NOT_FOUND', status: 404 });
    },
    { madeUp: 'a second client' },
  );
});

describe('api.md, GET /files', () => {
  const ask = async (agency: AgencyUnderTest) => ({
    rut: agency.rut,
    ...range,
    fileTypeName: await aType(agency),
  });
  for (const name of ['rut', 'startDate', 'endDate', 'fileTypeName'] as const) {
    const code = {
      rut: 'RUT_NUMBER_INVALID',
      startDate: 'START_DATE_REQUIRED',
      endDate: 'END_DATE_REQUIRED',
      fileTypeName: 'FILE_TYPE_NAME_INVALID',
    }[name];
    row(
      `Query: \`${name}\` (required)`,
      async (agency) => {
        const query = { ...(await ask(agency)), [name]: undefined };
        expect(await agency.ask('/files', { query })).toMatchObject(refused(400, code));
      },
      client,
    );
  }
  row('Query: `key` (required)', async (agency) => {
    expect(await agency.ask('/files', { keys: [] })).toMatchObject(refused(403, 'API_KEY_INVALID'));
  });
  row(
    'Query: `nextToken` (optional) refers to an existing document used as an anchor',
    async (agency) => {
      const query = await ask(agency);
      const all = itemsOf(await agency.ask('/files', { query }));
      const rest = itemsOf(
        await agency.ask('/files', { query: { ...query, nextToken: String(all[0]?.['id']) } }),
      );
      expect(rest.map(({ id }) => id)).toEqual(all.slice(1).map(({ id }) => id));
    },
    { madeUp: 'a type with less than a page of documents' },
  );
  row(
    'Response 200: a page of document items',
    async (agency) => {
      const type = await aType(agency);
      const { documents } = await readAllPages(agency.client(), {
        kind: 'files',
        rut: agency.rut,
        start: range.startDate,
        end: range.endDate,
        type,
      });
      expect(documents.length).toBeGreaterThan(0);
      expect(new Set(documents.map((document) => document.type))).toEqual(new Set([type]));
    },
    client,
  );
  row(
    '`startDate` must exist, and must not be greater than `endDate`',
    async (agency) => {
      const files = (start: string, end: string) =>
        errorOf(agency.client().files({ rut: agency.rut, start, end, type: 'X' }));
      expect((await files('2026-02-30', '2026-03-01')).code).toBe('START_DATE_INVALID');
      expect((await files('2026-03-02', '2026-03-01')).code).toBe('DATE_RANGE_INVALID');
    },
    client,
  );
});

describe('api.md, GET /dispatch/{numeroDespacho}/status', () => {
  row(
    'the same access conditions and error group as the other dispatch operations',
    async (agency) => {
      const path = `/dispatch/${agency.dispatch}/status`;
      expect(await agency.ask(path)).toMatchObject(refused(400, 'RUT_NUMBER_INVALID'));
      const status = await agency.client().status({ dispatch: agency.dispatch, rut: agency.rut });
      expect(status.dispatchNumber).toBe(agency.dispatch);
      const error = await errorOf(agency.client().status({ dispatch: 'no-hay', rut: agency.rut }));
      expect(error.code).toBe('DISPATCH_NOT_FOUND');
    },
    client,
  );
});

describe('api.md, GET /dispatch/{numeroDespacho}/desembolsos', () => {
  const list = (agency: AgencyUnderTest) =>
    agency.client().disbursements({ dispatch: agency.dispatch, rut: agency.rut });

  row('Path parameter: `numeroDespacho`', async (agency) => {
    const result = await agency.ask('/dispatch/%20/desembolsos', { query: { rut: agency.rut } });
    expect(result).toMatchObject(refused(400, 'DISPATCH_ID_INVALID'));
  });
  row(
    'Query: `key` and `rut` required',
    async (agency) => {
      const path = `/dispatch/${agency.dispatch}/desembolsos`;
      expect(await agency.ask(path)).toMatchObject(refused(400, 'RUT_NUMBER_INVALID'));
      expect(await agency.ask(path, { keys: [], query: { rut: agency.rut } })).toMatchObject(
        refused(403, 'API_KEY_INVALID'),
      );
    },
    client,
  );
  row(
    'Access condition: the dispatch must belong to that account',
    async (agency) => {
      const other = otherClient(agency);
      const error = await errorOf(agency.client().disbursements({ dispatch: agency.dispatch, rut: other }));
      expect(error).toMatchObject({ code: 'DISPATCH_NOT_FOUND', status: 404 });
    },
    { madeUp: 'a second client' },
  );
  row(
    'Response 200: all disbursements of the dispatch, each with `dispatch`; `total` holds their count',
    async (agency) => {
      const { disbursements } = await list(agency);
      const shapes = disbursements.map(({ item }) =>
        Object.keys(item['dispatch'] ?? {})
          .sort()
          .join(),
      );
      expect(new Set(shapes).size).toBeLessThanOrEqual(1);
      expect(disbursements.every(({ dispatchNumber }) => dispatchNumber === agency.dispatch)).toBe(true);
    },
    client,
  );
  row(
    'Pagination: none',
    async (agency) => {
      const { body } = await agency.ask(`/dispatch/${agency.dispatch}/desembolsos`, {
        query: { rut: agency.rut },
      });
      expect(Object.keys(body)).not.toContain('nextToken');
      expect(body['total']).toBe((await list(agency)).disbursements.length);
    },
    client,
  );
  row(
    '500: always code INTERNAL_ERROR; the data-layer code is never propagated',
    async (agency) => {
      const error = await errorOf(agency.client().disbursements({ dispatch: '1', rut: agency.rut }));
      expect(error).toMatchObject({ code: 'INTERNAL_ERROR', status: 500, exchange: { attempts: 5 } });
    },
    { madeUp: 'a fault', options: ['--internal-error', '100'] },
  );
});

describe('api.md, GET /master/file-types', () => {
  row('Query: `key` (required)', async (agency) => {
    expect(await agency.ask('/master/file-types', { keys: [] })).toMatchObject(
      refused(403, 'API_KEY_INVALID'),
    );
  });
  row('Query: `recordType` (optional): `impo` or `expo`; when omitted, both are returned', async (agency) => {
    const [both, impo, expo] = await Promise.all([
      agency.client().documentTypes({}),
      agency.client().documentTypes({ recordType: 'impo' }),
      agency.client().documentTypes({ recordType: 'expo' }),
    ]);
    const ids = new Set(both.map(({ id }) => id));
    expect([...impo, ...expo].every(({ id }) => ids.has(id))).toBe(true);
  });
  row('Query: no `rut`, no dispatch identifier', async (agency) => {
    expect((await agency.ask('/master/file-types')).status).toBe(200);
  });
  row('Response 200: `data`, array of document types', async (agency) => {
    const types = await agency.client().documentTypes({});
    expect(types.every(({ id }) => id !== '')).toBe(true);
  });
  row('Errors: 400 RECORD_TYPE_INVALID; never 404', async (agency) => {
    const result = await agency.ask('/master/file-types', { query: { recordType: 'otro' } });
    expect(result).toMatchObject(refused(400, 'RECORD_TYPE_INVALID'));
  });
});

async function aType(agency: AgencyUnderTest): Promise<string> {
  const { documents } = await agency.client().dispatchFiles({ dispatch: agency.dispatch, rut: agency.rut });
  return documents.find(({ type }) => type !== '')?.type ?? '';
}

/** A client who is not the one of the dispatch. */
function otherClient({ otherRut }: AgencyUnderTest): Rut {
  if (otherRut === undefined) throw new Error('no second client');
  return otherRut;
}
