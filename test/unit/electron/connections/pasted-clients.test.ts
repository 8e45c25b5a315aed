import { expect, test } from 'vitest';
import { createClientDirectory } from '../../../../electron/connections/stored-connections.ts';
import type { Client } from '../../../../shared/model/connection.ts';
import { rut } from '../../../support/agency/client.ts';
import { memoryPreferences } from '../../../support/app/preferences.ts';

const book = (clients: readonly Client[] = []) => {
  const stored = createClientDirectory(memoryPreferences(), () => []);
  stored.save(clients);
  return stored;
};
const read = (text: string, folderColumn?: number) => book().read(text, folderColumn);
/** What each client would be kept as where a person chooses nothing. */
const clientsIn = (text: string, folderColumn?: number) =>
  read(text, folderColumn).clients.flatMap(({ entries }) => entries.slice(0, 1));
const rutsIn = (text: string) => read(text).clients.map(({ rut }) => rut);
const isRight = ({ rut, expected }: { rut: string; expected: string }) => rut.endsWith(`-${expected}`);

test('columns as Excel copies them: RUT, name and e-mail; a fourth one is asked about', () => {
  expect(read('76.086.428-5\tACME Ltda.\tventas@acme.cl\tAcme\r\n')).toEqual({
    clients: [
      {
        rut: '76086428-5',
        expected: '5',
        isKnown: false,
        entries: [{ rut: '76086428-5', name: 'ACME Ltda.', email: 'ventas@acme.cl', folder: '' }],
        notEmails: [],
      },
    ],
    wrong: { count: 0, first: [] },
    aside: { count: 0, first: [] },
    unknownColumns: [{ index: 3, title: '', samples: ['Acme'] }],
  });
});

test('the column that a person calls the folder is that, whichever it is', () => {
  const table = '76.086.428-5\tACME\tav. 1, Iquique\tAcme\n96.591.760-8\tBeta\tlas rosas 2\tBeta 2026';
  expect(read(table).unknownColumns).toMatchObject([
    { index: 2, samples: ['av. 1, Iquique', 'las rosas 2'] },
    { index: 3, samples: ['Acme', 'Beta 2026'] },
  ]);
  expect(clientsIn(table).map(({ folder }) => folder)).toEqual(['', '']);
  expect(clientsIn(table, 3)).toMatchObject([
    { name: 'ACME', folder: 'Acme' },
    { name: 'Beta', folder: 'Beta 2026' },
  ]);
  expect(read(table, 3).unknownColumns).toHaveLength(2);
});

test('what stands among the e-mails and is none is told, and kept nowhere', () => {
  const [first, second] = read('76.086.428-5\tACME\ta@b.cl\n96.591.760-8\tBeta\tno tiene').clients;
  expect([first?.notEmails, second?.notEmails]).toEqual([[], ['no tiene']]);
  expect(second?.entries).toMatchObject([{ name: 'Beta', email: '', folder: '' }]);
});

test('a column that its heading calls the folder is not asked about', () => {
  const { clients, unknownColumns } = read(
    'RUT\tNombre\tFono\tCarpeta\n76.086.428-5\tACME\t22 345 6789\tAcme',
  );
  expect(unknownColumns).toEqual([]);
  expect(clients).toMatchObject([{ entries: [{ name: 'ACME', folder: 'Acme' }] }]);
});

test.each([
  ['the RUT in another column', 'ACME Ltda.\tventas@acme.cl\t76086428-5'],
  ['semicolons', '76086428-5;ACME Ltda.;ventas@acme.cl'],
  ['commas and quotes', '76086428-5,"ACME Ltda.",ventas@acme.cl'],
  [
    'non-breaking spaces and a Unicode dash',
    '\u00a076.086.428\u20115\u00a0\tACME Ltda.\u00a0\tventas@acme.cl',
  ],
  ['an e-mail behind its name', '76.086.428-5 ACME Ltda. <ventas@acme.cl>'],
  ['what a mail quotes before it', '> 76.086.428-5\tACME Ltda.\tventas@acme.cl'],
])('reads a line with %s', (_, line) => {
  expect(clientsIn(line)).toEqual([
    { rut: '76086428-5', name: 'ACME Ltda.', email: 'ventas@acme.cl', folder: '' },
  ]);
});

