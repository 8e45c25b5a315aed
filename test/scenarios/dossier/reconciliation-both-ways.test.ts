import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../electron/database/index.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { temporaryStore } from '../../support/database/store.ts';
import { acme } from '../../support/samples/documents.ts';
import { storeDispatch } from '../../support/samples/stored-folders.ts';

const carrier = '96591760-8';
const warehouse = '60910000-1';
const stranger = '76501137-K';
const other = '9068826-K' as Rut;
const october = '2026-10-05T00:00:00.000Z';
const header = 'Tipo Doc;RUT Proveedor;Razon Social;Folio;Fecha Docto;Monto Total';

const opened = {} as { store: Store; remove(): Promise<void> };
beforeAll(async () => {
  Object.assign(opened, await temporaryStore());
  const bill = { documentNumber: '77', providerId: carrier, providerName: 'NAVIERA', date: october };
  const invoice = { type: 'FACTURA', issuerId: warehouse, issuerName: 'ALMACENES', issueDate: october };
  await storeDispatch(opened.store, {
    number: '1',
    documents: [
      { ...invoice, folio: '500', totals: { total: 119_000 } },
      // Without a total it is no tax document; the next are of another month, foreign, or the client's own.
      { ...invoice, type: 'CERTIFICADO', folio: '501' },
      { ...invoice, folio: '502', issueDate: '2026-08-05', totals: { total: 1 } },
      { ...invoice, folio: '503', issuerId: 'ACME GMBH', totals: { total: 1 } },
      { ...invoice, folio: '504', issuerId: acme, totals: { total: 1 } },
    ],
    payments: [
      { ...bill, amount: 1000 },
      { ...bill, documentNumber: '78', amount: 2000 },
      { ...bill, documentNumber: '78', amount: 500 },
      { ...bill, documentNumber: '79', amount: 900, item: { moneda: 'USD' } },
      { ...bill, documentNumber: '80', amount: 900, date: '2026-08-05T00:00:00.000Z' },
      { ...bill, documentNumber: '', amount: 900 },
    ],
  });
  await storeDispatch(opened.store, {
    number: '2',
    rut: other,
    documents: [{ ...invoice, folio: '900', totals: { total: 5 } }],
  });
});
afterAll(() => opened.remove());

const linesOf = async (rows: readonly string[], ruts?: readonly Rut[]) =>
  (await opened.store.reconcileLines([header, ...rows].join('\r\n'), { ruts })).lines;

describe('a ledger held against what is stored', () => {
  it('is told what it has not, of its months and clients, each number of an issuer once', async () => {
    const lines = await linesOf([`33;${carrier};NAVIERA SPA;77;05/10/2026;1000`]);
    const lacking = lines.filter(({ verdict }) => verdict === 'not-in-ledger');
    expect(
      lacking.map(({ folio, issuerName, day, payments }) => [
        ...[folio, issuerName, day],
        payments.map(({ amount }) => amount),
      ]),
    ).toEqual([
      ['500', 'ALMACENES', '2026-10-05', []],
      ['78', 'NAVIERA', '2026-10-05', [2000, 500]],
      // An amount in another currency is no amount of a ledger in pesos.
      ['79', 'NAVIERA', '2026-10-05', [undefined]],
    ]);
    expect(lacking.every(({ line }) => line === undefined)).toBe(true);
  });

  it('is told nothing without days, or while no line says whose it is', async () => {
    const [header] = ['RUT Proveedor;Folio;Monto Total'];
    const dayless = await opened.store.reconcileLines(`${header}\n${carrier};77;1000`);
    expect([dayless.lines.length, dayless.months]).toEqual([1, []]);
    const unmatched = await linesOf([`33;${carrier};NAVIERA;1;05/10/2026;1000`]);
    expect(unmatched).toHaveLength(1);
  });

  it('is held against one client alone on request', async () => {
    const lines = await linesOf([`33;${carrier};NAVIERA;77;05/10/2026;1000`], [other]);
    expect(lines.map(({ verdict, folio }) => [verdict, folio])).toEqual([
      ['absent', '77'],
      ['not-in-ledger', '900'],
    ]);
  });

  it('has its lines named and typed, and those of suppliers of whom nothing is stored marked', async () => {
    const lines = await linesOf([
      `33;${carrier};NAVIERA SPA;77;05/10/2026;1000`,
      `33;${stranger};LIBRERÍA;12;06/10/2026;5000`,
      `914;60805000-0;TESORERÍA;3910797756;06/10/2026;5000`,
      `33;${warehouse};;13;06/10/2026;5000`,
    ]);
    const own = lines.filter(({ line }) => line !== undefined);
    expect(
      own.map(({ verdict, issuerName, kind, day, isUnrelated }) => [
        verdict,
        issuerName,
        kind,
        day,
        isUnrelated,
      ]),
    ).toEqual([
      ['disbursement-only', 'NAVIERA SPA', '33', '2026-10-05', undefined],
      ['absent', 'LIBRERÍA', '33', '2026-10-06', true],
      ['absent', 'TESORERÍA', '914', '2026-10-06', undefined],
      ['absent', '', '33', '2026-10-06', undefined],
    ]);
  });

  it('of 1,000 lines, 200 of which have nothing to do with customs, is told of the months of the others', async () => {
    const own = Array.from({ length: 799 }, (_, at) => `33;${carrier};NAVIERA;${5000 + at};06/10/2026;10`);
    // The last is of a number that another issuer used, too.
    const folios = [...Array.from({ length: 199 }, (_, at) => 9000 + at), 500];
    const foreign = folios.map((folio) => `33;${stranger};LIBRERÍA;${folio};06/08/2026;10`);
    const result = await opened.store.reconcileLines(
      [header, ...own, `33;${carrier};NAVIERA;77;05/10/2026;1000`, ...foreign].join('\r\n'),
    );
    const lines = result.lines.filter(({ line }) => line !== undefined);
    expect(lines).toHaveLength(1000);
    const unrelated = lines.filter(({ isUnrelated }) => isUnrelated);
    expect(unrelated.map(({ folio }) => Number(folio))).toEqual(folios);
    expect(unrelated.at(-1)?.verdict).toBe('other-issuer');
    expect(result.months).toEqual(['2026-10']);
    const lacking = result.lines.filter(({ verdict }) => verdict === 'not-in-ledger');
    expect(lacking.map(({ folio, day }) => [folio, day?.slice(0, 7)])).toEqual([
      ['500', '2026-10'],
      ['78', '2026-10'],
      ['79', '2026-10'],
    ]);
  });

  it('of 20,000 lines keeps every one of them', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, at) => `33;${stranger};LIBRERÍA;${1_000_000 + at};06/10/2026;10`,
    );
    const lines = await linesOf([...rows, `33;${carrier};NAVIERA;77;05/10/2026;1000`]);
    expect(lines.filter(({ isUnrelated }) => isUnrelated)).toHaveLength(20_000);
    expect(lines.find(({ folio }) => folio === '77')?.verdict).toBe('disbursement-only');
  });
});
