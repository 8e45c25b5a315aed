import type { QueryPlan } from '../../../../electron/search/query-parser/index.ts';
import { rut } from '../../../support/agency/client.ts';

const bl = 'CONOCIMIENTO DE EMBARQUE (B/L)';
const din = 'DECLARACION DE INGRESO (DIN)';
const invoices = ['FACTURA AGENCIA', 'FACTURA COMERCIAL', 'FACTURA DE EXPORTACION', 'FACTURA TERCEROS'];
const acme = [rut('76086428-5')];
const kappa = [rut('76501137-K')];
const invoicesOf = (from: string, to: string) => ({ types: invoices, from, to });
const unclear = (...notUnderstood: string[]) => ({ types: invoices, notUnderstood });

/** Texts with days, months and years, as clerks write them; today is Thursday 26-11-2026. All made up. */
export const dayTexts: readonly (readonly [string, Partial<QueryPlan>])[] = [
  // an end alone
  ['facturas al 15 de octubre', invoicesOf('2026-01-01', '2026-10-15')],
  ['facturas al 30-09-2026', invoicesOf('2026-01-01', '2026-09-30')],
  ['facturas hasta el viernes pasado', invoicesOf('2026-01-01', '2026-11-20')],
  ['facturas hasta el lunes recién pasado', invoicesOf('2026-01-01', '2026-11-23')],
  ['facturas hasta la semana pasada', invoicesOf('2026-01-01', '2026-11-22')],
  ['facturas hasta el mes pasado', invoicesOf('2026-01-01', '2026-10-31')],
  ['facturas hasta fines del mes pasado', invoicesOf('2026-01-01', '2026-10-31')],
  ['facturas hasta fin de mes', invoicesOf('2026-01-01', '2026-11-30')],
  ['facturas hasta el 15', invoicesOf('2026-01-01', '2026-11-15')],
  ['despachos de acme hasta el 15', { ruts: acme, from: '2026-01-01', to: '2026-11-15' }],
  ['invoices until last Friday', invoicesOf('2026-01-01', '2026-11-20')],
  ['invoices until the end of the month', invoicesOf('2026-01-01', '2026-11-30')],
  ['facturas desde septiembre al 15 de octubre', invoicesOf('2026-09-01', '2026-10-15')],
  ['facturas desde septiembre hasta el 15 de octubre', invoicesOf('2026-09-01', '2026-10-15')],
  ['411953 al 15 de octubre', { dispatches: ['411953'] }],
  ['411953 hasta el 15', { dispatches: ['411953'], notUnderstood: ['15'] }],
  ['despachos 411953 hasta el 15 de octubre', { dispatches: ['411953'] }],
  // days that may be a deadline, and days that are none
  ['facturas hasta el viernes', unclear('hasta el viernes')],
  ['BL hasta el próximo lunes', { types: [bl], notUnderstood: ['hasta el próximo lunes'] }],
  ['facturas de hace dos meses', unclear('de hace dos meses')],
  ['facturas de la próxima semana', unclear('la próxima semana')],
  ['facturas lunes a viernes', unclear('lunes a viernes')],
  ['invoices until Friday', unclear('until Friday')],
  ['Favor enviar facturas de Acme hasta el viernes', { ruts: acme, types: invoices }],
  ['Favor enviar 411953 hasta el viernes', { dispatches: ['411953'] }],
  ['411953 hasta el viernes', { dispatches: ['411953'] }],
  ['Necesito las facturas de Acme antes del viernes', { ruts: acme, types: invoices }],
  // months in figures
  ['facturas mes 10', invoicesOf('2026-10-01', '2026-10-31')],
  ['facturas del mes 10 de 2025', invoicesOf('2025-10-01', '2025-10-31')],
  ['facturas del mes n° 9', invoicesOf('2026-09-01', '2026-09-30')],
  ['facturas 10/26', invoicesOf('2026-10-01', '2026-10-31')],
  ['facturas 1/26', invoicesOf('2026-01-01', '2026-01-31')],
  ['facturas 2026-10', invoicesOf('2026-10-01', '2026-10-31')],
  ['facturas de acme 10/26', { ruts: acme, ...invoicesOf('2026-10-01', '2026-10-31') }],
  ['BL 2026-10', { types: [bl], from: '2026-10-01', to: '2026-10-31' }],
  ['acme 2026-10', { ruts: acme, from: '2026-10-01', to: '2026-10-31' }],
  ['factura 10/26', { folios: ['10/26'] }],
  ['factura N° 2026-10', { folios: ['2026-10'] }],
  ['facturas 9/26 y 10/26', invoicesOf('2026-09-01', '2026-10-31')],
  ['facturas 10/26 y 99/26', { folios: ['10/26', '99/26'] }],
  ['facturas noviembre 25', invoicesOf('2025-11-01', '2025-11-30')],
  // years
  ['facturas 2025', invoicesOf('2025-01-01', '2025-12-31')],
  ['facturas acme 2025', { ruts: acme, ...invoicesOf('2025-01-01', '2025-12-31') }],
  ['DIN 2025 acme', { ruts: acme, types: [din], from: '2025-01-01', to: '2025-12-31' }],
  ['BL 2025', { types: [bl], from: '2025-01-01', to: '2025-12-31' }],
  ['acme 2025', { ruts: acme, from: '2025-01-01', to: '2025-12-31' }],
  ['despachos 2025 de kappa', { ruts: kappa, from: '2025-01-01', to: '2025-12-31' }],
  ['factura 2025', { folios: ['2025'] }],
  ['facturas 2025 y 2026', { folios: ['2025', '2026'] }],
  ['despacho 411953 acme 2025', { dispatches: ['411953'], ruts: acme }],
  // days
  ['facturas del 1ero al 15 de octubre', invoicesOf('2026-10-01', '2026-10-15')],
  ['facturas del 1er al 3er día de octubre', { types: invoices, from: '2026-10-01', to: '2026-10-31' }],
  ['facturas del lunes 16 al viernes 20', invoicesOf('2026-11-16', '2026-11-20')],
  ['invoices Monday 16 to Friday 20', invoicesOf('2026-11-16', '2026-11-20')],
  ['docs oct', { from: '2026-10-01', to: '2026-10-31' }],
  ['docs de acme de oct', { ruts: acme, from: '2026-10-01', to: '2026-10-31' }],
  ['facturas del 01-oct-2026 al 15-oct-2026', invoicesOf('2026-10-01', '2026-10-15')],
  ['facturas del 1-oct al 15-oct', invoicesOf('2026-10-01', '2026-10-15')],
  ['facturas del 1/oct/2026 al 15/oct/2026', invoicesOf('2026-10-01', '2026-10-15')],
  ['facturas del 25-sep-26 al 5-oct-26', invoicesOf('2026-09-25', '2026-10-05')],
  ['facturas 3-nov-26', invoicesOf('2026-11-03', '2026-11-03')],
  ['invoices Oct 15', invoicesOf('2026-10-15', '2026-10-15')],
  ['invoices of October 15, 2026', invoicesOf('2026-10-15', '2026-10-15')],
  ['411953 del 3-nov-26', { dispatches: ['411953'] }],
  ['facturas del 5 al 10 del presente', invoicesOf('2026-11-05', '2026-11-10')],
  ['facturas entre el 5 y el 10 del mes pasado', invoicesOf('2026-10-05', '2026-10-10')],
  ['facturas del 5 de este mes', invoicesOf('2026-11-05', '2026-11-05')],
  ['facturas desde el 15 del mes pasado', invoicesOf('2026-10-15', '2026-11-26')],
  ['facturas desde el 5 del corriente', invoicesOf('2026-11-05', '2026-11-26')],
  ['facturas del 01.10 al 15.10', invoicesOf('2026-10-01', '2026-10-15')],
  ['facturas hasta el 5 de este mes', invoicesOf('2026-01-01', '2026-11-05')],
  ['facturas antes del 10 de este mes', invoicesOf('2026-01-01', '2026-11-09')],
  ['facturas del lunes 9 de este mes', invoicesOf('2026-11-09', '2026-11-09')],
  ['facturas de los dias 3, 4 y 5 de este mes', invoicesOf('2026-11-01', '2026-11-26')],
  ['411953 por 1.10 al 3.10 usd', { dispatches: ['411953'] }],
  ['411953 por 1.10 a 2.10', { dispatches: ['411953'] }],
  [
    'rut: 76.086.428-5\ntipo: DIN\nmes: octubre',
    { ruts: acme, types: [din], from: '2026-10-01', to: '2026-10-31' },
  ],
  [
    'Importador: Acme\nPeríodo: octubre 2026\nDocumentos: DIN, factura comercial',
    { ruts: acme, types: [din, 'FACTURA COMERCIAL'], from: '2026-10-01', to: '2026-10-31' },
  ],
];
