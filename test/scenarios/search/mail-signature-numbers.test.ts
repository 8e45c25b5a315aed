import { expect, it } from 'vitest';
import { numberKey } from '../../../electron/database/index.ts';
import { interpret } from '../../../electron/search/parse-query.ts';
import { parseText } from '../../../electron/search/query-parser/index.ts';
import { readDispatchList } from '../../../electron/search/read-dispatch-list.ts';
import { acme } from '../../support/samples/documents.ts';

/** Reads a list before a store that keeps these dispatches and nothing else. */
async function read(text: string, stored: readonly string[] = []) {
  const { listed, unreadable } = await readDispatchList(
    {
      findDispatchesByNumber: async (keys) =>
        stored
          .map((number) => ({
            connectionId: 'c',
            number,
            rut: acme,
            key: numberKey(number),
            foundAs: 'dispatch' as const,
          }))
          .filter(({ key }) => keys.includes(key)),
      findDispatchesByContainer: async () => [],
      listTasksNotFound: async () => [],
    },
    text,
  );
  return { listed: listed.map(({ number }) => number), unreadable };
}

it.each([
  'Av. Apoquindo 4501',
  'Av. Apoquindo 4501, piso 12',
  'Avda. Apoquindo N° 4501, Of. 1203, Las Condes',
  'AVENIDA LIBERTADOR BERNARDO O’HIGGINS 1449 TORRE 2 OF. 1203',
  'Importaciones Acme | Calle 11 de Septiembre 2155-B, Depto. 804',
  'Dirección: Huérfanos 1160, oficina 1107',
  'Av. Apoquindo 4501\nOficina 1203',
  'Oficina 1203\nPiso 120\nT: +56 2 2345 6789\nAnexo 4501',
  'Departamento 804 | mperez@acme.cl',
  'Fono 4510\nAv. Apoquindo 4501',
  'Mesa central: +56 2 2345 6789',
  'T: +56 2 2345 6789',
  'F: 22345 6789',
  'T. 2 2345 6789',
  'Marta Soto mperez@acme.cl +56 2 2345 6789',
  'Fono Embarques: +56 2 2345 6789',
  'Celular 98765432',
  'Enviado por mperez@acme.cl el 12-10-2026 a las 10:48',
  'El lunes, 12 de octubre de 2026 a las 10:48, Marta Soto (mperez@acme.cl) escribió:',
  'On Mon, Oct 12, 2026 at 10:48 AM Marta Soto wrote:',
  'Asunto: RE: Despachos pendientes 2026',
  'mperez@acme.cl',
  'www.acme.cl/contacto/2026',
  'Saludos cordiales,',
  'Este mensaje es confidencial conforme a la Ley N° 19.628 y la Ley 19223.',
  'El pago lo hicimos por $1.250.000 el viernes.',
  'El valor es USD 23.450 CIF.',
  'Total provisión 4.671.848,96',
  'Derechos 745.925,46 e IVA 3.925.923,5.',
  'IVA\t745.925,46',
  'USD 3.925.923,50',
  'Código postal 7550000',
])("a mail's line %s is passed over", async (line) => {
  expect(await read(`410931\n${line}`)).toEqual({ listed: ['410931'], unreadable: [] });
});

it('a list that is nothing but an address asks for no dispatch', async () => {
  expect(await read('Av. Apoquindo 4501, piso 12')).toEqual({ listed: [], unreadable: [] });
});

it.each([
  'Av. 4501',
  'Calle 4501',
  'Av. de llegada 4501',
  'Of. 1203',
  'Apoquindo 4501',
  'Av. Apoquindo 2410932',
  'Avance Carga 41093',
  'Avance Carga 20264',
  'Avance Carga 2026-4',
  'Callejas Hermanos 4501',
  'Camino a Valparaíso 41093',
  'Oficina 4109',
  'Departamento 4501',
  'Anexo 4501',
  'Fax 4109',
  'F: 4109 32',
  'F: 4109 4110',
  'F: 41093210',
  'Tel Aviv 41093',
  'Se pagó USD 23.450 por el 41093',
])('%s may mean a dispatch, and is told as unreadable', async (line) => {
  expect(await read(`410931\n${line}`)).toEqual({ listed: ['410931'], unreadable: [line] });
});

