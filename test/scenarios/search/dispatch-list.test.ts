import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import { readDispatchList } from '../../../electron/search/read-dispatch-list.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { acme } from '../../support/samples/documents.ts';
import { storeDispatch } from '../../support/samples/stored-folders.ts';

let store: Store;
beforeEach(async () => {
  store = await openStore(join(temporaryFolder(), 'carpeta.db'));
});
afterEach(() => store.close());

async function read(text: string) {
  const { listed, unreadable } = await readDispatchList(store, text);
  return {
    listed: listed.map(({ number, rut }) => ({ number, ...(rut !== undefined && { rut }) })),
    unreadable,
  };
}

describe('a list that an inspector sends', () => {
  it('is dispatch numbers, however they are parted', async () => {
    expect((await read('123457\n123458, 123459; 123460\t123461')).listed).toEqual(
      ['123457', '123458', '123459', '123460', '123461'].map((number) => ({ number })),
    );
    expect((await read('123457 123458\u00a0123459  123460 123461')).listed).toEqual(
      ['123457', '123458', '123459', '123460', '123461'].map((number) => ({ number })),
    );
  });

  it('holds no number of one figure or two: it is told', async () => {
    expect(await read('123457 1')).toEqual({ listed: [{ number: '123457' }], unreadable: ['1'] });
  });

  it('says whose a dispatch is by a RUT on its line', async () => {
    expect((await read('123457\t76.086.428-5\n76501137-k 123458')).listed).toEqual([
      { number: '123457', rut: '76086428-5' },
      { number: '123458', rut: '76501137-K' },
    ]);
    expect((await read('123457 76.086.428-5')).listed).toEqual([{ number: '123457', rut: '76086428-5' }]);
  });

  it('says whose the dispatches below are by a RUT on a line of its own', async () => {
    const text = '120001\nRUT 76.086.428-5\n123457\n123458\n\n76.501.137-K\n123459';
    expect((await read(text)).listed).toEqual([
      { number: '120001' },
      { number: '123457', rut: '76086428-5' },
      { number: '123458', rut: '76086428-5' },
      { number: '123459', rut: '76501137-K' },
    ]);
  });

  it('may hold thousands marks, and columns of other things', async () => {
    expect(await read('410.935\tREF-1\n410936\tREF-2')).toEqual({
      listed: [{ number: '410935' }, { number: '410936' }],
      unreadable: [],
    });
    expect(await read('410.935\n1.410.087\n12.345.678')).toEqual({
      listed: [{ number: '410935' }, { number: '1410087' }],
      unreadable: ['12.345.678'],
    });
  });

  it('tells numbers from what stands in a column beside them', async () => {
    expect((await read('410935\tREF-1\n410936\tPedido 33\nREF-2\t77')).listed).toEqual(
      ['410935', '410936', 'REF-2'].map((number) => ({ number })),
    );
  });

  it('keeps what belongs to a number', async () => {
    await storeDispatch(store, { number: 'EXP 77 A', documents: ['DUS'] });
    expect((await read('I-2026/0001\nEXP 77 A\n0000123\nD.77')).listed).toEqual(
      ['I-2026/0001', 'EXP 77 A', '0000123', 'D.77'].map((number) => ({ number })),
    );
  });

  it('does not take a dispatch number for a RUT', async () => {
    expect((await read('1234567\n2026-1234\n76086428-9')).listed).toEqual([
      { number: '1234567' },
      { number: '2026-1234' },
      { number: '76086428-9' },
    ]);
  });

  it('has each dispatch once, and tells what cannot be one', async () => {
    expect(await read('123457\n123457 \n12')).toEqual({
      listed: [{ number: '123457' }],
      unreadable: ['12'],
    });
  });

  it('may be a whole mail: greetings, signatures and their hours are no numbers that cannot be read', async () => {
    const mails = [1, 2, 2].map((day) =>
      [
        `Asunto: papeles del despacho 41093${day} (ver)`,
        'Estimados, junto con saludar, favor enviar los papeles a la brevedad.',
        'Marta Soto A. | Comercio Exterior | Av. Apoquindo 4501 | +56 2 2345 6789',
        `Enviado desde mi iPhone el ${day}-10-2026 a las 10:48`,
      ].join('\n'),
    );
    expect(await read(mails.join('\n'))).toEqual({
      listed: [{ number: '410931' }, { number: '410932' }],
      unreadable: [],
    });
  });

  it('leads to the stored dispatches, by their declaration too', async () => {
    await storeDispatch(store, {
      number: '0410905',
      rut: acme,
      documents: ['DIN'],
      object: { numeroIdentificacion: '3910797756-2' },
    });
    const { listed } = await readDispatchList(store, '410.905 (ver)\n3910797756-2');
    expect(listed.map(({ stored }) => stored)).toEqual([['0410905'], ['0410905']]);
  });
});