test('a line of a RUT and a name parted by a space is both', () => {
  expect(clientsIn('9.068.826-k  Juan Pérez Soto')).toMatchObject([
    { rut: '9068826-K', name: 'Juan Pérez Soto' },
  ]);
});

test.each([
  ['after the name', 'Juan Pérez Soto 9.068.826-K'],
  ['after the word for it', 'RUT: 9.068.826-K Juan Pérez Soto'],
  ['after the name and the word for it', 'Juan Pérez Soto, RUT 9.068.826-K'],
  ['with spaces around its hyphen', '9.068.826 - k Juan Pérez Soto'],
  ['beside a folder that is a number', '410407\t9.068.826-K\tJuan Pérez Soto'],
])('finds a RUT %s', (_, line) => {
  expect(clientsIn(line)).toMatchObject([{ rut: '9068826-K', name: 'Juan Pérez Soto' }]);
});

test.each([
  ['tabs', '76.086.428-5\t9.068.826-K\t96.591.760-8'],
  ['commas', '76.086.428-5, 9.068.826-k,96591760-8'],
  ['spaces', '76.086.428-5 9.068.826-K  96.591.760-8'],
])('a line of RUTs parted by %s is a client for each', (_, line) => {
  expect(read(line).clients.every(isRight)).toBe(true);
  expect(clientsIn(line)).toMatchObject(
    ['76086428-5', '9068826-K', '96591760-8'].map((rut) => ({ rut, name: '' })),
  );
});

test('a RUT with commas for thousands is refused, not taken for another', () => {
  expect(read('12,345,678-5')).toMatchObject({ clients: [], wrong: { count: 1, first: ['12,345,678-5'] } });
});

test('each line is judged for itself: a wrong digit warns with the right one, a wrong form is refused', () => {
  const { clients, wrong } = read('12.345.678-9\tA\n12,345,678-5\tB\n\n96.591.760-8\tC');
  expect(clients.map(isRight)).toEqual([false, true]);
  expect(clients[0]).toMatchObject({ rut: '12345678-9', expected: '5' });
  expect(wrong.first).toEqual(['12,345,678-5 B']);
});

test('a wrong digit warns in a list of names and RUTs too, and in a mail where it has dots alone', () => {
  const isRightOf = (text: string) => read(text).clients.map(isRight);
  expect(isRightOf('Juan Pérez 12345678-9\nBeta 96591760-8\n9068826-K Ana')).toEqual([false, true, true]);
  expect(isRightOf('Estimados:\nfavor cargar 12.345.678-9\nContenedor MSKU 1234567-9\nSaludos')).toEqual([
    false,
  ]);
});

test('a heading counts for nothing, also under a title', () => {
  for (const heading of [
    'RUT\tNombre\tCorreo',
    'Nombre\tR.U.T.\tCorreo',
    'Clientes 2026\nRUT;Nombre;Correo',
  ]) {
    const text = `${heading}\n76.086.428-5\tACME\ta@b.cl`;
    expect(rutsIn(text)).toEqual(['76086428-5']);
    expect(read(text).wrong.count).toBe(0);
  }
});

test.each([
  ['Total\t\t1.234.567'],
  ['TOTALES;12345678;9876543-2'],
  ['Subtotal 45.678.901'],
  ['Suma\t76.086.4285'],
  ['12.345.678\t1.234.567'],
])('the total line %j is no client', (total) => {
  const { clients, wrong } = read(`76.086.428-5\tACME\t1.111.111\n96.591.760-8\tBeta\t123.456\n${total}`);
  expect(clients.map(({ rut }) => rut).slice(0, 2)).toEqual(['76086428-5', '96591760-8']);
  expect(wrong.count + clients.length).toBe(2);
});

