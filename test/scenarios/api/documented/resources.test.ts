import { describe, expect } from 'vitest';
import { z } from 'zod';
import type { DispatchDocument } from '../../../../shared/model/document.ts';
import { formatRut } from '../../../../shared/model/rut.ts';
import { type AgencyUnderTest, itemsOf, rowsOfApi } from '../../../support/agency/agency-under-test.ts';
import { errorOf } from '../../../support/agency/client.ts';

const row = rowsOfApi();
const client = { client: true };
const numbered = z.object({ document: z.object({ number: z.string().optional() }).optional() });

const filesOf = async (agency: AgencyUnderTest) =>
  itemsOf(await agency.ask(`/dispatch/${agency.dispatch}/files`, { query: { rut: agency.rut } }));
const read = async (agency: AgencyUnderTest): Promise<DispatchDocument[]> =>
  (await agency.client().dispatchFiles({ dispatch: agency.dispatch, rut: agency.rut })).documents;

describe('api.md, Document item', () => {
  row(
    '`id`: always emitted',
    async (agency) => {
      const items = await filesOf(agency);
      expect(items.length).toBeGreaterThan(0);
      expect((await read(agency)).map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    },
    client,
  );
  row(
    '`isActive`: always emitted, boolean flag',
    async (agency) => {
      const items = await filesOf(agency);
      expect(items.every(({ isActive }) => typeof isActive === 'boolean')).toBe(true);
      expect((await read(agency)).map(({ isActive }) => isActive)).toEqual(
        items.map(({ isActive }) => isActive),
      );
    },
    client,
  );
  row(
    '`dispatch`: always emitted, with all of its keys',
    async (agency) => {
      const items = await filesOf(agency);
      const shapes = new Set(
        items.map(({ dispatch }) =>
          Object.keys(dispatch ?? {})
            .sort()
            .join(),
        ),
      );
      expect(shapes.size).toBe(1);
      expect((await read(agency)).map(({ item }) => item['dispatch'])).toEqual(
        items.map(({ dispatch }) => dispatch),
      );
    },
    client,
  );
  row(
    '`infoDoc`: always emitted, may be empty; its content is read',
    async (agency) => {
      const items = await filesOf(agency);
      expect(items.every(({ infoDoc }) => typeof infoDoc === 'object' && infoDoc !== null)).toBe(true);
      const numbers = items.map(({ infoDoc }) => numbered.parse(infoDoc).document?.number ?? '');
      expect((await read(agency)).map(({ folio }) => folio)).toEqual(numbers);
    },
    client,
  );
  row(
    '`url`: optional download link, absent when signing failed',
    async (agency) => {
      const page = await agency.client().dispatchFiles({ dispatch: agency.dispatch, rut: agency.rut });
      for (const document of page.documents) {
        expect(page.links.has(document.id)).toBe(document.file === 'available');
        expect(document.item).not.toHaveProperty('url');
      }
    },
    client,
  );
  row(
    'Omission rule: null, undefined and "" are removed, but in `dispatch`',
    async (agency) => {
      for (const { dispatch: _dispatch, ...item } of await filesOf(agency)) {
        expect(JSON.stringify(item)).not.toMatch(/:(null|"")/);
      }
    },
    client,
  );
});

describe('api.md, Response envelope fields', () => {
  row(
    '`unsignedCount`: number of documents on the page whose URL could not be signed',
    async (agency) => {
      const page = await agency.client().dispatchFiles({ dispatch: agency.dispatch, rut: agency.rut });
      expect(page.unsignedCount).toBeGreaterThan(0);
      const states = new Set(page.documents.filter(({ id }) => !page.links.has(id)).map(({ file }) => file));
      const missing = page.documents.length - page.links.size;
      expect([...states]).toEqual([page.unsignedCount === missing ? 'unsigned' : 'unknown']);
    },
    { madeUp: 'links that cannot be signed', options: ['--unsigned', '100'] },
  );
  row(
    '`total`: number of disbursements returned',
    async (agency) => {
      const list = await agency.client().disbursements({ dispatch: agency.dispatch, rut: agency.rut });
      const { body } = await agency.ask(`/dispatch/${agency.dispatch}/desembolsos`, {
        query: { rut: agency.rut },
      });
      expect(body['total']).toBe(list.disbursements.length);
      expect(list.incompleteReason).toBeUndefined();
    },
    client,
  );
  row('`data`: array of document types', async (agency) => {
    const result = await agency.ask('/master/file-types');
    expect(Array.isArray(result.body['data'])).toBe(true);
    expect(await agency.client().documentTypes({})).toHaveLength(itemsOf(result).length);
  });
});

describe('api.md, RUT parameter format', () => {
  const forms: [string, (agency: AgencyUnderTest) => string][] = [
    ['no separators', ({ rut }) => rut.replace('-', '')],
    ['hyphen', ({ rut }) => rut],
    ['dots and hyphen', ({ rut }) => formatRut(rut)],
  ];
  for (const [name, form] of forms) {
    row(
      name,
      async (agency) => {
        const result = await agency.ask(`/dispatch/${agency.dispatch}/files`, {
          query: { rut: form(agency) },
        });
        expect(result.status).toBe(200);
      },
      client,
    );
  }
  row('K check digit', async (agency) => {
    for (const digit of ['K', 'k']) {
      const result = await agency.ask('/dispatch/1/files', { query: { rut: `9068826-${digit}` } });
      expect(result.body['code']).not.toBe('RUT_NUMBER_INVALID');
      expect(result.status).toBe(404);
    }
  });
  row('A value that is absent, or whose form is not a RUT, gives 400 RUT_NUMBER_INVALID', async (agency) => {
    for (const rut of [undefined, '', '012.345.678-5', '12,345,678-5', '12.345678-5', '1e2', ' x ']) {
      const result = await agency.ask('/dispatch/1/files', { query: { rut } });
      expect(result).toMatchObject({ status: 400, body: { code: 'RUT_NUMBER_INVALID' } });
    }
  });
  row('The form that the app sends is one of them', async (agency) => {
    const error = await errorOf(agency.client().dispatchFiles({ dispatch: '1', rut: agency.rut }));
    expect(['DISPATCH_NOT_FOUND', 'ACCOUNT_NOT_FOUND', 'RUT_NUMBER_INVALID']).toContain(error.code);
    if (agency.rut !== '') expect(error.code).toBe('DISPATCH_NOT_FOUND');
  });
});