it.each([
  ['Despacho 4501', '4501'],
  ['Av. Apoquindo 410932', '410932'],
  ['+ 410932', '410932'],
  ['+410932', '410932'],
  ['Anexo despacho 410932', '410932'],
  ['Anexo 410932', '410932'],
  ['Fax despacho 410932', '410932'],
  ['Fax 410932', '410932'],
  ['Favor enviar lo del 410932 a mperez@acme.cl', '410932'],
  ['Favor revisar el despacho 2015.', '2015'],
  ['Dirección Pedido 41093', '41093'],
  ['Falta la OC 2015 del embarque', '2015'],
  ['Av. Factura 4501', '4501'],
  ['Favor enviar la carpeta N° 2015 hoy', '2015'],
])('of %s the dispatch %s is asked for', async (line, number) => {
  const { listed, unreadable } = await read(`410931\n${line}`);
  expect(listed.length).toBe(2);
  expect(listed[1]).toContain(number);
  expect(unreadable).toEqual([]);
});

it('a number that a label names is asked for, and the address before it told', async () => {
  expect(await read('410931\nAv. Apoquindo 4501 (despacho 4501)')).toEqual({
    listed: ['410931', '4501'],
    unreadable: ['Av. Apoquindo 4501'],
  });
});

it('an address whose number is as long as the others is told as unreadable, whatever is kept', async () => {
  const emitted = { unreadable: ['Av. Apoquindo 4501'] };
  expect(await read('4502\nAv. Apoquindo 4501')).toMatchObject(emitted);
  expect(await read('Av. Apoquindo 4501\nFavor revisar el despacho 4502.')).toMatchObject(emitted);
  const passedOver = await read('410931\nAv. Apoquindo 4501');
  expect(await read('410931\nAv. Apoquindo 4501', ['4501'])).toEqual(passedOver);
});

it('an address is passed over beside numbers with letters, too', async () => {
  expect(await read('D-410931\nAv. Apoquindo 4501')).toEqual({ listed: ['D-410931'], unreadable: [] });
});

it('a telephone whose figures are as many as those of the other numbers is told as unreadable', async () => {
  const text = '41093210\nFono 9876 5432\nFono 2 9876 5432\n+56 9876 5432';
  expect(await read(text)).toEqual({ listed: ['41093210'], unreadable: ['Fono 9876 5432'] });
});

it('a telephone behind a letter is one, though its first figures are as many as those of the other numbers', async () => {
  expect(await read('41093\nF: 22345 6789')).toEqual({ listed: ['41093'], unreadable: [] });
});

it('an office that stands apart from a signature is told as unreadable, also where nothing else is', async () => {
  expect(await read('410931\nOficina 4109\nSaludos cordiales\nAv. Apoquindo 4501')).toEqual({
    listed: ['410931'],
    unreadable: ['Oficina 4109'],
  });
  expect(await read('Oficina 4109')).toEqual({ listed: [], unreadable: ['Oficina 4109'] });
});

it('the search box tells a line whose figures mean nothing that is known, and counts the others', () => {
  const text =
    '410931\nCamino a Valparaíso 41093\nOficina 4109\nSaludos cordiales\nAv. Apoquindo 4501\nOficina 4109';
  const parsed = { ...parseText(text, { book: [] }), known: [] };
  expect(interpret(parsed, new Map(), { hasLeadingZeros: false })).toMatchObject({
    wrong: [
      { text: 'Camino a Valparaíso 41093', reason: 'not-understood' },
      { text: 'Oficina 4109', reason: 'not-understood' },
    ],
    aside: 3,
  });
});
