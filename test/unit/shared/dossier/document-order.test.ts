import { describe, expect, it } from 'vitest';
import { practiceTypes } from '../../../../electron/practice/data/practice-types.ts';
import { compareTypes, inOrderOfTypes, mergedOrder } from '../../../../shared/dossier/document-order.ts';

const sorted = (types: readonly string[], own?: readonly string[]) => types.toSorted(compareTypes(own));

describe('the order of documents', () => {
  it("is that of a customs office for the agency's catalogue", () => {
    const names = [...new Set(practiceTypes().flatMap(({ name }) => name ?? []))].sort();
    expect(sorted(names)).toEqual([
      'DECLARACION DE INGRESO (DIN)',
      'DECLARACION UNICA DE SALIDA (DUS)',
      'CARTA DE PORTE (CRT)',
      'CONOCIMIENTO DE EMBARQUE (B/L)',
      'GUÍA AÉREA (AWB)',
      'FACTURA COMERCIAL',
      'FACTURA DE EXPORTACION',
      'LISTA DE EMPAQUE / PACKING LIST',
      'CERTIFICADO DE ORIGEN',
      'CERTIFICADO FITOSANITARIO (SAG)',
      'CERTIFICADO DE SEGURO',
      'COMPROBANTE DE PAGO (TGR F-09 / F-15)',
      'FACTURA TERCEROS',
      'CARTA PROVISION DE FONDOS',
      'FACTURA AGENCIA',
      'NOTA DE COBRO',
      'GUÍA DE DESPACHO',
      'INFORME DE IMPORTACION',
      'INSTRUCCIONES DE EMBARQUE',
      'MANDATO / PODER NOTARIAL',
      'OTROS ANTECEDENTES',
      'PAPELETA DE RECEPCIÓN',
      'RESERVA DE ESPACIO (BOOKING)',
    ]);
  });

  it('is the same for short names, other case and no accents', () => {
    expect(sorted(['seguro', '', 'Factura', 'poliza', 'Guia aerea', 'b/l', 'din', 'Nota de cobro'])).toEqual([
      'din',
      'Guia aerea',
      'b/l',
      'Factura',
      'seguro',
      'poliza',
      'Nota de cobro',
      '',
    ]);
  });

  it("is a client's own where there is one; other types stand after what customs offices file before them", () => {
    const own = ['FACTURA', 'B/L', 'NOTA DE COBRO'];
    expect(sorted(['NOTA DE COBRO', 'OTROS', 'SEGURO', 'DIN', 'B/L', 'FACTURA'], own)).toEqual([
      'DIN',
      'FACTURA',
      'B/L',
      'SEGURO',
      'NOTA DE COBRO',
      'OTROS',
    ]);
  });

  it('keeps the order of documents within a type', () => {
    const documents = [
      { type: 'FACTURA', folio: '2' },
      { type: 'DIN', folio: '9' },
      { type: 'FACTURA', folio: '1' },
    ];
    expect(inOrderOfTypes(documents).map(({ folio }) => folio)).toEqual(['9', '2', '1']);
  });
});

describe('an order that a person changed', () => {
  it('keeps the types that the person did not see, each behind its neighbour', () => {
    expect(mergedOrder(['DIN', 'SEGURO', 'B/L', 'OTROS'], ['B/L', 'DIN'])).toEqual([
      'B/L',
      'OTROS',
      'DIN',
      'SEGURO',
    ]);
    expect(mergedOrder(['SEGURO', 'DIN'], ['DIN', 'B/L'])).toEqual(['SEGURO', 'DIN', 'B/L']);
    expect(mergedOrder([], ['B/L', 'DIN', 'B/L'])).toEqual(['B/L', 'DIN']);
  });
});
