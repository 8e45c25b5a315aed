import { knownTypeNames, type QueryPlan } from '../../../../electron/search/query-parser/index.ts';
import { rut } from '../../../support/agency/client.ts';

const [acme, kappa] = [rut('76086428-5'), rut('76501137-K')];
const bl = 'CONOCIMIENTO DE EMBARQUE (B/L)';
const din = 'DECLARACION DE INGRESO (DIN)';
const invoices = knownTypeNames
  .filter((name) => name.startsWith('FACTURA'))
  .sort((one, other) => one.localeCompare(other, 'es'));
const one = { dispatches: ['410931'] };
const two = { dispatches: ['410931', '410932'] };
const three = { dispatches: ['410931', '410932', '410933'] };
const five = {
  dispatches: ['410931', '410932', '410933', '410934', '410935'],
  ranges: [['410931', '410935'] as const],
};

/**
 * Texts of importers, accountants and forwarders: pairs of numbers, amounts beside dispatches, phones, tables
 * without a heading of their own. All made up.
 */
export const tradeTexts: readonly (readonly [string, Partial<QueryPlan>])[] = [
  // phones with their area code
  ['32-2-2254478', {}],
  ['Of. Valparaíso: 32-2-2254478', {}],
  ['410931 / F: 32-2-2254478', one],
  ['41-2-2345678', {}],
  ['32-2225447', {}],
  ['2-22254478', {}],
  ['22-2345678', {}],
  ['Contacto 569-87654321, despacho 410931', one],
  ['DIN 34-2-2254478', { declarations: ['3422254478'] }],
  ['39-1-0797756', { declarations: ['3910797756'] }],
  ['despacho 22-2345678', { dispatches: ['22-2345678'] }],
  ['AWB 569-87654321', { transportDocuments: ['569-87654321'] }],
  // a dispatch and its invoice, twice
  ['despacho 410931 factura 45123, despacho 410932 factura 45124', { ...two, folios: ['45123', '45124'] }],
  ['despacho 410931 facturas 45123, despacho 410932 facturas 45124', { ...two, folios: ['45123', '45124'] }],
  [
    'despacho 410931, factura 451234, despacho 410932, factura 451235',
    { ...two, folios: ['451234', '451235'] },
  ],
  [
    'Despacho 410931 (factura 45123) y despacho 410932 (factura 45124)',
    { ...two, folios: ['45123', '45124'] },
  ],
  ['410931 fact 4512, 410932 fact 4513', { ...two, folios: ['4512', '4513'] }],
  ['410931 factura 4512, 410932', { ...two, folios: ['4512'] }],
  ['Facturas 451200 de los despachos 410931 y 410932', { ...two, folios: ['451200'] }],
  ['facturas 45120 de los despachos 410931 y 410932', { ...two, folios: ['45120'] }],
  ['Facturas 45123 (despachos 410931 y 410932)', { ...two, folios: ['45123'] }],
  ['DIN y facturas: 410931 - 410932 - 410933', { ...three, types: [din, ...invoices] }],
  ['DIN 410931, 410932, BL 410933', { ...three, types: [bl, din] }],
  ['Facturas 4512, 13 y 14', { folios: ['4512', '4513', '4514'] }],
  ['OC 452599: 410931, OC 452600: 410932', { ...two, references: ['OC 452599', 'OC 452600'] }],
  ['OC 452599 = 410931', { ...one, references: ['OC 452599'] }],
  ['OC 452599 -> despacho 410931', { ...one, references: ['OC 452599'] }],
  ['OC 452599 -> 410931', { ...one, references: ['OC 452599'] }],
  ['410931/1 y 410931/2', { dispatches: ['410931/1', '410931/2'] }],
  // two labels of two numbers
  ['Despacho/OC: 410931/452599', { ...one, references: ['OC 452599'] }],
  ['Despacho / OC: 410931 / 452599', { ...one, references: ['OC 452599'] }],
  ['OC/Despacho: 452599/410931', { ...one, references: ['OC 452599'] }],
  ['Desp/OC 410931/452599', { ...one, references: ['OC 452599'] }],
  ['Despacho/Factura: 410931/45123', { ...one, folios: ['45123'] }],
  ['Despacho/DIN: 410931/3910797756-2', { ...one, declarations: ['3910797756-2'] }],
  [
    'Despacho / OC / BL: 410931 / 452599 / MEDUVL123456',
    { ...one, references: ['OC 452599'], transportDocuments: ['MEDUVL123456'] },
  ],
  ['Despacho - OC: 410931 - 452599', { ...one, references: ['OC 452599'] }],
  ['Despacho/OC: 410931/452599, 410932/452600', { ...two, references: ['OC 452599', 'OC 452600'] }],
  // references of each side
  ['Nuestra Ref. 452599', { references: ['452599'] }],
  ['Nuestra Ref.: DSP-2026-00123', { references: ['DSP-2026-00123'] }],
  ['Our ref: 410931 / Your ref: 452599', { references: ['410931', '452599'] }],
  ['Pedido SAP 4500012345', { references: ['4500012345'] }],
  ['Nota de venta 12345', { references: ['12345'] }],
  ['NV 12345', { references: ['12345'] }],
  // amounts, weights and what they are of
  ['410931 - 450.000', one],
  ['410931 - 450.000\n410932 - 550.000', two],
  ['410931 - 450000\n410932 - 550000', two],
  ['410931 (450.000)', one],
  ['410931 450.000', one],
  ['410931 -> 450.000', one],
  ['410931 / 450.000', one],
  ['410931 pagado 450.000 / 410932 pendiente 550.000', two],
  ['410.931 y 452.600', { dispatches: ['410931', '452600'] }],
  ['Neto IVA Total\n450000 85500 535500', {}],
  ['Neto\tTotal\n450000\t535500\n460000\t545500', {}],
  ['FOB\tFlete\tSeguro\tCIF\n450000\t12000\t1200\t463200\n450001\t12001\t1201\t463203', {}],
  ['N° Operación Neto Exento Total\n410931 450000 0 535500\n410932 450001 0 535502', two],
  ['Despacho Exento Neto Total Bruto\n410931 0 450000 535500 535500', one],
  ['Despacho Honorarios Desembolsos Total\n410931 120000 330000 450000\n410932 120001 330001 450002', two],
  ['Despacho Honorarios Gastos IVA Total\n410931 120000 330000 22800 472800', one],
  ['Nro\tFecha\tMonto\n410931\t12/10/2026\t450000\n410932\t13/10/2026\t451000', two],
  ['410931   ACME        3450\n410932   KAPPA      12000', { ...two, ruts: [acme, kappa] }],
  ['Liquidación 123456 despacho 410931', { ...one, notUnderstood: ['Liquidación 123456'] }],
  ['Depósito 450000 despacho 410931', { ...one, notUnderstood: ['Depósito 450000'] }],
  ['HS 847130 despacho 410931', one],
  ['Contenedor MSKU1000000 sello 123456 tara 3800', { containers: ['MSKU1000000'] }],
  ['MSKU1000000/40HC/12345678', { containers: ['MSKU1000000'] }],
  ['Tracking DHL 12 3456 7890', { transportDocuments: ['12 3456 7890'] }],
  ['Fedex 7712 3456 7890', { transportDocuments: ['7712 3456 7890'] }],
  ['AWB 045.1234.5675', { transportDocuments: ['045.1234.5675'] }],
  ['Carta porte 123/2026', { transportDocuments: ['123/2026'] }],
  // forms of numbers
  ['410.931-5 y 410.932-3', { dispatches: ['410931-5', '410932-3'] }],
  ['Despacho 410.931-5', { dispatches: ['410931-5'] }],
  ['DUS N° 1.234.567-8', { declarations: ['1234567-8'] }],
  ['DIN 39-10797756-2', { declarations: ['3910797756-2'] }],
  ['Despachos 41O931 y 4l0932', two],
  ['a.410931\nb.410932\nc.410933', three],
  ['Desde: 410931 Hasta: 410935', five],
  ['N° Desp. 410931 a N° Desp. 410935', five],
  // what does not count
  [
    '410931 al 410935 salvo 933',
    { dispatches: ['410931', '410932', '410934', '410935'], ranges: [['410931', '410935']] },
  ],
  ['Ojo: no es 410931, es 410932', { dispatches: ['410932'] }],
  ['el despacho es 410932 y no 410931', { dispatches: ['410932'] }],
  ['410932 (no 410931)', { dispatches: ['410932'] }],
  ['Despachos No 410931 y No 410932', two],
  // what a rule of one form must leave to another
  ['factura y NC 410931', { ...one, types: invoices }],
  ['facturas 45123: 410931, 45124: 410932', { ...two, folios: ['45123', '45124'] }],
  ['OC 452599: 410931, 452600: 410932', { ...two, references: ['OC 452599', 'OC 452600'] }],
  ['a las 15 hs 410931', one],
  ['15 hs. 410931', one],
  ['15:30 hs 410931', one],
  ['26I0123', { dispatches: ['26I0123'] }],
  ['MSKU1000000 12 bultos / 410931', { ...one, containers: ['MSKU1000000'] }],
  ['AWB 569-8765 4321', { transportDocuments: ['569-8765 4321'] }],
  ['BL  410931  listo\nDIN  410932  listo', { ...two, types: [bl, din] }],
  [
    'factura  45123  Acme  410931\nfactura  45124  Acme  410932',
    { ...two, folios: ['45123', '45124'], ruts: [acme] },
  ],
  ['Pagado\tPendiente\n410931\t410932', two],
  ['pendiente 410931 y 550123', { dispatches: ['410931', '550123'] }],
  ['410935/6', { dispatches: ['410935', '410936'] }],
  ['410931/2', { dispatches: ['410931/2'] }],
  ['410931, 450.000', one],
  ['410931, 410.932', two],
  ['410933-X9 y 410934', { dispatches: ['410933-X9', '410934'] }],
  ['DIN 39 10 797756 2', { declarations: ['3910797756-2'] }],
  ['~~410931~~ 410932', { dispatches: ['410932'] }],
  ['410930, ~~410931, 410932~~, 410933', { dispatches: ['410930', '410933'] }],
  ['BL MEDUVL 123456', { transportDocuments: ['MEDUVL 123456'] }],
  ['BL N° MEDU VL 123456', { transportDocuments: ['MEDU VL 123456'] }],
  // RUTs of others than clients
  ['Conductor Juan Soto 11.111.111-1, patente ABCD12, retira 410931', one],
  ['Retira: Pedro Rojas C.I. 11.111.111-1 despacho 410931', one],
  ['Chofer: Juan Soto\nRUT: 11.111.111-1\nPatente: ABCD-12\nDespacho: 410931', one],
  ['Despacho 410931 retira Transportes Soto RUT 22.222.222-2', one],
  ['Cliente nuevo RUT 22.222.222-2 retira 410931', { ...one, ruts: [rut('22222222-2')] }],
  ['Chofer de Acme 76.086.428-5 despacho 410931', { ...one, ruts: [acme] }],
  ['Despacho\tChofer\tRUT chofer\n410931\tJuan Soto\t11.111.111-1\n410932\tPedro Rojas\t22.222.222-2', two],
  ['Despacho\tRUT cliente\tRUT proveedor\n410931\t76.086.428-5\t22.222.222-2', { ...one, ruts: [acme] }],
  // labels in further words
  ['DIN N° 3910797756-2 (410931)', { ...one, declarations: ['3910797756-2'] }],
  ['DIN 3910797756-2, 410931', { ...one, declarations: ['3910797756-2'] }],
  [
    'DIN 3910797756-2 (410931), 3910797757-0 (410932)',
    { ...two, declarations: ['3910797756-2', '3910797757-0'] },
  ],
  ['Guía despacho 8899, guia de desp. 8900', { folios: ['8899', '8900'] }],
  ['Código de operación 151, despacho 410931', one],
  ['tipo de operación 101: 410931', one],
  ['Tipo de operación: Importación 410931', one],
  ['código operación 410931', one],
  ['N° Cliente: 76086428-5\nDespacho 410931', { ...one, ruts: [acme] }],
  ['Contacto: Ana\nRUT cliente: 22.222.222-2\nDespacho 410931', { ...one, ruts: [rut('22222222-2')] }],
  [
    'Cliente: Nueva SpA\nContacto: Ana\nRUT: 77.777.777-7\nDespacho 410931',
    { ...one, ruts: [rut('77777777-7')] },
  ],
  ['MFTO 245678 despacho 410931', one],
  ['DESPACHO(S): 410931, 410932', two],
  [
    'FACTURA(S): 1233, 1234 y BL(s) MSCU1234567',
    { folios: ['1233', '1234'], transportDocuments: ['MSCU1234567'] },
  ],
  ['N° interno 410931 / N° cliente 77812', { ...one, references: ['77812'] }],
  ['Nro. de cliente: 77812', { references: ['77812'] }],
];
