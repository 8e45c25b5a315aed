import type { QueryPlan } from '../../../../electron/search/query-parser/index.ts';
import { rut } from '../../../support/agency/client.ts';

const bl = 'CONOCIMIENTO DE EMBARQUE (B/L)';
const one = { dispatches: ['410931'] };
const kappa = [rut('76501137-K')];
const two = { dispatches: ['410931', '410932'] };
const ofCodes = (first: string, middle: string, last: string) => ({
  dispatches: [first, middle, last],
  ranges: [[first, last]] as const,
});
const other = { dispatches: ['410932'] };
const allButTwo = { dispatches: ['410931', '410933', '410934'], ranges: [['410931', '410934']] } as const;

/** Texts of mails and chats between clerks and clients. All made up. */
export const correspondenceTexts: readonly (readonly [string, Partial<QueryPlan>])[] = [
  // transport documents
  ['BL MAEU 2345 67890', { transportDocuments: ['MAEU 2345 67890'] }],
  ['BL CL 41093 41094', { transportDocuments: ['CL 41093', '41094'] }],
  ['BL MAEU 41093 41094', { transportDocuments: ['MAEU 41093', '41094'] }],
  ['MAEU 234 567 890', { transportDocuments: ['MAEU 234 567 890'] }],
  ['Favor ver B/L N° MEDU 1234 5678 del despacho 410931', { ...one, transportDocuments: ['MEDU 1234 5678'] }],
  ['BL MAEU 234567890 410931', { ...one, transportDocuments: ['MAEU 234567890'] }],
  [
    'BL local: ABC123456, BL internacional: MAEU234567890',
    { transportDocuments: ['ABC123456', 'MAEU234567890'] },
  ],
  ['HBL 123456, MBL 234567', { transportDocuments: ['123456', '234567'] }],
  ['HAWB 123456 MAWB 045-12345675', { transportDocuments: ['123456', '045-12345675'] }],
  ['BL hijo 123456 / BL madre HLCUSCL123456789', { transportDocuments: ['123456', 'HLCUSCL123456789'] }],
  ['HBL y MBL 410931', { ...one, types: [bl] }],
  ['HBL 410931', { ...one, types: [bl] }],
  // a dispatch next to a number of another kind
  ['ETA 12/11/2026 BL MEDUVL123456 410931', { ...one, transportDocuments: ['MEDUVL123456'] }],
  ['factura 4512 410931', { ...one, folios: ['4512'] }],
  ['OC 4500012345 410931', { ...one, references: ['OC 4500012345'] }],
  ['AWB 045-12345675 410931', { ...one, transportDocuments: ['045-12345675'] }],
  ['facturas 9998 9999 10000 10001', { folios: ['9998', '9999', '10000', '10001'] }],
  ['Facturas 45123 451234 45125 del despacho 410931', { ...one, folios: ['45123', '451234', '45125'] }],
  ['contenedor MSKU1000000 24500', { containers: ['MSKU1000000'], notUnderstood: ['24500'] }],
  ['contenedor MSKU1000000 410931', { ...one, containers: ['MSKU1000000'] }],
  ['PO 4500012345 00010', { references: ['PO 4500012345', 'PO 00010'] }],
  // what is corrected or left out
  ['410931 (perdón, es 410932)', other],
  ['410931, perdón 410932', other],
  ['despacho 410931 digo 410932', other],
  ['410931, sorry, it should be 410932', other],
  ['Perdón, quise decir 410932, no 410931', other],
  ['sorry, 410932 not 410931', other],
  ['no era el 410931, era el 410932', other],
  ['fe de erratas: 410931 léase 410932', other],
  ['Please disregard 410931, correct one is 410932', other],
  ['ignorar 410931, lo correcto es 410932', other],
  ['410931 ya lo tengo, falta 410932', other],
  ['410930 y 410931 ya los tengo. Falta 410932', other],
  ['410931 (ya lo tengo en el sistema)', one],
  ['Perdón por la demora, 410931', one],
  ['todos menos 410933: 410931, 410933', one],
  ['todos excepto 410933 y 410934:\n410931\n410933\n410934', one],
  ['410931-410934 (sin 410932)', allButTwo],
  ['410931 al 410934 sin 410932', allButTwo],
  ['ignora 410931, usa 410932', other],
  ['ignora 410931 y usa 410932', other],
  ['410931, perdón, 410932', other],
  ['factura 4512, digo 4513', { folios: ['4513'] }],
  // what only looks like it
  ['Favor ignorar mi correo anterior:\n410931\n410932', two],
  ['Ignora lo anterior y descarga 410931', one],
  ['Favor ignorar correo anterior. 410931', one],
  ['Please disregard the earlier request and use 410931', one],
  [
    'BL del 410931 ya lo tengo, falta el packing list',
    { ...one, types: [bl, 'LISTA DE EMPAQUE / PACKING LIST'] },
  ],
  ['BL de 410931 y 410932 ya los tengo', { ...two, types: [bl] }],
  ['Falta 410931, sorry, 410932 too', two],
  ['410931, disculpe el 410932 también', two],
  ['410931 correccion 27610 bultos', one],
  ['llegó sin 12000 kg 410931', one],
  ['why not 410931?', one],
  ['have not 410931', one],
  ['monto sin 41093', { dispatches: ['41093'] }],
  ['410930, 410931, disculpe, 410932', { dispatches: ['410930', '410931', '410932'] }],
  ['410930 y 410931, perdón, es 410932', { dispatches: ['410930', '410932'] }],
  ['OC 452599, digo 452600', { references: ['OC 452600'] }],
  ['OC 452599, digo 410931', one],
  ['Despacho\tBL\tDIN\n410931\tya lo tengo\tfalta\n410932\tfalta\tfalta', two],
  // days
  ...[
    'los despachos de kappa 01.10-15.10',
    'los despachos de kappa 1.10 - 15.10',
    'los despachos de kappa 01.10 a 15.10',
  ].map((text) => [text, { ruts: kappa, from: '2026-10-01', to: '2026-10-15' }] as const),
  ...[
    'los despachos de kappa del 01.10 hasta hoy',
    'los despachos de kappa 1/10 a la fecha',
    'los despachos de kappa desde el 01.10',
    'Favor enviar todo lo de kappa desde el 1 de octubre',
  ].map((text) => [text, { ruts: kappa, from: '2026-10-01', to: '2026-11-26' }] as const),
  ['kappa desde el lunes pasado', { ruts: kappa, from: '2026-11-23', to: '2026-11-26' }],
  ['los pendientes de octubre', { from: '2026-10-01', to: '2026-10-31' }],
  ['410931 USD 10.10-12.10', one],
  ['410931 precio desde 10.12 usd', one],
  ...[
    '410931 t/c 10.12 - 11.12',
    '410931 reunion 10.10 - 11.10 hrs',
    '410931 peso 12.10 - 15.10 kg',
    '410931 tarifa desde 10.10',
  ].map((text) => [text, one] as const),
  // amounts, positions and postcodes
  ['favor pagar 410931 por 350000', one],
  ['pagar despachos 410931 y 410932 por 450000', two],
  ['pay 410931 for 450000', one],
  ['pagar 450000 por 410931', one],
  ['pagar 450000 por 410900', { dispatches: ['410900'] }],
  ['depositos de 410900, 452001', { dispatches: ['410900', '452001'] }],
  ['Camino al puerto salieron 3 camiones, 4109310', { dispatches: ['4109310'] }],
  ['Depósito de 450000 realizado hoy, 410931', one],
  ['Transf. 450000 del 12/10 desp 410931', one],
  ['Pagamos 1.250.000 por el despacho 410931 y 980.000 por el 410932', two],
  ['pagamos 410931 y 410932', two],
  ['pago de 410931', one],
  ['PO 4500012345 Item 00010', { references: ['PO 4500012345'] }],
  ['Items 410931, 410932', two],
  ['Favor enviar 410931\nAv. Andrés Bello 2777, piso 24, Las Condes 7550611', one],
  ['Favor enviar 410931\nCamino a Melipilla 8735, Maipú, 9250000', one],
  ['Favor enviar 410931\nAlonso de Córdova 5670, of. 1003, Vitacura 7630000', one],
  // ranges and lists of codes
  ['MSKU100000-0 y 100001-6', { containers: ['MSKU1000000', 'MSKU1000016'] }],
  ['IMP-0031 al IMP-0033', ofCodes('IMP-0031', 'IMP-0032', 'IMP-0033')],
  ['A123 a A125', { dispatches: ['A123', 'A125'] }],
  ['R134 a R410', { dispatches: ['R134', 'R410'] }],
  ['IMP-0031/26 al IMP-0033/26', ofCodes('IMP-0031/26', 'IMP-0032/26', 'IMP-0033/26')],
  // lorries and voyages before a dispatch
  ['Chofer 15.432.876-K, patente FGHJ-45, 410931', one],
  ['nave MSC ANNA 234W, 410931', one],
  ['CRT 123456 MIC/DTA 45678 despacho 410931', { ...one, transportDocuments: ['123456'] }],
];
