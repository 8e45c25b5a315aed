import { describe, expect, it } from 'vitest';
import type { DocumentPage } from '../../../../../electron/api/index.ts';
import { clientOver, someRut } from '../../../../support/agency/client.ts';
import { reply, scriptedOpen } from '../../../../support/agency/scripted-open.ts';
import { createFakeClock } from '../../../../support/app/fake-clock.ts';

const over = (body: unknown, headers?: Record<string, string>) =>
  clientOver(scriptedOpen(reply(200, body, headers)).httpGet);
const page = (body: unknown, headers?: Record<string, string>): Promise<DocumentPage> =>
  over(body, headers).files({ rut: someRut, start: '2026-01-01', end: '2026-12-31', type: 'T' });
const link =
  'https://storage.example/o/1?X-Goog-Date=20261120T120000Z&X-Goog-Expires=3600&X-Goog-Signature=5ec2e7';
const document = { id: 'a', isActive: true, dispatch: { id: '77', referencia: 'REF-1' }, infoDoc: {} };

describe('a document', () => {
  it('is read by the names of names.md, and keeps every key but its link', async () => {
    const item = {
      ...document,
      name: 'FACTURA TERCEROS',
      numeroDespacho: '123457',
      infoDoc: {
        document: { number: '000123', type: 'Factura', issueDate: '05/10/2026' },
        issuer: { id: '76.086.428-5', name: 'PUERTO' },
      },
      somethingNew: { deep: [1, null, 'x'] },
    };
    const { documents, links } = await page({ date: '', data: [{ ...item, url: link }] });
    expect(documents).toEqual([
      {
        id: 'a',
        isActive: true,
        type: 'FACTURA TERCEROS',
        dispatchNumber: '123457',
        file: 'available',
        folio: '000123',
        issueDate: '05/10/2026',
        issuerId: '76.086.428-5',
        issuerName: 'PUERTO',
        reference: 'REF-1',
        item,
      },
    ]);
    expect(links.get('a')?.url).toBe(link);
  });

  it.each([
    ['empty', {}],
    ['missing', undefined],
    ['null', null],
    ['a text', 'x'],
    ['without a document in it', { issuer: {} }],
    ['with a document that is empty', { document: {} }],
    ['with a document that is null', { document: null }],
  ])('whose infoDoc is %s has no folio, and that is all', async (_, infoDoc) => {
    const { documents } = await page({ data: [{ ...document, infoDoc }] });
    expect(documents[0]).toMatchObject({ id: 'a', folio: '', issueDate: '', issuerId: '', issuerName: '' });
  });

  it('that is not active is marked', async () => {
    const { documents } = await page({ data: [document, { ...document, id: 'b', isActive: false }] });
    expect(documents.map(({ isActive }) => isActive)).toEqual([true, false]);
  });

  it.each([
    ['its own number', { numeroDespacho: '1', dispatch: { numeroDespacho: '2', id: '3' } }, '1'],
    ['its dispatch’s number', { dispatch: { numeroDespacho: '2', id: '3' } }, '2'],
    ['its dispatch’s id', { dispatch: { id: '3' } }, '3'],
    ['none', { dispatch: { id: '' } }, ''],
    ['none, without a dispatch', { dispatch: null }, ''],
    ['a number that came as one', { numeroDespacho: 123457 }, '123457'],
  ])('stands under %s', async (_, fields, number) => {
    const { documents } = await page({ data: [{ ...document, dispatch: {}, ...fields }] });
    expect(documents[0]?.dispatchNumber).toBe(number);
  });

  it('never keeps a signed link, wherever it stands and however it is called', async () => {
    const item = {
      ...document,
      enlace: link,
      infoDoc: { document: { number: 'F-1', copia: [`see ${link} `] } },
      dispatch: { id: '77', [link]: 'x', web: 'https://agencia.example/nave?id=7' },
    };
    const { documents } = await page({ data: [{ ...item, url: link }] });
    const stored = JSON.stringify(documents);
    expect(stored).not.toMatch(/X-Goog|5ec2e7/);
    expect(stored).toContain('https://agencia.example/nave?id=7');
    expect(documents[0]?.item['infoDoc']).toEqual({
      document: { number: 'F-1', copia: ['see https://storage.example/o/1?… '] },
    });
  });

  it('keeps keys that mean something to JavaScript', async () => {
    const body = '{"data":[{"id":"a","__proto__":{"x":1},"constructor":"c","dispatch":{},"infoDoc":{}}]}';
    const { documents } = await page(body);
    expect(JSON.stringify(documents[0]?.item)).toBe(
      '{"id":"a","__proto__":{"x":1},"constructor":"c","dispatch":{},"infoDoc":{}}',
    );
  });

  it('keeps every digit of a long number', async () => {
    const body =
      '{"data":[{"id":12345678901234567890,"dispatch":{"valorCif":1234.5,"id":77},"infoDoc":{"document":{"number":99999999999999999999}}}]}';
    const { documents } = await page(body);
    expect(documents[0]).toMatchObject({ id: '12345678901234567890', folio: '99999999999999999999' });
    expect(documents[0]?.item['dispatch']).toEqual({ valorCif: 1234.5, id: 77 });
  });
});

