import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ReconcileDocument,
  type ReconcilePayment,
  reconcile,
} from '../../../../../electron/database/rules/reconciliation.ts';
import { readRegister } from '../../../../../electron/database/rules/register-lines.ts';
import { checkDigit, formatRut, type Rut } from '../../../../../shared/model/rut.ts';

const issuer = '76086428-5' as Rut;
const client = '18972631-7' as Rut;
const document = (overrides: Partial<ReconcileDocument>): ReconcileDocument => ({
  connectionId: 'a',
  number: '100',
  documentId: 'd1',
  rut: client,
  type: 'FACTURA TERCEROS',
  folio: '0123',
  issuerId: '76.086.428-5',
  issuerName: 'ALMACENES',
  isActive: true,
  ...overrides,
});
const payment = (overrides: Partial<ReconcilePayment>): ReconcilePayment => ({
  connectionId: 'a',
  number: '100',
  id: 'p1',
  rut: client,
  documentNumber: '123',
  providerId: issuer,
  providerName: 'ALMACENES',
  amount: 119_000,
  state: 'PAGADO',
  ...overrides,
});
const verdicts = (text: string, documents: ReconcileDocument[], payments: ReconcilePayment[]) =>
  reconcile(readRegister(text).lines, documents, payments).lines.map(({ verdict }) => verdict);

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
    expect(readRegister(text).lines).toMatchObject([{ issuer, folio: '123', total: 119_000 }]);
  });

  it('is read with more fields than a call has places', () => {
    const text = `${'1,'.repeat(150_000)}${issuer},123,1000`;
    expect(readRegister(text).lines).toMatchObject([{ issuer, folio: '123', total: 1_000 }]);
  });

  it('is read by its header, as the tax authority gives it', () => {
    const text = [
      'Nro;Tipo Doc;Tipo Compra;RUT Proveedor;Razon Social;Folio;Fecha Docto;Monto Exento;Monto Neto;Monto IVA Recuperable;Monto Total;Codigo Otro',
      '1;33;Del Giro;76086428-5;"ALMACENES; DEPOSITOS";123;05/11/2026;0;100000;19000;119000;7',
      '',
      '2;33;Del Giro;76501137-K;GRUAS;0099;06/11/2026;0;10;2;12;0',
    ].join('\r\n');
    expect(readRegister(text).lines).toMatchObject([
      { line: 2, issuer, folio: '123', total: 119_000 },
      { line: 4, issuer: '76501137-K', folio: '0099', total: 12 },
    ]);
  });

  it('says of each line that cannot be read that it cannot', () => {
    expect(verdicts('hola\n76086428-5\n', [], [])).toEqual(['unreadable', 'unreadable']);
  });
});