test('a client whose name begins as a total does is one: it has its RUT', () => {
  expect(clientsIn('Total Chile S.A.\t76.086.428-5\nBeta\t96.591.760-8')).toMatchObject([
    { rut: '76086428-5', name: 'Total Chile S.A.' },
    { rut: '96591760-8' },
  ]);
});

test('RUTs without hyphens are clients where those of the list are, and numbers of other kinds are none', () => {
  expect(rutsIn('760864285 ACME\n965917608 Beta\n9068826k Juan')).toEqual([
    ...['76086428-5', '96591760-8', '9068826-K'],
  ]);
  expect(rutsIn('760864285\tACME\n965917608\tBeta')).toEqual(['76086428-5', '96591760-8']);
  expect(rutsIn('410905\n410906\n3910797756\n987654321 celular\n2026 fue un buen año')).toEqual([]);
  expect(rutsIn('MSKU 123456-7\nDIN 3910797756-2\nFactura 22345678\n12-05-2026\n+56 2 2345 6789')).toEqual(
    [],
  );
});

test('five hundred lines of mail with signatures give the clients that stand in them, and nothing else', () => {
  const mail = (index: number) => [
    `De: Juan Pérez <juan.perez${index}@agencia.cl>`,
    'Enviado el: martes, 3 de noviembre de 2026 10:42',
    'Asunto: RE: clientes nuevos; despachos 410905, 410906',
    'Estimados:',
    'Favor agregar a la empresa de la referencia (RUT 76.086.428-5) con su carpeta.',
    `El despacho 41090${index % 10} salió con la DIN 3910797756-2 y el contenedor MSKU 123456-7.`,
    '> 96.591.760-8\tBeta S.A.\tcontacto@beta.cl',
    'Saludos cordiales,',
    'Juan Pérez Soto | Ejecutivo de cuentas | Agencia Pérez y Cía. Ltda.',
    'Av. Errázuriz 1234, of. 56, Valparaíso',
    'Fono: +56 32 2345678 - Cel.: 9 8765 4321',
    'www.agencia.cl',
    '________________________________',
  ];
  const text = Array.from({ length: 40 }, (_, index) => mail(index).join('\r\n')).join('\r\n\r\n');
  const { clients, wrong, aside, unknownColumns } = read(text);
  expect(clients.map(({ entries }) => entries)).toEqual([
    [{ rut: '76086428-5', name: '', email: '', folder: '' }],
    [{ rut: '96591760-8', name: 'Beta S.A.', email: 'contacto@beta.cl', folder: '' }],
  ]);
  expect(wrong.count).toBe(0);
  expect(aside.count).toBe(40 * 11);
  expect(unknownColumns).toEqual([]);
});

test('a RUT on two lines is one client, with each line that says something else of it', () => {
  const { clients } = read(
    '76.086.428-5\tAndina\n9.068.826-K\tSur\n76086428-5\tAndina S.A.\n76086428-5\tANDINA\ta@b.cl',
  );
  expect(clients.map(({ entries }) => entries)).toEqual([
    [
      { rut: '76086428-5', name: 'Andina', email: 'a@b.cl', folder: '' },
      { rut: '76086428-5', name: 'Andina S.A.', email: '', folder: '' },
    ],
    [{ rut: '9068826-K', name: 'Sur', email: '', folder: '' }],
  ]);
});

test('a client of the book is not renamed by a paste: what the book says stands first', () => {
  const stored = book([{ rut: rut('76086428-5'), name: 'ACME', email: 'a@b.cl', folder: 'Acme' }]);
  expect(stored.read('76086428-5\tAcme Chile SpA').clients).toMatchObject([
    { isKnown: true, entries: [{ name: 'ACME' }, { name: 'Acme Chile SpA' }] },
  ]);
});

test('a client who is known keeps what the paste does not say', () => {
  const stored = book([{ rut: rut('76086428-5'), name: 'ACME', email: '', folder: 'Acme' }]);
  expect(stored.read('76086428-5\t\ta@b.cl').clients).toEqual([
    {
      rut: '76086428-5',
      expected: '5',
      isKnown: true,
      notEmails: [],
      entries: [{ rut: '76086428-5', name: 'ACME', email: 'a@b.cl', folder: 'Acme' }],
    },
  ]);
});