describe('why a document has no file', () => {
  const three = (unsignedCount: unknown, links: number) =>
    page({
      data: ['a', 'b', 'c'].map((id, index) => ({ ...document, id, ...(index < links && { url: link }) })),
      unsignedCount,
    });
  const files = async (unsignedCount: unknown, links: number) =>
    (await three(unsignedCount, links)).documents.map(({ file }) => file);

  it('without an unsignedCount it has none', async () => {
    expect(await files(undefined, 1)).toEqual(['available', 'none', 'none']);
    expect(await files(0, 1)).toEqual(['available', 'none', 'none']);
    expect(await files(null, 1)).toEqual(['available', 'none', 'none']);
  });

  it('with as many unsigned as missing it could not be signed', async () => {
    expect(await files(2, 1)).toEqual(['available', 'unsigned', 'unsigned']);
    expect(await files(3, 0)).toEqual(['unsigned', 'unsigned', 'unsigned']);
    expect(await files('2', 1)).toEqual(['available', 'unsigned', 'unsigned']);
    expect((await three(2, 1)).unsignedCount).toBe(2);
  });

  it('in between nobody knows', async () => {
    expect(await files(1, 1)).toEqual(['available', 'unknown', 'unknown']);
    expect(await files(2, 0)).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('with a count that is none nobody knows', async () => {
    expect(await files('some', 1)).toEqual(['available', 'unknown', 'unknown']);
    expect(await files(-1, 1)).toEqual(['available', 'unknown', 'unknown']);
  });
});

describe('a signed link', () => {
  const linkOf = async (url: string, headers?: Record<string, string>) =>
    (await page({ data: [{ ...document, url }] }, headers)).links.get('a');
  const now = createFakeClock().now();

  it('works until the hour that is signed in it', async () => {
    expect(await linkOf(link)).toEqual({
      url: link,
      expiresAt: now + 3_600_000,
      livesForMs: 3_600_000,
      requestId: 'request-1',
      nearestZone: 'elsewhere',
      type: '',
    });
    const short = link.replace('Expires=3600', 'Expires=1');
    expect(await linkOf(short)).toMatchObject({ livesForMs: 1000 });
  });

  it('never works longer than the hour that api.md gives it', async () => {
    expect(await linkOf(link.replace('Expires=3600', 'Expires=604800'))).toMatchObject({
      livesForMs: 3_600_000,
    });
    expect(await linkOf('https://storage.example/o/1?sig=x')).toMatchObject({ livesForMs: 3_600_000 });
  });

  it('is measured by the service’s clock, however wrong this machine’s is', async () => {
    const theirs = { date: 'Sat, 21 Nov 2026 03:00:00 GMT' };
    const url = link.replace('20261120T120000Z', '20261121T025900Z');
    expect(await linkOf(url, theirs)).toEqual({
      url,
      expiresAt: Date.parse('2026-11-21T03:59:00Z'),
      livesForMs: 59 * 60_000,
      requestId: 'request-1',
      nearestZone: 'elsewhere',
      type: '',
    });
    expect((await page({ data: [document] }, theirs)).clockOffset).toBe(15 * 3_600_000);
  });

  it('that the service’s clock takes for expired as it comes works for as long as it was signed for', async () => {
    const ahead = { date: 'Fri, 20 Nov 2026 13:45:00 GMT' };
    expect(await linkOf(link, ahead)).toMatchObject({ livesForMs: 3_600_000 });
    const short = link.replace('Expires=3600', 'Expires=90');
    expect(await linkOf(short, ahead)).toMatchObject({ livesForMs: 90_000 });
    const years = { date: 'Thu, 20 Nov 2036 12:00:00 GMT' };
    expect(await linkOf(link.replace('Expires=3600', 'Expires=604800'), years)).toMatchObject({
      livesForMs: 3_600_000,
    });
  });
});
