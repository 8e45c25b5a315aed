import { describe, expect, it } from 'vitest';
import type { DocumentPage } from '../../../../electron/api/index.ts';
import { clientOver, errorOf, someRut } from '../../../support/agency/client.ts';
import { reply, scriptedOpen } from '../../../support/agency/scripted-open.ts';

const over = (body: unknown, headers?: Record<string, string>) =>
  clientOver(scriptedOpen(reply(200, body, headers)).httpGet);
const page = (body: unknown, headers?: Record<string, string>): Promise<DocumentPage> =>
  over(body, headers).dispatchFiles({ dispatch: '77', rut: someRut });
const document = { id: 'a', isActive: true, dispatch: { id: '77', referencia: 'REF-1' }, infoDoc: {} };

describe('the list of items', () => {
  const ids = async (body: unknown) => (await page(body)).documents.map(({ id }) => id);

  it.each<[string, unknown, string[]]>([
    ['under data', { data: [document] }, ['a']],
    ['empty under data', { data: [] }, []],
    ['under another name', { items: [document], generado: '' }, ['a']],
    ['empty under another name, alone', { items: [], generado: '' }, []],
    ['beside lists of other things', { paginas: [1, 2], items: [document], tags: ['x'], avisos: [] }, ['a']],
    ['one level further in', { data: { documentos: [document], total: 1 } }, ['a']],
  ])('is found %s', async (_, body, expected) => {
    expect(await ids(body)).toEqual(expected);
  });

  it.each<[string, unknown, string]>([
    ['null', 'null', ''],
    ['a bare list', [document], ''],
    ['an empty list', [], ''],
    ['a text', '"data"', ''],
    ['a number', '7', ''],
    ['no list at all', { date: '', estado: 'ok' }, 'date, estado'],
    ['data that is null', { date: '', data: null }, 'date, data'],
    ['data that is an object without a list', { data: { a: 1 } }, 'data'],
    ['a list of texts', { data: ['a', 'b'] }, 'data'],
    ['two lists of objects', { items: [document], otros: [document] }, 'items, otros'],
    ['two empty lists', { items: [], otros: [] }, 'items, otros'],
    ['an empty list beside an object', { avisos: [], documentos: { a: 1 } }, 'avisos, documentos'],
    ['items without an id', { data: [{ name: 'x', isActive: true }] }, 'name, isActive'],
    ['no JSON', '<html>', ''],
    ['half a JSON', '{"data":[{"id":"a"', ''],
    ['nothing', '', ''],
    ['nested past all reason', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, ''],
    [
      'items nested past all reason',
      `{"data":[{"id":"a","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`,
      '',
    ],
  ])('that cannot be found is an error, never an empty list: %s', async (_, body, keys) => {
    const error = await errorOf(page(body, { 'x-request-id': 'theirs-1' }));
    expect(error).toMatchObject({
      code: 'RESPONSE_UNREADABLE',
      requestId: 'theirs-1',
      status: 200,
      values: { endpoint: 'GET /dispatch/{numeroDespacho}/files' },
    });
    if (keys !== '') expect(error.values?.['keys']).toBe(keys);
    expect(error.exchange).toMatchObject({ requestId: 'theirs-1', attempts: 1, rut: someRut });
  });
});

describe('the continuation of a page', () => {
  const token = async (fields: object) => (await page({ data: [document], ...fields })).nextToken;

  it.each<[string, object, string | undefined]>([
    ['under nextToken', { nextToken: 'a', cursor: 'b' }, 'a'],
    ['as a number', { nextToken: 17 }, '17'],
    ['absent', {}, undefined],
    ['null', { nextToken: null }, undefined],
    ['empty', { nextToken: '' }, undefined],
    ['under another name that says next', { siguienteNext: 'n' }, 'n'],
    ['under another name that says token', { continuationToken: 't' }, 't'],
    ['under another name that says cursor', { pageCursor: 'c' }, 'c'],
    ['one level further in', { paginacion: { total: 3, pageCursor: 'c' }, resumen: { nombre: 'x' } }, 'c'],
    ['empty under another name', { pageCursor: '' }, undefined],
    ['empty one level further in', { paginacion: { pageCursor: '', next: null } }, undefined],
    ['not told by a name that says nothing', { siguiente: 'x' }, undefined],
  ])('is read %s', async (_, fields, expected) => {
    expect(await token(fields)).toBe(expected);
  });

  it.each<[string, object]>([
    ['two of them', { pageCursor: 'c', continuationToken: 't' }],
    ['two of them, one further in', { pageCursor: 'c', paginacion: { next: 't' } }],
    ['one that is no text', { nextToken: { id: 1 } }],
    ['one that is true', { nextToken: true }],
  ])('that cannot be told is an error, because stopping would lose documents: %s', async (_, fields) => {
    expect((await errorOf(token(fields))).code).toBe('RESPONSE_UNREADABLE');
  });
});
