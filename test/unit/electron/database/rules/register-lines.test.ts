import { describe, expect, it } from 'vitest';
import { readRegister } from '../../../../../electron/database/rules/register-lines.ts';

const [rut, other] = ['76086428-5', '76501137-K'];
const row = `33;${rut};KAPPA;1233;119000`;
const read = (text: string) => readRegister(text).lines;
const fieldsOf = (text: string) =>
  read(text).map(({ issuer, issuerName, folio, total }) => [issuer, issuerName, folio, total]);
const invoice = [rut, 'KAPPA', '1233', 119_000];

describe('the columns of a register', () => {
  it.each([
    'Tipo|RUT Proveedor|Razon Social|Folio|Monto Total',
    '| Tipo | RUT Proveedor | Razon Social | Folio | Monto Total |\n|---|---|---|---|---|',
    'sep=;\r\nTipo;RUT Proveedor;Razon Social;Folio;Monto Total',
    'Type;Vendor RUT;Vendor;Document No.;Total',
    'Type;Issuer RUT;Issuer name;Document number;Total Amount',
    'TD;RUT;Proveedor;Documento;Total',
    'TD;RUT;Proveedor;Núm. Doc.;Bruto',
    'TD;RUT;Proveedor;Nro DTE;Valor',
    'TD;RUT;Proveedor;Factura N°;Monto Bruto',
    'TD;RUT;Proveedor;N°;Total documento',
    ';RUT;Razón;N°;Monto\nTipo;Proveedor;Social;Documento;Total',
    ';;;;Monto\nTipo;RUT;Proveedor;Folio;Total',
    'Registro de compras\nEmpresa: ACME SPA RUT 18972631-7\nPeriodo: 2026-10\n\nTD;RUT;Proveedor;Folio;Total',
    'Empresa;ACME SPA\nRUT;18972631-7\nTD;RUT;Proveedor;Folio;Total\n;;;;\n',
  ])('are found by the heading %j', (heading) => {
    const separator = heading.includes('|') ? '|' : ';';
    const line = heading.startsWith('| ') ? `|${row}|` : row;
    expect(fieldsOf(`${heading}\n${line.replaceAll(';', separator)}`)).toEqual([invoice]);
  });

  it.each([
    ['RUT;Folio;Total Neto;Total IVA;Total Documento', 'folio'],
    ['Invoice Date;Invoice Number;RUT;Net Amount;Amount', 'date'],
  ])('of a total and a number are no others: %j', (heading, first) => {
    const text =
      first === 'date' ? `2026-10-05;1233;${rut};100000;119000` : `${rut};1233;100000;19000;119000`;
    expect(fieldsOf(`${heading}\n${text}`)).toEqual([[rut, undefined, '1233', 119_000]]);
  });

  it('of issuer and recipient are no register of sales', () => {
    const text = `Tipo;Folio;RUT Emisor;RUT Receptor;Total\n33;1233;${rut};18972631-7;119000`;
    expect(fieldsOf(text)).toEqual([[rut, undefined, '1233', 119_000]]);
  });

  it('are split at bars without a heading', () => {
    expect(fieldsOf(`33|${rut}|KAPPA 3 SPA|1233|05/10/2026|119000`)).toEqual([
      [rut, undefined, '1233', 119_000],
    ]);
  });
});

describe('a line without the heading of a register', () => {
  it.each([
    `05/11/2026;E-123;1105010;FACT 1233 KAPPA ${rut};119.000;`,
    `KAPPA SPA (76.086.428-5)\t1233\t05-11-2026\t$ 119.000`,
    `05/11/2026,"Transferencia a KAPPA SPA, factura 1233, RUT 76.086.428-5","119.000"`,
    `Factura N° 1233 de ${rut}|$ 119.000`,
    `${rut};33;1233;2026-11-05;119000`,
    `33;1233;${rut};ACME SPA;16/10/2026;$119.000`,
    `Factura 1233 ACME ${rut} $119.000`,
    `ACME (76086428-5);FAC 1233;119.000`,
    `${rut};1233;100000;19000;119000`,
  ])('has issuer, number and total in other words or order: %j', (line) => {
    expect(fieldsOf(line)).toEqual([[rut, undefined, '1233', 119_000]]);
  });

  it('has the code of a document right behind the issuer, where folio and total follow', () => {
    expect(read(`${rut};61;77;-59500\n${rut};33;5000`)).toMatchObject([
      { kind: '61', folio: '77', total: -59_500 },
      { folio: '33', total: 5_000 },
    ]);
    expect(read(`${rut};33;100000;19000;119000`)).toMatchObject([{ folio: '33', total: 119_000 }]);
  });

  it.each([
    '06/11/2026;E-124;1105010;PAGO TGR DIN 3910797756-2;;1.234.567',
    'KAPPA SPA\t1233\t05-11-2026\t$ 119.000',
    '1233;77;119.000',
  ])('takes no account, folio or amount for a RUT: %j', (line) => {
    expect(read(line)).toMatchObject([{ folio: '' }]);
    expect(read(line)[0]?.issuer).toBeUndefined();
  });
});