test('keeping a client twice changes it; removing it takes it out; the list is by name', () => {
  const stored = book();
  const client = { rut: rut('76086428-5'), name: 'Zeta', email: '', folder: '' };
  stored.save([client, { rut: rut('96591760-8'), name: 'Ábaco', email: '', folder: '' }]);
  stored.save([{ ...client, name: 'Yeta' }]);
  expect(stored.list().map(({ name }) => name)).toEqual(['Ábaco', 'Yeta']);
  expect(stored.remove([client.rut]).map(({ name }) => name)).toEqual(['Ábaco']);
});

test('clients of the practice agency are shown beside those that are kept, and kept nowhere', () => {
  const preferences = memoryPreferences();
  const practising = [{ rut: rut('76086428-5'), name: 'De práctica', email: '', folder: '' }];
  const stored = createClientDirectory(preferences, () => practising);
  stored.save([{ rut: rut('96591760-8'), name: 'Real', email: '', folder: '' }]);
  expect(stored.list().map(({ name }) => name)).toEqual(['De práctica', 'Real']);
  expect(
    createClientDirectory(preferences, () => [])
      .list()
      .map(({ name }) => name),
  ).toEqual(['Real']);
});

test('a removed client of the practice agency stays away, until a person enters it again', () => {
  const preferences = memoryPreferences();
  const practising = { rut: rut('76086428-5'), name: 'De práctica', email: '', folder: '' };
  const open = () => createClientDirectory(preferences, () => [practising]);
  open().save([{ ...practising, name: 'Renombrado', email: 'a@b.cl' }]);
  expect(open().remove([practising.rut])).toEqual([]);
  expect(open().list()).toEqual([]);
  expect(open().save([{ ...practising, name: 'De vuelta' }])).toMatchObject([{ name: 'De vuelta' }]);
});

test('a damaged entry of the book costs itself alone', () => {
  const preferences = memoryPreferences({
    clients: [{ rut: 'x' }, { rut: '96591760-8', name: 'Real', email: '', folder: '' }],
  });
  expect(createClientDirectory(preferences, () => []).list()).toHaveLength(1);
});

test.each([
  ['under headings', 'RUT\tDV\tRazón Social\n76086428\t5\tACME\n76501137\tK\tKAPPA'],
  ['with small letters and dots', 'rut\tdv\tnombre\n76.086.428\t5\tACME\n76.501.137\tk\tKAPPA'],
  ['without headings', '76086428\t5\tACME\n76501137\tK\tKAPPA'],
  ['behind the name', 'ACME\t76086428\t5\nKAPPA\t76501137\tK'],
  ['under one merged heading', 'RUT\t\tNombre\n76086428\t5\tACME\n76501137\tK\tKAPPA'],
  ['with the hyphen beside the digit', '76086428\t-5\tACME\n76501137\t-K\tKAPPA'],
  ['parted by semicolons', 'RUT;DV;Nombre\n76086428;5;ACME\n76501137;K;KAPPA'],
  ['parted by commas', 'RUT,DV,Nombre\n76086428,5,ACME\n76501137,K,KAPPA'],
  ['parted by bars', 'RUT | DV | Nombre\n76086428 | 5 | ACME\n76501137 | K | KAPPA'],
  ['parted by a blank', '76086428 5 ACME\n76501137 K KAPPA'],
  ['with zeros in front', 'RUT\tDígito\tNombre\n076086428\t5\tACME\n076501137\tK\tKAPPA'],
  ['the digit far behind', 'RUT\tNombre\tDV\n76086428\tACME\t5\n76501137\tKAPPA\tK'],
])('RUT and check digit apart are one: %s', (_, text) => {
  const { clients, wrong, unknownColumns } = read(text);
  expect({ clients: clientsIn(text), wrong: wrong.count, unknownColumns }).toEqual({
    clients: [
      { rut: '76086428-5', name: 'ACME', email: '', folder: '' },
      { rut: '76501137-K', name: 'KAPPA', email: '', folder: '' },
    ],
    wrong: 0,
    unknownColumns: [],
  });
  expect(clients.every(isRight)).toBe(true);
});

