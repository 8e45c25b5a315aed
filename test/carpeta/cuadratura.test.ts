import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReconcilePaper, type ReconcilePayment, reconcile } from '../../shared/carpeta/cuadratura.ts';
import { readAmount, readLedgerLines } from '../../shared/carpeta/cuadratura-lines.ts';
import { checkDigit, formatRut, type Rut } from '../../shared/model/rut.ts';

const issuer = '76086428-5' as Rut;
const client = '18972631-7' as Rut;
const paper = (given: Partial<ReconcilePaper>): ReconcilePaper => ({
  connectionId: 'a',
  number: '100',
  documentId: 'd1',
  rut: client,
  type: 'FACTURA TERCEROS',
  folio: '0123',
  issuerId: '76.086.428-5',
  issuerName: 'ALMACENES',
  isActive: true,
  ...given,
});
const payment = (given: Partial<ReconcilePayment>): ReconcilePayment => ({
  connectionId: 'a',
  number: '100',
  id: 'p1',
  rut: client,
  documentNumber: '123',
  providerId: issuer,
  amount: 119_000,
  state: 'PAGADO',
  ...given,
});
const verdicts = (text: string, papers: ReconcilePaper[], payments: ReconcilePayment[]) =>
  reconcile(readLedgerLines(text), papers, payments).lines.map(({ verdict }) => verdict);

describe('a pasted ledger', () => {
  it.each([
    ['tabs', '76.086.428-5\t123\t119.000'],
    ['semicolons', '76086428-5;123;119000'],
    ['commas', '76086428-5,123,119000'],
    ['spaces', '  76.086.428-5   N°123   $ 119.000 '.replace('N°', '')],
    [
      'other columns between',
      '1\t33\t76086428-5\tALMACENES SPA\t123\t05-11-2026\t100000\t19000\t119000'.replace(
        'ALMACENES SPA',
        'ALMACENES',
      ),
    ],
    ['non-breaking spaces and a Unicode dash', '76.086.428\u20115\u00a0\t123\t$\u00a0119.000'],
  ])('is read with %s', (_, text) => {
    expect(readLedgerLines(text)).toMatchObject([{ issuer, folio: '123', total: 119_000 }]);
  });

  it('is read with more fields than a call has places', () => {
    const text = `${'1,'.repeat(150_000)}${issuer},123,1000`;
    expect(readLedgerLines(text)).toMatchObject([{ issuer, folio: '123', total: 1_000 }]);
  });

  it('is read by its header, as the tax authority gives it', () => {
    const text = [
      'Nro;Tipo Doc;Tipo Compra;RUT Proveedor;Razon Social;Folio;Fecha Docto;Monto Exento;Monto Neto;Monto IVA Recuperable;Monto Total;Codigo Otro',
      '1;33;Del Giro;76086428-5;"ALMACENES; DEPOSITOS";123;05/11/2026;0;100000;19000;119000;7',
      '',
      '2;33;Del Giro;76501137-K;GRUAS;0099;06/11/2026;0;10;2;12;0',
    ].join('\r\n');
    expect(readLedgerLines(text)).toMatchObject([
      { line: 2, issuer, folio: '123', total: 119_000 },
      { line: 4, issuer: '76501137-K', folio: '0099', total: 12 },
    ]);
  });

  it('says of each line that cannot be read that it cannot', () => {
    expect(verdicts('hola\n76086428-5\n', [], [])).toEqual(['unreadable', 'unreadable']);
  });

  it.each([
    ['$ 1.234.567', 1_234_567],
    ['1,234,567', 1_234_567],
    ['1.234,5', 1234.5],
    ['1,234.50', 1234.5],
    ['1.234', 1234],
    ['-12', -12],
    ['(12)', -12],
    ['12-A', undefined],
    ['', undefined],
  ])('reads the amount %s as %s', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });
});

describe('the cuadratura', () => {
  const line = '76.086.428-5\t123\t119.000';

  it('finds paper, dispatch and disbursement of a line', () => {
    const { lines } = reconcile(readLedgerLines(line), [paper({})], [payment({})]);
    expect(lines).toMatchObject([
      {
        verdict: 'found',
        issuer: '76.086.428-5',
        papers: [{ documentId: 'd1', number: '100', by: 'number-and-issuer' }],
        payments: [{ id: 'p1', number: '100', amount: 119_000 }],
      },
    ]);
    expect(lines[0]).not.toHaveProperty('difference');
  });

  it('tells what is lacking: paper, disbursement, or both', () => {
    expect(verdicts(line, [paper({})], [])).toEqual(['paper-only']);
    expect(verdicts(line, [], [payment({})])).toEqual(['disbursement-only']);
    expect(verdicts(line, [], [])).toEqual(['absent']);
  });

  it('shows by how much the payments differ from the line, a double payment too', () => {
    const [twice] = reconcile(
      readLedgerLines(line),
      [paper({})],
      [payment({}), payment({ id: 'p2', number: '200' })],
    ).lines;
    expect(twice).toMatchObject({ verdict: 'other-total', difference: 119_000 });
  });

  it('calls an unknown amount neither a difference nor an agreement', () => {
    const { amount: _, ...unknown } = payment({});
    const [told] = reconcile(readLedgerLines(line), [paper({})], [unknown]).lines;
    expect(told?.verdict).toBe('found-unknown-total');
    expect(told).not.toHaveProperty('difference');
    expect(verdicts('76.086.428-5\t123', [paper({})], [payment({})])).toEqual(['found-unknown-total']);
  });

  it('never takes the same number from another issuer for the line', () => {
    const other = { issuerId: '76.501.137-K', providerId: '76.501.137-K' };
    expect(verdicts(line, [paper(other)], [payment(other)])).toEqual(['other-issuer']);
    expect(verdicts(line, [paper(other), paper({ documentId: 'd2' })], [])).toEqual(['paper-only']);
  });

  it('calls a number without an issuer possible, no more', () => {
    expect(verdicts(line, [paper({ issuerId: '' })], [])).toEqual(['possible']);
  });

  it('leaves inactive papers out', () => {
    expect(verdicts(line, [paper({ isActive: false })], [])).toEqual(['absent']);
  });

  it('gives each line its own verdict, whatever other lines and issuers share its number', () => {
    const rut = fc
      .integer({ min: 1_000_000, max: 99_999_999 })
      .map((body) => `${body}-${checkDigit(String(body))}` as Rut);
    fc.assert(
      fc.property(
        fc.uniqueArray(rut, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: 0, max: 5 }),
        (issuers, folio, at) => {
          const one = issuers[at % issuers.length] ?? '';
          const text = issuers.map((rut) => `${formatRut(rut)}\t${folio}\t1000`).join('\n');
          const { lines, counts } = reconcile(
            readLedgerLines(text),
            [paper({ issuerId: one, folio: String(folio).padStart(9, '0') })],
            [],
          );
          expect(lines.map(({ verdict }) => verdict)).toEqual(
            issuers.map((rut) => (rut === one ? 'paper-only' : 'other-issuer')),
          );
          expect(counts['paper-only'] + counts['other-issuer']).toBe(issuers.length);
        },
      ),
      { numRuns: 500 },
    );
  });
});
