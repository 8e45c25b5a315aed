import { describe, expect, it } from 'vitest';
import { fieldTitle } from '../../../../../renderer/components/data-grid/field-title.ts';
import {
  disbursementColumns,
  dispatchColumns,
  documentColumns,
} from '../../../../../renderer/components/data-grid/result-columns.tsx';
import { translationsOf } from '../../../../support/page/page-translations.ts';

/** The keys that an agency's items hold (docs/service/names.md). */
const dispatchPaths = [
  ...['id', 'estadoAforo', 'estadoDIN', 'referencia', 'tipoTramite', 'nombreAduana', 'consignante'],
  ...['doctoTransporte', 'fechaAceptacion', 'fechaArriboEfectivo', 'fechaCorreccionBL', 'fechaVencimiento'],
  ...['fechaEta', 'fechaApertura', 'fechaRetiro', 'fechaPagoDerechos', 'nombreNave', 'numeroIdentificacion'],
  ...['paisPrimerPuertoEmbarque', 'puertoDesembarque', 'paisOrigen', 'valorCif', 'valorEx', 'valorFlete'],
  ...['valorFob', 'valorSeguro', 'totalItem', 'viaTransporte'],
];
const parties = ['issuer', 'customer'].flatMap((party) =>
  ['id', 'name', 'giro', 'city', 'address'].map((name) => `infoDoc.${party}.${name}`),
);
const documentPaths = [
  ...['id', 'isActive', 'name', 'numeroDespacho'],
  ...dispatchPaths.map((path) => `dispatch.${path}`),
  ...['number', 'type', 'issueDate', 'dueDate'].map((name) => `infoDoc.document.${name}`),
  ...parties,
];
const infoPaths = ['invoiceInfo', 'documentInfo'].flatMap((info) =>
  ['fechaDocumento', 'idProveedor', 'name', 'title', 'nombreProveedor', 'totals.iva', 'totals.neto'].map(
    (name) => `${info}.${name}`,
  ),
);
const disbursementPaths = [
  ...['id', 'codigoAnalisis', 'nombreAnalisis', 'numeroDespacho', 'numeroDocumento', 'estado', 'debe'],
  ...['fechaDesembolso', 'fechaFacturado', 'monto', 'montoIva', 'montoNeto', 'saldo'],
  ...dispatchPaths.slice(1).map((path) => `dispatch.${path}`),
  ...infoPaths,
];

describe('the title of a field of the service', () => {
  it.each([
    ['dispatch.fechaApertura', 'Apertura', 'Opened'],
    ['fechaPagoDerechos', 'Pago de derechos', 'Duties paid'],
    ['dispatch.id', 'Despacho · Id', 'Dispatch · Id'],
    ['infoDoc.issuer.giro', 'Emisor · Giro', 'Issuer · Business'],
    ['infoDoc.document.dueDate', 'Documento · Vencimiento', 'Document · Due'],
    ['invoiceInfo.totals.netoExento', 'Factura · Totales · Neto exento', 'Invoice · Totals · Neto exento'],
    ['isActive', 'Activo', 'Active'],
  ])('%s is in words', (path, spanish, english) => {
    expect(fieldTitle(path, translationsOf('grid'))).toBe(spanish);
    expect(fieldTitle(path, translationsOf('grid', 'en'))).toBe(english);
  });

  it.each([
    ['pesoBrutoTotal', 'Peso bruto total'],
    ['numeroBL', 'Numero BL'],
    ['BLMaster', 'BL master'],
    ['fecha_salida-puerto', 'Fecha salida puerto'],
    ['extra.dato2', 'Extra · Dato2'],
    ['Ya en palabras', 'Ya en palabras'],
    ['.', '.'],
    ['constructor', 'Constructor'],
  ])('%s, which has no words, can be read', (path, title) => {
    expect(fieldTitle(path, translationsOf('grid'))).toBe(title);
  });

  const context = { t: translationsOf('grid'), yesNo: { yes: 'Sí', no: 'No' }, clients: [], connections: [] };

  it('is that of its column', () => {
    const columns = documentColumns(context, ['dispatch.nombreNave']);
    expect(columns.find(({ id }) => id === 'dispatch.nombreNave')?.title).toBe('Nave');
  });

  it('is offered once: not beside a column that shows the same', () => {
    const [documents, dispatches, disbursements] = [
      documentColumns(context, documentPaths),
      dispatchColumns(context, dispatchPaths, () => 0),
      disbursementColumns(context, disbursementPaths),
    ].map((columns) => columns.map(({ title }) => title));
    for (const titles of [documents, dispatches, disbursements]) {
      expect(titles).toEqual([...new Set(titles)]);
    }
    expect(documents).toEqual(expect.arrayContaining(['Receptor · Nombre', 'Nave', 'Vencimiento']));
    expect(dispatches).toEqual(expect.arrayContaining(['Aforo', 'CIF', 'Apertura']));
    expect(disbursements).toEqual(expect.arrayContaining(['Factura · Totales · Neto', 'Facturado']));
  });
});
