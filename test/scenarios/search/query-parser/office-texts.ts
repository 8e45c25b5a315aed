import { knownTypeNames, type QueryPlan } from '../../../../electron/search/query-parser/index.ts';
import { rut } from '../../../support/agency/client.ts';

const bl = 'CONOCIMIENTO DE EMBARQUE (B/L)';
const din = 'DECLARACION DE INGRESO (DIN)';
const invoices = ['FACTURA AGENCIA', 'FACTURA COMERCIAL', 'FACTURA DE EXPORTACION', 'FACTURA TERCEROS'];
const [acme, kappa] = [rut('76086428-5'), rut('76501137-K')];
const one = { dispatches: ['411953'] };
const two = { dispatches: ['411953', '411954'] };
const three = { dispatches: ['411953', '411954', '411955'] };
const right = { dispatches: ['411935'] };
const ten = {
  dispatches: Array.from({ length: 10 }, (_, index) => String(410_931 + index)),
  ranges: [['410931', '410940'] as const],
};
const allBut = (...names: readonly string[]) =>
  knownTypeNames
    .filter((name) => !names.includes(name))
    .sort((left, right) => left.localeCompare(right, 'es'));
const invoicesOf = (from: string, to: string) => ({ types: invoices, from, to });

/**
 * Texts of clerks, accountants and forwarders: days that end or begin a range, ranges of numbers,
 * corrections, chats and tables. All made up. The day is Thursday, 26 November 2026.
 */
