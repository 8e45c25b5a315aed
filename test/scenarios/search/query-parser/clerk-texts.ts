import { knownTypeNames, type QueryPlan } from '../../../../electron/search/query-parser/index.ts';
import { rut } from '../../../support/agency/client.ts';

const bl = 'CONOCIMIENTO DE EMBARQUE (B/L)';
const invoices = ['FACTURA AGENCIA', 'FACTURA COMERCIAL', 'FACTURA DE EXPORTACION', 'FACTURA TERCEROS'];
const two = { dispatches: ['411953', '411954'] };
const one = { dispatches: ['411953'] };
const allBut = (names: readonly string[]) =>
  knownTypeNames
    .filter((name) => !names.includes(name))
    .sort((left, right) => left.localeCompare(right, 'es'));

/**
 * Texts as clerks of customs agencies write them: what they exclude, days that do not exist, amounts beside
 * numbers. All made up.
 */
export const clerkTexts: readonly (readonly [string, Partial<QueryPlan>])[] = [
  // what is excluded
  ['no enviar 411954, sólo 411953', one],
  ['No enviar el despacho 411954, sólo el 411953', one],
  ['Despachos 411953 y 411954, excepto el 411954', one],
  [
    'despachos 411953 al 411956 excepto 411955',
    { dispatches: ['411953', '411954', '411956'], ranges: [['411953', '411956']] },
  ],
  [
    'despachos 411953 al 411955 menos el 54',
    { dispatches: ['411953', '411955'], ranges: [['411953', '411955']] },
  ],
  ['Enviar 411953 y 411954. No incluir el 411955.', two],
  ['411953, 411954 (no el 411955)', two],
  ['411953, 411954 y no el 411955', two],
  ['Despachos 411953 y 411954, salvo 411955', two],
  ['411953\n411954\n411955: no enviar', two],
  ['411953\n411954\n411955 (no enviar)', two],
  ['Despachos:\n411953\n411954\nNo enviar:\n411955\n411956', two],
  ['Todos los del 411953 al 411955 a excepción del 411955', { ...two, ranges: [['411953', '411955']] }],
  ['documentos de 411953 menos las facturas', { ...one, types: allBut(invoices) }],
  [
    'facturas y BL de 411953, excepto la factura comercial',
    { ...one, types: [bl, ...invoices].filter((name) => name !== 'FACTURA COMERCIAL') },
  ],
  ['411953: no enviar facturas, sólo BL', { ...one, types: [bl] }],
  [
    'facturas de octubre menos las facturas comerciales',
    { types: invoices.filter((name) => name !== 'FACTURA COMERCIAL'), from: '2026-10-01', to: '2026-10-31' },
  ],
  [
    'Despachos 411953 y 411954, no enviar la factura del 411954',
    { ...two, notUnderstood: ['no enviar la factura del 411954'] },
  ],
  ['No me ha llegado el 411953 y no tengo el 411954', two],
  ['411953 y 411954, no más', two],
  ['no encuentro el despacho 411953', one],
  ['el proveedor no envió el BL del 411953', { ...one, types: [bl] }],
  ['facturas 4512 y 4513 del despacho 411953, no enviar la factura 4513', { ...one, folios: ['4512'] }],
  ['factura del 411953', { ...one, types: invoices }],
  // days that do not exist
  ['facturas del 31-02-2026', { types: invoices, notUnderstood: ['31-02-2026'] }],
  ['facturas del 32/10/2026', { types: invoices, notUnderstood: ['32/10/2026'] }],
  ['411953 del 31-02-2026', { ...one, notUnderstood: ['31-02-2026'] }],
  ['facturas del 01-02-2026 al 31-02-2026', { types: invoices, notUnderstood: ['31-02-2026'] }],
  ['facturas del 31 de noviembre', { types: invoices, notUnderstood: ['31 de noviembre'] }],
  ['facturas del 1 al 31 de noviembre', { types: invoices, notUnderstood: ['31 de noviembre'] }],
  ['31-02-2026', { notUnderstood: ['31-02-2026'] }],
  ['2026-02-31', { notUnderstood: ['2026-02-31'] }],
  // ranges of days beside numbers
  ['despachos 411953 y 411954 del 12-10 al 15-10', { ...two, from: '2026-10-12', to: '2026-10-15' }],
  ['411953, 411954 12-10 al 15-10', { ...two, from: '2026-10-12', to: '2026-10-15' }],
  ['despachos 411953, 411954 12-10 al 15-10', { ...two, from: '2026-10-12', to: '2026-10-15' }],
  ['facturas del 12-10 al 15-10', { types: invoices, from: '2026-10-12', to: '2026-10-15' }],
  ['facturas del 12 al 15-10-2026', { types: invoices, from: '2026-10-12', to: '2026-10-15' }],
  ['facturas del 28/12 al 5/1/2026', { types: invoices, from: '2025-12-28', to: '2026-01-05' }],
  // containers whose check digit is wrong
  ['MSKU 123456-7', { notUnderstood: ['MSKU 123456-7'] }],
  ['MSKU1234567', { notUnderstood: ['MSKU1234567'] }],
  ['MSKU1234567\n411953', { ...one, notUnderstood: ['MSKU1234567'] }],
  ['MSKU 123456 7 y 411953', { ...one, notUnderstood: ['MSKU 123456 7'] }],
  ['MSKU 100000 - 0', { containers: ['MSKU1000000'] }],
  ['TCLU123456', { containers: ['TCLU1234568'] }],
  // words for all documents
  ['despachos del año', { from: '2026-01-01', to: '2026-11-26' }],
  ['despachos del año 2025', { from: '2025-01-01', to: '2025-12-31' }],
  ['despachos de acme del año', { ruts: [rut('76086428-5')], from: '2026-01-01', to: '2026-11-26' }],
  ['guía de despacho de 411953', { ...one, types: ['GUÍA DE DESPACHO'] }],
  // a letter behind a number
  ['145201-A', { dispatches: ['145201-A'] }],
  ['145201-A y 145202', { dispatches: ['145201-A', '145202'] }],
  ['Favor enviar el despacho 145201-A.', { dispatches: ['145201-A'] }],
  ['145.201-B', { dispatches: ['145201-B'] }],
  // amounts of as many figures
  ['Despacho 411953 450000', one],
  ['Despacho 411953: 450000', one],
  ['Despacho 411953 - 450000', one],
  ['Despacho 411953\t450000\nDespacho 411954\t310000', two],
  ['Despacho 411953 450000\nDespacho 411954 310000', two],
  ['411953 450000\n411954 310000', two],
  // days in words
  ['facturas del 1 al 15 del mes de octubre', { types: invoices, from: '2026-10-01', to: '2026-10-15' }],
  ['facturas de la primera quincena', { types: invoices, from: '2026-11-01', to: '2026-11-15' }],
  [
    'facturas de la segunda quincena del mes pasado',
    { types: invoices, from: '2026-10-16', to: '2026-10-31' },
  ],
  ['BL de la semana pasada', { types: [bl], from: '2026-11-16', to: '2026-11-22' }],
  ['BL de la semana antepasada', { types: [bl], from: '2026-11-09', to: '2026-11-15' }],
  ['facturas de la primera semana de octubre', { types: invoices, from: '2026-10-01', to: '2026-10-07' }],
  ['facturas de las últimas dos semanas', { types: invoices, from: '2026-11-13', to: '2026-11-26' }],
  ['facturas de los últimos tres meses', { types: invoices, from: '2026-08-29', to: '2026-11-26' }],
  ['facturas del año', { types: invoices, from: '2026-01-01', to: '2026-11-26' }],
  ['facturas del trimestre pasado', { types: invoices, from: '2026-07-01', to: '2026-09-30' }],
  ['BL del 15 del mes de octubre', { types: [bl], from: '2026-10-15', to: '2026-10-15' }],
  [
    'facturas del lunes 16 al viernes 20 de noviembre',
    { types: invoices, from: '2026-11-16', to: '2026-11-20' },
  ],
  ['BL de la semana del 16-11', { types: [bl], from: '2026-11-16', to: '2026-11-22' }],
  ['BL del 12-11', { types: [bl], from: '2026-11-12', to: '2026-11-12' }],
  ['facturas después del 15 de octubre', { types: invoices, from: '2026-10-15', to: '2026-11-26' }],
  ['facturas desde el 1/10', { types: invoices, from: '2026-10-01', to: '2026-11-26' }],
  ['documentos del 1 de octubre a la fecha', { from: '2026-10-01', to: '2026-11-26' }],
  ['documentos Q3', { from: '2026-07-01', to: '2026-09-30' }],
  ['facturas del 30/02 al 15/03', { types: invoices, notUnderstood: ['30/02'] }],
  // numbers, labels and RUTs in further writings
  ['el 411953 sí y el 411954 no', one],
  ['Despacho\tEstado\n411953\tPagado\n411954\tNo enviar', one],
  ['No mandes nada por correo, deja 411953 y 411954 en la carpeta', two],
  ['corrijo: no es el 411954 sino el 411953', one],
  [
    'todos los despachos de Kappa menos el 411953',
    { ruts: [rut('76501137-K')], notUnderstood: ['menos el 411953'] },
  ],
  ['411953 (excepto facturas de gastos)', { ...one, notUnderstood: ['excepto facturas de gastos'] }],
  ['Ref. Agencia: I-411953/26', { dispatches: ['I-411953/26'] }],
  ['facturas exentas 8812-8815', { folios: ['8812', '8813', '8814', '8815'], ranges: [['8812', '8815']] }],
  ['GD 7788 y 7789 del 411953', { ...one, folios: ['7788', '7789'] }],
  ['Factura 0001-00012345', { folios: ['0001-00012345'] }],
  ['invoice no. 2026-0098 dated 12-11-2026', { folios: ['2026-0098'] }],
  ['DUS legalizado N° 7654321-0 y 7654322-8', { declarations: ['7654321-0', '7654322-8'] }],
  ['DIN 3.910.797.756', { declarations: ['3910797756'] }],
  ['bl madre MEDUVL123456 bl hija SHA26090123', { transportDocuments: ['MEDUVL123456', 'SHA26090123'] }],
  ['OC 4500123456 y 4500123457 (2 órdenes)', { references: ['OC 4500123456', 'OC 4500123457'] }],
  ['411953 (2 cont.), 411954 (1 cont.)', two],
  ['el cheque N° 0012345 por 450.000 es del despacho 411953', one],
  ['despacho 411953 según Oficio Ord. N° 4521', one],
  ['411953 (FC, PL)', { ...one, types: ['FACTURA COMERCIAL', 'LISTA DE EMPAQUE / PACKING LIST'] }],
  ['R.U.T.: 76 086 428-5 despacho 411953', { ...one, ruts: [rut('76086428-5')] }],
  ['RUT 76.086.428/5 despacho 411953', { ...one, ruts: [rut('76086428-5')] }],
  ['MSKU 100000', { containers: ['MSKU1000000'] }],
  // types in mails
  [
    'Subject: documentos 411953\n\nHola Marta, me faltan BL y factura comercial',
    { ...one, types: [bl, 'FACTURA COMERCIAL'] },
  ],
  [
    'Subject: despacho 411953\n\nme faltan BL y factura comercial',
    { ...one, types: [bl, 'FACTURA COMERCIAL'] },
  ],
  [
    'Subject: me faltan BL y factura comercial\n\nHola, del despacho 411953',
    { ...one, types: [bl, 'FACTURA COMERCIAL'] },
  ],
  ['Asunto: faltan BL y factura comercial despacho 411953', { ...one, types: [bl, 'FACTURA COMERCIAL'] }],
];
