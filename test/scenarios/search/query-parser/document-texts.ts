import type { QueryPlan } from '../../../../electron/search/query-parser/index.ts';
import { rut } from '../../../support/agency/client.ts';

const bl = 'CONOCIMIENTO DE EMBARQUE (B/L)';
const din = 'DECLARACION DE INGRESO (DIN)';
const invoices = ['FACTURA AGENCIA', 'FACTURA COMERCIAL', 'FACTURA DE EXPORTACION', 'FACTURA TERCEROS'];
const one = { dispatches: ['411953'] };
const two = { dispatches: ['411953', '411954'] };
const three = { dispatches: ['411953', '411954', '411955'] };
const acme = rut('76086428-5');
const kappa = rut('76501137-K');
const sur = rut('9068826-K');

/**
 * Texts with numbers of papers, containers, parcels and orders beside dispatches, as importers, couriers and
 * banks write them. All made up.
 */
export const documentTexts: readonly (readonly [string, Partial<QueryPlan>])[] = [
  // lists
  ['①411953 ②411954 ③411955', three],
  ['⑴ 411953\n⑵ 411954', two],
  ['⒈411953\n⒉411954', two],
  ['1 de 3: 411953\n2 de 3: 411954\n3 de 3: 411955', three],
  ['1 of 2: 411953\n2 of 2: 411954', two],
  ['1)- 411953\n2)- 411954', two],
  ['1.) 411953\n2.) 411954', two],
  ['1er despacho: 411953\n2do despacho: 411954', two],
  ['➢ 411953\n✔ 411954', two],
  ['I. 411953\nII. 411954\nIII. 411955', three],
  ['Necesito el desp 411953 y también el 954', two],
  ['411953 y también del 954', two],
  ['despachos 411953, 411954 y además el 411955', three],
  ['411953, el 54 y el 55', three],
  ['410931~410933', { dispatches: ['410931', '410932', '410933'], ranges: [['410931', '410933']] }],
  ['despachos 410931 ~ 933', { dispatches: ['410931', '410932', '410933'], ranges: [['410931', '410933']] }],
  // what is counted
  ['el 411953 tiene 2 facturas y 3 BL', { ...one, types: [bl, ...invoices] }],
  ['411953 con 2 BL y 1 packing', { ...one, types: [bl, 'LISTA DE EMPAQUE / PACKING LIST'] }],
  ['411953 3 DIN', { ...one, types: [din] }],
  ['411953 18.500,000 KB 17.900,000 KN', one],
  ['411953 12,5 m3 y 3,450 tons', one],
  ['411953 1.250,500 kilos', one],
  ['CNTR: MSKU1000000 - 22G1', { containers: ['MSKU1000000'] }],
  ['MSKU1000000 45R1, MSKU1000016 42G1', { containers: ['MSKU1000000', 'MSKU1000016'] }],
  // invoices
  ['Fact. N°s 4512-4513-4514', { folios: ['4512', '4513', '4514'] }],
  ['facturas 4512-4513-4514 del 411953', { ...one, folios: ['4512', '4513', '4514'] }],
  ['Factura 0001-00012345', { folios: ['0001-00012345'] }],
  ['Factura 4512/2026 despacho 411953', { ...one, folios: ['4512/2026'] }],
  ['facturas 4512/4513', { folios: ['4512', '4513'] }],
  ['Factura FE 4512', { folios: ['4512'] }],
  ['Factura electrónica FE N° 4512', { folios: ['4512'] }],
  ['Factura serie A N° 4512', { folios: ['4512'] }],
  // declarations
  ['DIN N°3910797756-2/3910797757-0', { declarations: ['3910797756-2', '3910797757-0'] }],
  ['DIN 3910797756-2 / 3910797757-0', { declarations: ['3910797756-2', '3910797757-0'] }],
  ['DINs: 3910797756-2, 57-0 y 58-9', { declarations: ['3910797756-2', '3910797757-0', '3910797758-9'] }],
  ['DIN 3910797756/3910797757', { declarations: ['3910797756', '3910797757'] }],
  ['folio F15 12345678', { folios: ['12345678'] }],
  ['F09 N° 2345678901 despacho 411953', { ...one, folios: ['2345678901'] }],
  // transport
  ['Master: MEDUVL123456 House: SHA2409123', { transportDocuments: ['MEDUVL123456', 'SHA2409123'] }],
  ['BL master MEDUVL123456, hijo SHA2409123', { transportDocuments: ['MEDUVL123456', 'SHA2409123'] }],
  ['carta de porte internacional N° 004.BR.1234.56789', { transportDocuments: ['004.BR.1234.56789'] }],
  ['CRT 004.AR.1234', { transportDocuments: ['004.AR.1234'] }],
  ['BL Nro MEDU VL123456', { transportDocuments: ['MEDU VL123456'] }],
  ['tracking DHL 1234567890 despacho 411953', { ...one, transportDocuments: ['1234567890'] }],
  ['Courier FedEx 771234567890', { transportDocuments: ['771234567890'] }],
  ['enviado por DHL, despacho 411953', one],
  ['UPS 1Z999AA10123456784', { transportDocuments: ['1Z999AA10123456784'] }],
  ['Track: 1Z999AA10123456784', { transportDocuments: ['1Z999AA10123456784'] }],
  ['BL 045', { transportDocuments: ['045'] }],
  // orders
  ['O. de C. 452599', { references: ['OC 452599'] }],
  ['o. de c. n° 452599 y 452600', { references: ['OC 452599', 'OC 452600'] }],
  ['nota de pedido 12345', { references: ['12345'] }],
  // amounts
  ['IVA 19% del 411953', one],
  ['Total del 411953: 4.671.848', one],
  ['derechos del 411953 y del 411954', two],
  ['saldo de los despachos 411953 y 411954', two],
  ['transferí $4.671.848 (derechos 411953) y $1.250.000 (derechos 411954)', two],
  ['pagué $ 450.000 (flete 411953)', one],
  ['derechos 4671848 despacho 411953', one],
  ['provisión 450000', {}],
  // numbers of laws, cases and certificates
  ['denuncia N° 234567 despacho 411953', one],
  ['acta de denuncia 234567, despacho 411953', one],
  ['[CASE:123456] 411953', one],
  ['INC0012345 despacho 411953', one],
  ['código 8471.30.00 / 411953', one],
  ['CDA 12345678 del SAG, despacho 411953', one],
  ['certificado de origen N° F26MA1234567 despacho 411953', { ...one, folios: ['F26MA1234567'] }],
  ['Certificado N° 123456 del SAG', { folios: ['123456'] }],
  ['póliza N° 1234567 despacho 411953', { ...one, folios: ['1234567'] }],
  ['certificado de origen 411953', { ...one, types: ['CERTIFICADO DE ORIGEN'] }],
  ['certificado de seguro del 411953', { ...one, types: ['CERTIFICADO DE SEGURO'] }],
  // clients
  ['RUT76086428-5', { ruts: [acme] }],
  ['RUT76.086.428-5 despacho 411953', { ...one, ruts: [acme] }],
  ['rut:76086428-5 despacho 411953', { ...one, ruts: [acme] }],
  [
    'para acme y comercial del sur, DIN de octubre',
    { ruts: [acme, sur], types: [din], from: '2026-10-01', to: '2026-10-31' },
  ],
  [
    'facturas de octubre de acme, kappa y comercial del sur',
    { ruts: [acme, kappa, sur], types: invoices, from: '2026-10-01', to: '2026-10-31' },
  ],
  [
    'certificados de seguro y de origen de kappa',
    { ruts: [kappa], types: ['CERTIFICADO DE ORIGEN', 'CERTIFICADO DE SEGURO'] },
  ],
  // beside other labels
  [
    'Despacho 411953: contenedor MSKU1000000 (sello 123456) y MSKU1000016 (sello 123457)',
    { ...one, containers: ['MSKU1000000', 'MSKU1000016'] },
  ],
  ['sello 123456, MSKU1000000', { containers: ['MSKU1000000'] }],
  ['Resolución SEREMI 2612345678 despacho 411953', one],
  ['resolución ISP N° 1234/26 despacho 411953', one],
  ['Ref. cliente 2026-OC-0456 / despacho 411953', { ...one, references: ['2026-OC-0456'] }],
  ['despacho 2026/IMP/00123', { dispatches: ['2026/IMP/00123'] }],
  ['MSKU1000000,1000016,1000021', { containers: ['MSKU1000000', 'MSKU1000016', 'MSKU1000021'] }],
  [
    'contenedores MSKU1000000, 1000016 y 1000021',
    { containers: ['MSKU1000000', 'MSKU1000016', 'MSKU1000021'] },
  ],
  ['MSKU1000000 y 411953', { ...one, containers: ['MSKU1000000'] }],
  ['AWB 045-12345675/045-12345686', { transportDocuments: ['045-12345675', '045-12345686'] }],
  ['CMDU SHZ1234567', { transportDocuments: ['CMDU SHZ1234567'] }],
  ['411953=4671848\n411954=1250000', two],
  ['411953 = 4.671.848', one],
  [
    'Comprobante de transferencia\nN° de operación: 123456789012\nComentario: Despacho 411953',
    { ...one, types: ['COMPROBANTE DE PAGO (TGR F-09 / F-15)'] },
  ],
  ['operación 411953', one],
  ['CNTR: MSKU1000000/40HC/SEAL FX12345678', { containers: ['MSKU1000000'] }],
  ['411953      12      3.450\n411954      8       1.200', two],
  ['Despacho\t: 411953\nRUT\t: 76.086.428-5', { ...one, ruts: [acme] }],
  ['Despacho 411953 y también el 41093', { ...one, notUnderstood: ['y también el 41093'] }],
  // check digits, costs, file names
  ['despacho 411953-5', { dispatches: ['411953-5'] }],
  ['Despachos 411953-5 y 411954-3', { dispatches: ['411953-5', '411954-3'] }],
  ['despachos 411953-54', two],
  ['411953 honorarios 450.000', one],
  ['Honorarios 411953: 450.000', one],
  ['411953 desembolsos 1.250.000, honorarios 120.000', one],
  ['Gastos 411953 y 411954', two],
  ['almacenaje del 411953', one],
  ['411953: 450.000\n411954: 1.310.000', two],
  ['Adjunto planilla "despachos_26112026.xlsx" con 411953', one],
  ['DIN_411953_20261105.pdf', { ...one, types: [din] }],
  ['versión 2.3.1 / 411953', one],
  [
    'FC N° 4512 PL N° 4513 BL N° MEDUVL123456',
    { folios: ['4512', '4513'], transportDocuments: ['MEDUVL123456'] },
  ],
  [
    'Documentos requeridos: 1) DIN 2) BL 3) Factura comercial. Despacho 411953',
    { ...one, types: [bl, din, 'FACTURA COMERCIAL'] },
  ],
  ['conocimiento de embarque y factura 411953', { ...one, types: [bl, ...invoices] }],
  ['TGR 411953', { ...one, types: ['COMPROBANTE DE PAGO (TGR F-09 / F-15)'] }],
  ['póliza de seguro 411953', one],
  ['póliza de seguro N° 998877, despacho 411953', { ...one, folios: ['998877'] }],
  ['NP 12345', { references: ['12345'] }],
];
