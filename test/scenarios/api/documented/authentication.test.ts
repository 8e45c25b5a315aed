import { describe, expect } from 'vitest';
import { rowsOfApi } from '../../../support/agency/agency-under-test.ts';
import { errorOf } from '../../../support/agency/client.ts';

const row = rowsOfApi();
const types = '/master/file-types';

describe('api.md, Authentication', () => {
  row('Scheme: API key in the query string', async (agency) => {
    expect((await agency.ask(types)).status).toBe(200);
    expect(await agency.client().documentTypes({})).not.toEqual([]);
  });

  row('Parameter name: `key`', async (agency) => {
    const result = await agency.ask(types, { keys: [], query: { apiKey: agency.key } });
    expect(result).toMatchObject({ status: 403, body: { code: 'API_KEY_INVALID' } });
  });

  row('Form: `?key=<API_KEY>`, other parameters separated with `&`', async (agency) => {
    const result = await agency.ask(types, { query: { recordType: 'impo' } });
    expect(result.status).toBe(200);
    expect(await agency.client().documentTypes({ recordType: 'impo' })).toHaveLength(
      Array.isArray(result.body['data']) ? result.body['data'].length : -1,
    );
  });

  row('Header: an `Authorization` header is not accepted', async (agency) => {
    const headers = { authorization: `Bearer ${agency.key}` };
    const without = await agency.ask(types, { keys: [], headers });
    expect(without).toMatchObject({ status: 403, body: { code: 'API_KEY_INVALID' } });
    expect((await agency.ask(types, { headers: { authorization: 'Bearer nothing' } })).status).toBe(200);
  });

  row('Encoding: a key with special characters arrives whole, and does not break the URL', async (agency) => {
    const odd = `${agency.key}&rut=1-9#/?%=+ ñ`;
    const error = await errorOf(agency.client({ key: () => odd }).documentTypes({}));
    expect(error).toMatchObject({ code: 'API_KEY_INVALID', status: 403 });
    expect(JSON.stringify({ ...error, message: error.message })).not.toContain(agency.key);
  });

  row('Scope: the key is tied to one or more `idAgencia` values', async (agency) => {
    const error = await errorOf(agency.client({ agency: 'agencia-ajena' }).documentTypes({}));
    expect(error).toMatchObject({ code: 'PROJECT_ID_UNAUTHORIZED', status: 403 });
  });
  row(
    'Scope: one key may open several `idAgencia` values',
    async (agency) => {
      const second = agency.client({ agency: `${agency.agency}-sur` });
      expect(await second.documentTypes({})).not.toEqual([]);
    },
    { madeUp: 'a second agency of the same key' },
  );
});

describe('api.md, Authentication failures', () => {
  row('403 API_KEY_INVALID: key is missing', async (agency) => {
    const result = await agency.ask(types, { keys: [] });
    expect(result).toMatchObject({ status: 403, body: { code: 'API_KEY_INVALID' } });
    // The client does not even ask.
    expect((await errorOf(agency.client({ key: () => '' }).documentTypes({}))).code).toBe('KEY_MISSING');
  });
  row('403 API_KEY_INVALID: key is unusable', async (agency) => {
    const error = await errorOf(agency.client({ key: () => 'no-such-key' }).documentTypes({}));
    expect(error).toMatchObject({ code: 'API_KEY_INVALID', status: 403, exchange: { attempts: 1 } });
    expect((await agency.ask(types, { keys: [''] })).body['code']).toBe('API_KEY_INVALID');
  });
  row('403 API_KEY_INVALID: key is sent repeatedly with different values', async (agency) => {
    const different = await agency.ask(types, { keys: [agency.key, 'another'] });
    expect(different).toMatchObject({ status: 403, body: { code: 'API_KEY_INVALID' } });
    expect((await agency.ask(types, { keys: [agency.key, agency.key] })).status).toBe(200);
  });
  row(
    '403 PROJECT_ID_UNAUTHORIZED: the key is not authorised for the `idAgencia` in the path',
    async (agency) => {
      const result = await agency.ask(types, { agency: 'agencia-ajena' });
      expect(result).toMatchObject({ status: 403, body: { code: 'PROJECT_ID_UNAUTHORIZED' } });
    },
  );
  row('400 PROJECT_ID_UNDEFINED: `idAgencia` is missing from the path', async (agency) => {
    const result = await agency.ask(types, { agency: '' });
    expect(result).toMatchObject({ status: 400, body: { code: 'PROJECT_ID_UNDEFINED' } });
    const error = await errorOf(agency.client({ agency: '' }).documentTypes({}));
    expect(error.code).toBe('PROJECT_ID_UNDEFINED');
  });
  row(
    '500 TENANT_UNRESOLVED: raised before the operation, on any endpoint',
    async (agency) => {
      const unresolved = { agency: `${agency.agency}-sin-configurar` };
      for (const path of [
        types,
        '/files',
        '/dispatch/1/files',
        '/dispatch/1/status',
        '/dispatch/1/desembolsos',
      ]) {
        const result = await agency.ask(path, unresolved);
        expect(result).toMatchObject({ status: 500, body: { code: 'TENANT_UNRESOLVED' } });
      }
      const error = await errorOf(agency.client(unresolved).status({ dispatch: '1', rut: agency.rut }));
      expect(error).toMatchObject({ code: 'TENANT_UNRESOLVED', exchange: { attempts: 1 } });
    },
    { madeUp: 'an agency without configuration' },
  );
  row('The service never returns 401; a missing key gives 403', async (agency) => {
    for (const path of [
      types,
      '/files',
      '/dispatch/1/files',
      '/dispatch/1/status',
      '/dispatch/1/desembolsos',
    ]) {
      expect((await agency.ask(path, { keys: [] })).status).toBe(403);
    }
  });
});