test('a check digit of its own column that is wrong warns with the right one', () => {
  const { clients } = read('RUT\tDV\tNombre\n76086428\t5\tACME\n76501137\t3\tKAPPA');
  expect(clients.map(({ rut, expected }) => [rut, expected])).toEqual([
    ['76086428-5', '5'],
    ['76501137-3', 'K'],
  ]);
});

test.each([
  ['076086428-5', '76086428-5'],
  ['0076086428-5', '76086428-5'],
  ['076.086.428-5', '76086428-5'],
  ['09068826-K', '9068826-K'],
  ['09.068.826-k', '9068826-K'],
  ['009068826-K', '9068826-K'],
  ['0760864285', '76086428-5'],
  ['RUT 076086428-5', '76086428-5'],
  ['076086428-5;ACME', '76086428-5'],
  ['ACME 076086428-5', '76086428-5'],
  ['"076086428-5","ACME"', '76086428-5'],
])('zeros in front of a RUT are left out: %s', (text, expected) => {
  expect({ ruts: rutsIn(text), wrong: read(text).wrong.count }).toEqual({ ruts: [expected], wrong: 0 });
});

test.each([
  ['76086428-5,"ACME, IMPORTACIONES Y CIA",a@acme.cl'],
  ['"76086428-5","ACME, IMPORTACIONES Y CIA","a@acme.cl"'],
  ['a@acme.cl,"ACME, IMPORTACIONES Y CIA",76086428-5'],
  ['76086428-5;"ACME, IMPORTACIONES Y CIA";a@acme.cl'],
  ['76086428-5\t"ACME, IMPORTACIONES Y CIA"\ta@acme.cl'],
  ['76086428-5\tACME, IMPORTACIONES Y CIA\ta@acme.cl'],
  ['76086428-5\t"ACME,\nIMPORTACIONES Y CIA"\ta@acme.cl'],
  ['76.086.428-5 | ACME, IMPORTACIONES Y CIA | a@acme.cl'],
  ['| RUT | Nombre | Correo |\n|---|---|---|\n| 76.086.428-5 | ACME, IMPORTACIONES Y CIA | a@acme.cl |'],
  ['RUT,Nombre,Correo\r\n76086428-5,"ACME, IMPORTACIONES Y CIA",a@acme.cl\r\n'],
  ['ACME, IMPORTACIONES Y CIA (76.086.428-5)\ta@acme.cl'],
])('a name with commas stays whole: %j', (text) => {
  expect(clientsIn(text)).toEqual([
    { rut: '76086428-5', name: 'ACME, IMPORTACIONES Y CIA', email: 'a@acme.cl', folder: '' },
  ]);
});

test('quotes within a quoted name stay', () => {
  expect(clientsIn('76086428-5;"ACME ""SUR"" SPA";a@acme.cl')).toMatchObject([{ name: 'ACME "SUR" SPA' }]);
});

test.each([
  ['76086428-5\tACME\ta@acme.cl; b@acme.cl'],
  ['76086428-5\tACME\ta@acme.cl, b@acme.cl'],
  ['76086428-5\tACME\ta@acme.cl / b@acme.cl'],
  ['76086428-5\tACME\ta@acme.cl y b@acme.cl'],
  ['76086428-5\tACME\ta@acme.cl b@acme.cl'],
  ['76086428-5\tACME\ta@acme.cl\tb@acme.cl'],
  ['76086428-5;ACME;"a@acme.cl;b@acme.cl"'],
  ['76086428-5;ACME;a@acme.cl;b@acme.cl'],
  ['76086428-5\tACME\t"a@acme.cl\nb@acme.cl"'],
  ['76086428-5 ACME a@acme.cl b@acme.cl'],
  ['RUT\tNombre\tEmail\n76086428-5\tACME\ta@acme.cl; b@acme.cl'],
])('of two e-mails the first is kept, and the other told: %j', (text) => {
  const [client] = read(text).clients;
  expect(client).toMatchObject({ entries: [{ name: 'ACME', email: 'a@acme.cl' }], notEmails: [] });
  expect(client?.otherEmails).toEqual(['b@acme.cl']);
});