describe('the reconciliation', () => {
  const line = '76.086.428-5\t123\t119.000';

  it('finds document, dispatch and disbursement of a line', () => {
    const { lines } = reconcile(readRegister(line).lines, [document({})], [payment({})]);
    expect(lines).toMatchObject([
      {
        verdict: 'found',
        issuer: '76.086.428-5',
        documents: [{ documentId: 'd1', number: '100', by: 'number-and-issuer' }],
        payments: [{ id: 'p1', number: '100', amount: 119_000 }],
      },
    ]);
    expect(lines[0]).not.toHaveProperty('difference');
  });

  it('tells what is lacking: document, disbursement, or both', () => {
    expect(verdicts(line, [document({})], [])).toEqual(['paper-only']);
    expect(verdicts(line, [], [payment({})])).toEqual(['disbursement-only']);
    expect(verdicts(line, [], [])).toEqual(['absent']);
  });

  it('shows by how much the payments differ from the line, a double payment too', () => {
    const [twice] = reconcile(
      readRegister(line).lines,
      [document({})],
      [payment({}), payment({ id: 'p2', number: '200' })],
    ).lines;
    expect(twice).toMatchObject({ verdict: 'other-total', difference: 119_000 });
  });

  it('calls an unknown amount neither a difference nor an agreement', () => {
    const { amount: _, ...unknown } = payment({});
    const [result] = reconcile(readRegister(line).lines, [document({})], [unknown]).lines;
    expect(result?.verdict).toBe('found-unknown-total');
    expect(result).not.toHaveProperty('difference');
    expect(verdicts('76.086.428-5\t123', [document({})], [payment({})])).toEqual(['found-unknown-total']);
  });

  it('never takes the same number from another issuer for the line', () => {
    const other = { issuerId: '76.501.137-K', providerId: '76.501.137-K' };
    expect(verdicts(line, [document(other)], [payment(other)])).toEqual(['other-issuer']);
    expect(verdicts(line, [document(other), document({ documentId: 'd2' })], [])).toEqual(['paper-only']);
  });

  it('calls a number without an issuer possible, no more', () => {
    expect(verdicts(line, [document({ issuerId: '' })], [])).toEqual(['possible']);
  });

  describe('reads a register of the tax authority', () => {
    const head =
      'Nro;Tipo Doc;Tipo Compra;RUT Proveedor;Razon Social;Folio;Fecha Docto;Monto Total;Otro Impuesto';
    const of = (...rows: string[]) => [head, ...rows].join('\n');
    const invoice = `1;33;Del Giro;${issuer};ALMACENES;123;05/10/2026;119000;`;
    const note = `2;61;Del Giro;${issuer};ALMACENES;123;05/10/2026;119000;`;
    const customs = '60804000-5';

    it('a credit note is no invoice of the same number', () => {
      expect(verdicts(of(invoice, note), [document({})], [payment({})])).toEqual(['found', 'absent']);
      const own = document({ type: 'NOTA DE CRÉDITO PROVEEDOR' });
      const back = payment({ amount: -119_000, analysis: 'NOTA DE CREDITO' });
      expect(verdicts(of(invoice, note), [own], [back])).toEqual(['absent', 'found']);
      const debit = `3;56;Del Giro;${issuer};ALMACENES;123;05/10/2026;119000;`;
      expect(verdicts(of(debit), [document({})], [payment({})])).toEqual(['absent']);
    });

    it('a credit note counts as less in a total, whoever writes its amount without a sign', () => {
      const own = document({ type: 'NOTA DE CRÉDITO PROVEEDOR' });
      const judged = (amount: number, text = of(note)) =>
        reconcile(
          readRegister(text).lines,
          [own],
          [payment({ amount, analysis: 'NOTA DE CREDITO' })],
        ).lines.map(({ verdict, total, difference }) => [verdict, total, difference]);
      expect(judged(-119_000)).toEqual([['found', -119_000, undefined]]);
      expect(judged(119_000)).toEqual([['found', -119_000, undefined]]);
      expect(judged(-118_000)).toEqual([['other-total', -119_000, 1000]]);
      expect(judged(-119_000, of(note.replace('119000', '-119000')))).toEqual([
        ['found', -119_000, undefined],
      ]);
    });

    it('a further row of a document belongs to its line', () => {
      const more = `;33;Del Giro;${issuer};ALMACENES;123;05/10/2026;;28`;
      expect(verdicts(of(invoice, more, more), [document({})], [payment({})])).toEqual(['found']);
      const alone = `;33;Del Giro;${issuer};ALMACENES;124;05/10/2026;;28`;
      expect(verdicts(of(invoice, alone), [document({})], [payment({})])).toEqual(['found', 'absent']);
    });

    it.each([
      ['3910797756', '3910797756-2', 'paper-only'],
      ['3910797756-2', '3910797756', 'paper-only'],
      ['3910797756', '39107977562', 'paper-only'],
      ['3910797756-K', '3910797756-k', 'paper-only'],
      ['3910797756-3', '3910797756-2', 'absent'],
    ])('the DIN %s is %s: %s', (folio, stored, verdict) => {
      const din = document({ folio: stored, issuerId: customs, type: 'DIN' });
      expect(verdicts(of(`3;914;Del Giro;${customs};ADUANAS;${folio};05/10/2026;1;`), [din], [])).toEqual([
        verdict,
      ]);
      expect(verdicts(`${customs}\t${folio}\t1`, [din], [])).toEqual([verdict]);
    });

    it('an invoice of eleven figures is none of ten', () => {
      expect(verdicts(`${issuer}\t1234567890\t1`, [document({ folio: '12345678905' })], [])).toEqual([
        'absent',
      ]);
    });

    it('of sales names clients, and reads none as a supplier', () => {
      const sales = 'Nro;Tipo Doc;Tipo Venta;Rut cliente;Razon Social;Folio;Fecha Docto;Monto total';
      const row = `1;33;Del Giro;${issuer};ACME;123;05/10/2026;119000`;
      expect(verdicts(`${sales}\n${row}`, [document({})], [payment({})])).toEqual(['unreadable']);
    });
  });

  it.each([
    [`33;Del Giro;${issuer};ALMACENES 2000 SPA;1233;05/10/2026;100000;19000;119000`, '1233', 119_000],
    [`${issuer}\tBODEGAS 7 MARES LTDA\tN° 1233\t119000`, 'N° 1233', 119_000],
    [`${issuer} ALMACENES 2000 SPA 1233 119000`, '1233', 119_000],
    [`33\t1233\t${issuer}\tKAPPA\t05/10/2026\t119000`, '1233', 119_000],
    [`1;33;1233;${issuer};KAPPA 3 SPA;05/10/2026;119000`, '1233', 119_000],
    [`1233\t${issuer}\t119000`, '1233', 119_000],
    [`1;${issuer};1233`, '1233', undefined],
    [`${issuer};A-12;119000`, 'A-12', 119_000],
    [`05/10/2026\t33\t1233\t${issuer}\tKAPPA\t100000\t19000\t119000`, '1233', 119_000],
    [`1\t1233\t${issuer}\tKAPPA\t0\t100.000\t19.000\t119.000`, '1233', 119_000],
    [`33;1233;${issuer};KAPPA;100000;119000`, '1233', 119_000],
    [`1;34;1233;${issuer};KAPPA;119000;0;0;119000`, '1233', 119_000],
    [`900\t${issuer}\tKAPPA\t1233\t100000\t19000\t119000`, '1233', 119_000],
    ['33\t76086428\t5\tKAPPA\t1233\t05/10/2026\t119000', '1233', 119_000],
    ['33\t76086428\t5\tKAPPA\t1233\t10000004\t0\t10000004', '1233', 10_000_004],
    ['33\t760864285\tKAPPA\t1233\t10000004\t0\t10000004', '1233', 10_000_004],
    ['RUT,DV,Folio,Total\n76086428,5,1233,119000', '1233', 119_000],
    ['Tipo;RUT Proveedor;D.V.;Folio;Monto Total\n33;076.086.428;5;1233;119000', '1233', 119_000],
    [`PROVEEDOR\tRUT\tFACTURA\tNETO\tIVA\tTOTAL\nKAPPA\t${issuer}\t1233\t100\t19\t119.000`, '1233', 119_000],
    [
      `"RUT Proveedor";"Razon\r\nSocial";"Folio";"Monto Total"\r\n"${issuer}";"KAPPA\nSPA";"1233";"119000"`,
      '1233',
      119_000,
    ],
  ])('reads folio and total of %j', (text, folio, total) => {
    const [line] = readRegister(text).lines;
    expect([line?.issuer, line?.folio, line?.total]).toEqual([issuer, folio, total]);
  });

  it.each(['RUT\tDV\tFolio\tTotal\n76086428\t\t1233\t119000', 'RUT;DV;Folio;Total\n76086428;?;1233;119000'])(
    'reads no other RUT where the check digit of %j is missing',
    (text) => {
      const [line] = readRegister(text).lines;
      expect(line?.issuer).toBeUndefined();
    },
  );

  it('joins no amount and exempt amount behind a RUT whose check digit is wrong', () => {
    const [line] = readRegister('33\t76086428\t4\tKAPPA\t1233\t10000004\t0\t10000004').lines;
    expect(line?.issuer).not.toBe('10000004-0');
  });

  it.each([
    ['NOTA DE CRÉDITO ELECTRÓNICA', '61'],
    ['Nota de Credito', '60'],
    ['Nota de débito electrónica', '56'],
    ['Factura Electrónica', '33'],
    ['FACTURA', '30'],
    ['Factura no afecta o exenta electrónica', '34'],
    ['Factura de compra', '45'],
    ['DIN', '914'],
    ['Declaración de ingreso', '914'],
    ['61 Nota de crédito', '61'],
    ['(33) Factura', '33'],
    ['Del Giro', undefined],
  ])('reads the document type %j as %s, with a header and without', (words, kind) => {
    const headed = `Tipo Documento;RUT Emisor;Folio;Monto Total\n${words};${issuer};1233;119000`;
    expect(readRegister(headed).lines.map((line) => line.kind)).toEqual([kind]);
    expect(readRegister(`${words}\t${issuer}\tKAPPA\t1233\t119000`).lines).toMatchObject([
      { issuer, folio: '1233', total: 119_000 },
    ]);
    expect(readRegister(`${words}\t${issuer}\tKAPPA\t1233\t119000`).lines[0]?.kind).toBe(kind);
  });

  it.each([
    ['NC', '60'],
    ['N/C', '60'],
    ['NCE', '61'],
    ['ND', '55'],
    ['FE', '33'],
  ])('reads the abbreviation %j as %s in a column of types alone', (words, kind) => {
    const headed = `TD;RUT Emisor;Folio;Monto Total\n${words};${issuer};1233;119000`;
    expect(readRegister(headed).lines.map((line) => line.kind)).toEqual([kind]);
    for (const text of [`${words}\t${issuer}\tKAPPA\t1233\t119000`, `${issuer}\t1233\t119000\t${words}`]) {
      const [line] = readRegister(text).lines;
      expect([line?.issuer, line?.folio, line?.total]).toEqual([issuer, '1233', 119_000]);
      expect(line).not.toHaveProperty('kind');
    }
  });

  it.each(['123\t119000\tN/D', 'ACME\tN/C\t123\t119000', 'ACME\tND\t123\t119000'])(
    'finds the invoice of a line that says of something that it is not there: %j',
    (rest) => {
      expect(verdicts(`${issuer}\t${rest}`, [document({})], [payment({})])).toEqual(['found']);
    },
  );

  it('leaves inactive documents out', () => {
    expect(verdicts(line, [document({ isActive: false })], [])).toEqual(['absent']);
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
            readRegister(text).lines,
            [document({ issuerId: one, folio: String(folio).padStart(9, '0') })],
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