describe('the cells of a register', () => {
  const heading = 'TD;RUT;Proveedor;Folio;Total';
  it.each([
    [`33;="${rut}";KAPPA;="1233";=119000`, 'KAPPA'],
    [`33;"=""${rut}""";KAPPA;"=""1233""";119000`, 'KAPPA'],
    [`33;'${rut};KAPPA;'1233;119000`, 'KAPPA'],
    [`33;${rut};KAPPA 5" TUBOS;1233;119000`, 'KAPPA 5" TUBOS'],
    [`33;${rut};"KAPPA ""SUR"" SPA";1233;119000`, 'KAPPA "SUR" SPA'],
    [`33;${rut};"KAPPA; SUR";1233;"119000"`, 'KAPPA; SUR'],
  ])('are what a spreadsheet shows: %j', (line, name) => {
    expect(fieldsOf(`${heading}\n${line}\n33;${other};B;44;10`)).toEqual([
      [rut, name, '1233', 119_000],
      [other, 'B', '44', 10],
    ]);
  });

  it.each([
    ['119.000-', -119_000],
    ["1'234'567", 1_234_567],
    ['US$ 1.234,50', undefined],
  ])('give the total %s as %s', (total, amount) => {
    expect(read(`${heading}\n33;${rut};KAPPA;1233;${total}`)[0]?.total).toBe(amount);
  });

  it.each(['103', '911'])('give the document code %s', (kind) => {
    expect(read(`${heading}\n${kind};${rut};KAPPA;1233;1`)[0]?.kind).toBe(kind);
  });
});

describe('lines that are no documents', () => {
  const heading = 'Tipo;RUT;Proveedor;Folio;Total;Codigo Otro;Valor Otro';
  const text = `33;${rut};KAPPA;1233;119000;;`;
  it.each([
    ['a total', 'Total;;;;119000;;'],
    ['a total behind empty cells', ';;Total general;;119000;;'],
    ['empty cells', ';;;;;;'],
    ['a ruler', '----;----;----'],
    ['another tax, alone', ';;;;;28;2000'],
    ['another tax, with a total of zero', `33;${rut};KAPPA;1233;0;28;2000`],
    ['the heading of the next page', heading],
  ])('are passed over: %s', (_, more) => {
    expect(fieldsOf(`${heading}\n${text}\n${more}`)).toEqual([invoice]);
  });

  it('are passed over without a heading', () => {
    expect(fieldsOf(`33;${rut};KAPPA;1233;05/10/2026;119000\nTOTAL;;;;;119000`)).toHaveLength(1);
  });

  it('are no suppliers whose names begin as a total does', () => {
    expect(fieldsOf(`Total Chile SA;${rut};1233;119000`)).toEqual([[rut, undefined, '1233', 119_000]]);
    expect(fieldsOf(`Proveedor;RUT;Folio;Total\nTotal Chile SA;${rut};1233;119000`)).toHaveLength(1);
  });

  it('are told between two headings, where no line before can be read', () => {
    const unreadable = read(`${heading}\n33;;GRUAS;77;5000;;\n${heading}\n${text}`);
    expect(unreadable.map(({ folio }) => folio)).toEqual(['77', '1233']);
  });

  it('are told below a heading, where they are none of these', () => {
    expect(fieldsOf(`${heading}\n${text}\nfalta la de GRUAS`)).toHaveLength(2);
  });
});