test.each([
  ['76086428-5\tACME <a@acme.cl>'],
  ['76086428-5\tACME (a@acme.cl)'],
  ['76086428-5\tACME - a@acme.cl'],
  ['76086428-5\tACME\tAna Soto <a@acme.cl>'],
  ['76086428-5\tACME\tmailto:a@acme.cl'],
  ['76086428-5\tACME\t<a@acme.cl>'],
  ['76086428-5 ACME <a@acme.cl>'],
  ['ACME, RUT 76.086.428-5, a@acme.cl'],
  ['RUT\tNombre y correo\n76086428-5\tACME a@acme.cl'],
  ['ACME | 76.086.428-5 | a@acme.cl'],
])('an e-mail beside a name is taken out of it: %j', (text) => {
  expect(clientsIn(text)).toMatchObject([{ rut: '76086428-5', name: 'ACME', email: 'a@acme.cl' }]);
  expect(read(text).unknownColumns).toEqual([]);
});

test.each([
  ['line ends of Windows, old Macs and Unix', '12.345.678-5\r\n9.068.826-K\r18.972.631-7\n96591760-8'],
  ['tabs of a spreadsheet row', '12.345.678-5\t9.068.826-K\t18.972.631-7\t96591760-8'],
  ['commas without a space', '12.345.678-5,9.068.826-K,18.972.631-7,96591760-8'],
  ['spaces', '12.345.678-5 9.068.826-K  18.972.631-7 96591760-8'],
  ['non-breaking spaces', '12.345.678-5\u00a09.068.826-K\u202f18.972.631-7\u00a096591760-8'],
  ['quotation marks', '"12.345.678-5"\n“9.068.826-K”\n\'18.972.631-7\'\n96591760-8'],
  ['line separators of Unicode', '12.345.678-5\u20289.068.826-K\u202918.972.631-7\u008596591760-8'],
])('RUTs are parted by %s', (_, text) => {
  expect(rutsIn(text)).toEqual(['12345678-5', '9068826-K', '18972631-7', '96591760-8']);
});

test.each([
  ['a lower-case k', '9.068.826-k'],
  ['Unicode dashes', '9.068.826\u2013K\n9.068.826\u2212K\n9.068.826\u2010K\n9.068.826\uff0dK'],
  ['a non-breaking space at its end', '9.068.826-K\u00a0'],
  ['spaces around the hyphen', '9.068.826 - K'],
  ['invisible marks', '\ufeff\u200e9.068.826-K\u200b'],
  ['full-width figures', '９.０６８.８２６-Ｋ'],
  ['a label', 'RUT: 9.068.826-K\nR.U.T. 9.068.826-K\nrut N° 9.068.826-K'],
])('a RUT is read with %s', (_, text) => {
  expect(rutsIn(text)).toEqual(['9068826-K']);
});

test.each(['RUT\tDV\tNombre\n76086428\t\tACME', 'RUT;DV;Nombre\n76086428;?;ACME'])(
  'a RUT whose check digit is missing from its column is told, and no other RUT: %j',
  (text) => {
    expect(read(text)).toMatchObject({ clients: [], wrong: { count: 1 } });
  },
);

test.each([
  ['ACME SPA 76.086.428-5 a@acme.example b@acme.example', 'ACME SPA', 'a@acme.example'],
  ['76086428/5 ACME SPA', 'ACME SPA', ''],
  ['76.086.428/5\tACME SPA', 'ACME SPA', ''],
  ['1.- ACME SPA, RUT 76.086.428-5', 'ACME SPA', ''],
  ['2) ACME SPA; 76.086.428-5; a@acme.example', 'ACME SPA', 'a@acme.example'],
])('of %j the client is kept with name and e-mail', (text, name, email) => {
  expect(clientsIn(`${text}\n76.501.137-K KAPPA`)[0]).toMatchObject({ rut: '76086428-5', name, email });
});
