import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepDispatch } from '../support/kept-folders.ts';
import { openSearchDesk, type SearchDesk } from '../support/search-desk.ts';

let desk: SearchDesk;
beforeEach(async () => {
  desk = await openSearchDesk({ practice: { documents: 200, clients: 2 } });
  await keepDispatch(desk.store, {
    number: '410905',
    papers: ['DIN'],
    object: { numeroIdentificacion: '3910797756-2', referencia: 'OC 452599', doctoTransporte: 'MEDU 1234-5' },
  });
});
afterEach(() => desk.close());

test.each([
  'N°410905',
  'Nº410905',
  '410905 (ver)',
  '0410905',
  '410.905',
  '3910797756-2',
  '39107977562',
  'OC 452599',
  'oc452599',
  'MEDU 1234-5',
  'MEDU12345',
])('%s leads to the kept dispatch that it is a number of', async (text) => {
  expect(await desk.search.understand(text)).toMatchObject({
    dispatches: [{ number: '410905', source: 'kept' }],
    words: [],
    wrong: [],
  });
});

test('a list of mixed numbers leads to each dispatch once', async () => {
  expect(await desk.search.understand('OC 452599\n410.905 (ver)\n999001')).toMatchObject({
    dispatches: [{ number: '410905' }, { number: '999001', source: 'unknown' }],
  });
});