export const officeTexts: readonly (readonly [string, Partial<QueryPlan>])[] = [
  // days up to an end
  ['facturas hasta el 15 de octubre', invoicesOf('2026-01-01', '2026-10-15')],
  ['facturas hasta el 15 de octubre de 2025', invoicesOf('2025-01-01', '2025-10-15')],
  ['facturas antes del 15 de octubre', invoicesOf('2026-01-01', '2026-10-14')],
  ['facturas anteriores al 15 de octubre', invoicesOf('2026-01-01', '2026-10-14')],
  ['facturas hasta el 15/10', invoicesOf('2026-01-01', '2026-10-15')],
  ['facturas hasta el 15-10-2026', invoicesOf('2026-01-01', '2026-10-15')],
  ['facturas antes del 15-10-2026', invoicesOf('2026-01-01', '2026-10-14')],
  ['facturas hasta octubre', invoicesOf('2026-01-01', '2026-10-31')],
  ['facturas hasta fines de octubre', invoicesOf('2026-01-01', '2026-10-31')],
  ['facturas antes de octubre', invoicesOf('2026-01-01', '2026-09-30')],
  ['facturas hasta ayer', invoicesOf('2026-01-01', '2026-11-25')],
  ['facturas hasta la fecha', invoicesOf('2026-01-01', '2026-11-26')],
  ['invoices until October 15', invoicesOf('2026-01-01', '2026-10-15')],
  ['invoices up to 15 October 2026', invoicesOf('2026-01-01', '2026-10-15')],
  ['invoices before October 15th', invoicesOf('2026-01-01', '2026-10-14')],
  [
    'Favor enviar las facturas de Acme hasta el 15 de octubre.',
    { ...invoicesOf('2026-01-01', '2026-10-15'), ruts: [acme] },
  ],
  ['Favor enviar facturas del 411953 antes del 15 de diciembre', { ...one, types: invoices }],
  // days from a beginning
  ['facturas desde el 3 de septiembre', invoicesOf('2026-09-03', '2026-11-26')],
  ['facturas a contar del 3 de septiembre', invoicesOf('2026-09-03', '2026-11-26')],
  ['facturas del 3 de septiembre en adelante', invoicesOf('2026-09-03', '2026-11-26')],
  ['facturas de septiembre en adelante', invoicesOf('2026-09-01', '2026-11-26')],
  ['facturas desde el 03-09-2026 en adelante', invoicesOf('2026-09-03', '2026-11-26')],
  ['invoices since September 3', invoicesOf('2026-09-03', '2026-11-26')],
  ['invoices since 3 September 2026', invoicesOf('2026-09-03', '2026-11-26')],
  ['invoices from September 3 onwards', invoicesOf('2026-09-03', '2026-11-26')],
  ['invoices from September 3rd', invoicesOf('2026-09-03', '2026-11-26')],
  // days from one to another
  ['facturas del 3 al 15 de octubre', invoicesOf('2026-10-03', '2026-10-15')],
  ['facturas entre el 3 y el 15 de octubre', invoicesOf('2026-10-03', '2026-10-15')],
  ['facturas entre el 3 de septiembre y el 15 de octubre', invoicesOf('2026-09-03', '2026-10-15')],
  ['facturas entre el 03/09 y el 15/10', invoicesOf('2026-09-03', '2026-10-15')],
  ['facturas desde el 3 hasta el 15 de octubre', invoicesOf('2026-10-03', '2026-10-15')],
  ['facturas desde el día 3 hasta el día 15 de octubre', invoicesOf('2026-10-03', '2026-10-15')],
  ['invoices between October 3 and 15', invoicesOf('2026-10-03', '2026-10-15')],
  ['invoices between October 3 and October 15', invoicesOf('2026-10-03', '2026-10-15')],
  ['invoices between 3 and 15 October', invoicesOf('2026-10-03', '2026-10-15')],
  ['invoices from the 3rd to the 15th of October', invoicesOf('2026-10-03', '2026-10-15')],
  ['invoices October 3rd through 15th', invoicesOf('2026-10-03', '2026-10-15')],
  ['invoices from 3 September to 15 October', invoicesOf('2026-09-03', '2026-10-15')],
  ['invoices Oct 3 - Oct 15, 2026', invoicesOf('2026-10-03', '2026-10-15')],
  // weeks and weekdays
  ['facturas de esta semana', invoicesOf('2026-11-23', '2026-11-29')],
  ['facturas de la semana en curso', invoicesOf('2026-11-23', '2026-11-29')],
  ["this week's invoices", invoicesOf('2026-11-23', '2026-11-29')],
  ['facturas del viernes', invoicesOf('2026-11-20', '2026-11-20')],
  ['facturas del viernes pasado', invoicesOf('2026-11-20', '2026-11-20')],
  ['facturas del día viernes', invoicesOf('2026-11-20', '2026-11-20')],
  ['el viernes', { from: '2026-11-20', to: '2026-11-20' }],
  ['BL del miércoles', { types: [bl], from: '2026-11-25', to: '2026-11-25' }],
  ['BL del jueves', { types: [bl], from: '2026-11-26', to: '2026-11-26' }],
  ['facturas del viernes 20', invoicesOf('2026-11-20', '2026-11-20')],
  ['facturas del viernes 20 de noviembre', invoicesOf('2026-11-20', '2026-11-20')],
  ['facturas del viernes 20-11-2026', invoicesOf('2026-11-20', '2026-11-20')],
  ['facturas del lunes al miércoles', invoicesOf('2026-11-23', '2026-11-25')],
  ['facturas desde el lunes', invoicesOf('2026-11-23', '2026-11-26')],
  ['invoices from Friday', invoicesOf('2026-11-20', '2026-11-20')],
  ["last Friday's invoices", invoicesOf('2026-11-20', '2026-11-20')],
  ['invoices from Monday to Wednesday', invoicesOf('2026-11-23', '2026-11-25')],
  ['411953 para el viernes', one],
  ['Necesito el 411953 antes del viernes', one],
  ['please send 411953 by Friday', one],
  // clients, each with a month
  [
    '76.086.428-5 octubre\n76.501.137-K noviembre',
    { ruts: [acme, kappa], from: '2026-10-01', to: '2026-11-30', notUnderstood: ['octubre', 'noviembre'] },
  ],
  [
    '76.086.428-5\noctubre\n76.501.137-K\nnoviembre',
    { ruts: [acme, kappa], from: '2026-10-01', to: '2026-11-30', notUnderstood: ['octubre', 'noviembre'] },
  ],
  [
    'facturas de Acme de octubre y de Kappa de noviembre',
    {
      ...invoicesOf('2026-10-01', '2026-11-30'),
      ruts: [acme, kappa],
      notUnderstood: ['octubre', 'noviembre'],
    },
  ],
  [
    'Octubre: Acme\nNoviembre: Kappa',
    { ruts: [acme, kappa], from: '2026-10-01', to: '2026-11-30', notUnderstood: ['Octubre', 'Noviembre'] },
  ],
  ['Acme: octubre\nKappa: octubre', { ruts: [acme, kappa], from: '2026-10-01', to: '2026-10-31' }],
  [
    'facturas de Acme y Kappa de agosto y octubre',
    { ...invoicesOf('2026-08-01', '2026-10-31'), ruts: [acme, kappa] },
  ],
  [
    'facturas de Acme de octubre y BL de noviembre',
    { ruts: [acme], types: [bl, ...invoices], from: '2026-10-01', to: '2026-11-30' },
  ],
  // ranges that are written backwards, dotted or short
  ['410940 al 410931', ten],
  ['del 410940 al 410931', ten],
  ['despachos 410940 a 410931', ten],
  ['410.940 al 410.931', ten],
  ['410940-410931', ten],
  ['entre 410940 y 410931', ten],
  [
    'I-411955 al I-411953',
    { dispatches: ['I-411953', 'I-411954', 'I-411955'], ranges: [['I-411953', 'I-411955']] },
  ],
  [
    'OC 452602 al 452600',
    { references: ['OC 452600', 'OC 452601', 'OC 452602'], ranges: [['452600', '452602']] },
  ],
  ['411954 al 411953', two],
  ['410931 al 40', ten],
  ['410931 hasta el 40', ten],
  ['410931 a la 40', ten],
  ['despachos del 410.931 al 940', ten],
  ['410.931 al 40', ten],
  ['410.931-940', ten],
  ['410931...410940', ten],
  ['410931…410940', ten],
  ['carpetas 410.931 / 410.940', { dispatches: ['410931', '410940'] }],
  ['411950/53/51', { dispatches: ['411950', '411953', '411951'] }],
  ['despachos 411950/53/51', { dispatches: ['411950', '411953', '411951'] }],
  ['kilos/1 411953', { ...one, notUnderstood: ['kilos/1'] }],
  ['410940 al 31', { dispatches: ['410940'], notUnderstood: ['31'] }],
  ['despachos 411998 al 05', { dispatches: ['411998'], notUnderstood: ['05'] }],
  ['21 4119530\n22 4119531', { dispatches: ['4119530', '4119531'] }],
  ['411953 - 411955 - 411960', { dispatches: ['411953', '411955', '411960'] }],
  ['411960 - 411955 - 411953', { dispatches: ['411960', '411955', '411953'] }],
  [
    'despachos 411953 al 55 y 411960 al 62',
    {
      dispatches: ['411953', '411954', '411955', '411960', '411961', '411962'],
      ranges: [
        ['411953', '411955'],
        ['411960', '411962'],
      ],
    },
  ],
  // corrections
  ['Donde dice 411953 debe decir 411935', right],
  ['Donde dice despacho 411953, debe decir despacho 411935.', right],
  ['Fe de erratas: donde dice "411953" debe decir "411935"', right],
  ['donde dice 411953 y 411954 debe decir 411935', right],
  ['Dice: 411953\nDebe decir: 411935', right],
  ['411953 debe decir 411935', right],
  ['411953 (debe decir 411935)', right],
  ['el despacho 411953 debe ser 411935', right],
  ['Reemplazar 411953 por 411935', right],
  ['favor cambiar el 411953 por el 411935', right],
  ['411935 en lugar del 411953', right],
  ['perdón, no era el 411953 sino el 411935', right],
  ['Where it says 411953 it should say 411935', right],
  ['411953 should read 411935', right],
  ['replace 411953 with 411935', right],
  ['donde dice factura 4512 debe decir factura 4521', { folios: ['4521'] }],
  ['cambio de fecha del 411953, llamar al 22345678', one],
  // numbers that no longer count
  ['411953 (anulado)', {}],
  ['411953 anulado', {}],
  ['411953 (anulado)\n411954', { dispatches: ['411954'] }],
  ['411953 (anulado), 411954 y 411955', { dispatches: ['411954', '411955'] }],
  ['411953 anulado, 411954 vigente', { dispatches: ['411954'] }],
  ['411953: anulado\n411954: ok', { dispatches: ['411954'] }],
  ['El 411952 quedó anulado; enviar 411953 y 411954', two],
  ['El despacho 411952 fue anulado, favor enviar 411953', one],
  ['411951 y 411952 (anulados), 411953', one],
  ['Despacho\tEstado\n411952\tAnulado\n411953\tVigente', one],
  ['Despachos 411952 (cancelled) and 411953', one],
  ['411952 (void), 411953', one],
  ['factura 4512 (anulada), factura 4513', { folios: ['4513'] }],
  ['411952 (no enviar), 411953', one],
  ['no va 411953', {}],
  ['411953, no va 411952', one],
  ['411952 no va, 411953 sí', one],
  ['411952 (no va), 411953', one],
  ['411952 ya no, 411953 sí', one],
  ['Todo menos la DIN del 412301', { dispatches: ['412301'], types: allBut(din) }],
  ['Todo menos DIN y BL del 412301', { dispatches: ['412301'], types: allBut(din, bl) }],
  ['Todos los documentos menos la DIN del despacho 412301', { dispatches: ['412301'], types: allBut(din) }],
  ['Todo lo del 412301 menos la DIN', { dispatches: ['412301'], types: allBut(din) }],
  ['everything except the DIN of 412301', { dispatches: ['412301'], types: allBut(din) }],
  ['all documents of 412301 except the DIN', { dispatches: ['412301'], types: allBut(din) }],
  // telephones
  ['22 2345678', {}],
  ['411953\n22 2345678', one],
  ['411953\nT: 22 2345678', one],
  ['411953\nFono (22) 2345678', one],
  ['411953\nFono 32 2345678 anexo 12', one],
  ['411953\nFono 41-2345678', one],
  ['411953, llamar al 22 2345678', one],
  ['411953\n56 22 2345678', one],
  ['411953\n9 87654321', one],
  // chats
  ['[17/11/26 10:32:15] Pedro Pérez: favor 411953\n[17/11/26 10:33:02] Marta: ok, y el 411954?', two],
  ['17/11/26 10:32 - Pedro Pérez: favor 411953\n17/11/26 10:33 - +56 9 8765 4321: y el 411954', two],
  ['17-11-2026, 10:32 a. m. - Pedro: 411953\n17-11-2026, 10:33 a. m. - Pedro: 411954', two],
  ['[10:32, 17/11/2026] Pedro: 411953\n[10:33, 17/11/2026] Marta: 411954', two],
  ['17/11/26 10:32 - Pedro: <Multimedia omitido>\n17/11/26 10:33 - Pedro: 411953', one],
  ['IMG-20261117-WA0012.jpg (archivo adjunto)\n411953', one],
  ['PTT-20261117-WA0003.opus (archivo adjunto)\n411953', one],
  // tables
  [
    'Nº\tDespacho\tBL\tContenedor\tCIF USD\n1\t411953\tMEDUVL123456\tMSKU1000000\t45.123,50\n2\t411954\t-\t#N/A\t########\nTotal\t\t\t\t45.123,50',
    two,
  ],
  ['Despachos   OC\n411953      452599\n411954      452600', two],
  ['Despacho\n411953\n411954\nTotal: 2', two],
  [
    'DESPACHO\tF. ACEPTACIÓN\tT/C\tDERECHOS\tIVA\n411953\t12-10-26\t945,50\t1.234.567\t2.345.678\n411954\t13-10-26\t946,10\t0\t1.111.111',
    two,
  ],
  ['Mes\tDespacho\tDías\noct-26\t411953\t12\nnov-26\t411954\t8', two],
  ['Despacho\tContacto\n411953\t+56 9 8765 4321\n411954\t22 2345678', two],
  ['411953\tVALPARAISO\t20\n411954\tSAN ANTONIO\t40', two],
  // accountants and forwarders
  [
    'Necesito las facturas 4512, 4513 y NC 88 del despacho 411953',
    { ...one, folios: ['4512', '4513', '88'] },
  ],
  [
    'Pls advise status B/L HLCUSCL240912345 / 2x40HC MSKU1000000, MSKU1000016 ETA VAP 15/10',
    { transportDocuments: ['HLCUSCL240912345'], containers: ['MSKU1000000', 'MSKU1000016'] },
  ],
  ['Kindly send us the import declaration for file 411953', one],
  ['Our ref: 411953 / Your ref: PO 4500012345', { references: ['411953', 'PO 4500012345'] }],
  [
    'Good morning, please send the packing lists of dispatches 411953, 411954 and 411955.',
    { ...three, types: ['LISTA DE EMPAQUE / PACKING LIST'] },
  ],
  ['Provisión N° 12 de 2026, despacho 411953', one],
  ['2° aviso: despacho 411953 con 12 días de demurrage', one],
  ['Llegaron 3 de 5 contenedores del 411953', one],
  ['Cotización 45 revisada, despacho 411953', one],
  // titles in other words
  ...[
    'Despachos Oct',
    'Despachos pendientes',
    'Nº de Despacho (AGA)',
    'numeroDespacho',
    'Despacho/Carpeta',
    'Ref AGA',
    'Our Ref',
    'N°',
    'Carpetas solicitadas por Aduana',
  ].map((title): [string, typeof two] => [`${title}\tFactura\n411953\t4512\n411954\t4513`, two]),
  ['Despacho\nN°\tFactura\n411953\t4512\n411954\t4513', two],
  ['Fecha despacho\tFactura\n12-10-2026\t4512\n13-10-2026\t4513', { folios: ['4512', '4513'] }],
  ['N°\tFactura\n1\t4512\n2\t4513', { folios: ['4512', '4513'] }],
  ['Valor despacho\tFactura\n145000\t4512\n146000\t4513', { folios: ['4512', '4513'] }],
];
