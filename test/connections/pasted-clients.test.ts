import { expect, test } from 'vitest';
import { createClientBook } from '../../electron/connections/index.ts';
import { rut } from '../support/client.ts';
import { memoryPreferences } from '../support/preferences.ts';

const book = () => createClientBook(memoryPreferences(), () => []);
const read = (text: string) => book().read(text);

test('columns as Excel copies them: RUT, name, e-mail, folder', () => {
  expect(read('76.086.428-5\tACME Ltda.\tventas@acme.cl\tAcme\r\n')).toEqual([
    {
      verdict: 'good',
      line: '76.086.428-5 ACME Ltda. ventas@acme.cl Acme',
      client: { rut: '76086428-5', name: 'ACME Ltda.', email: 'ventas@acme.cl', folder: 'Acme' },
      expected: '5',
      known: false,
    },
  ]);
});

test.each([
  ['the RUT in another column', 'ACME Ltda.\tventas@acme.cl\t76086428-5'],
  ['semicolons', '76086428-5;ACME Ltda.;ventas@acme.cl'],
  ['commas and quotes', '76086428-5,"ACME Ltda.",ventas@acme.cl'],
  [
    'non-breaking spaces and a Unicode dash',
    '\u00a076.086.428\u20115\u00a0\tACME Ltda.\u00a0\tventas@acme.cl',
  ],
])('reads a line with %s', (_, line) => {
  expect(read(line)[0]).toMatchObject({
    verdict: 'good',
    client: { rut: '76086428-5', name: 'ACME Ltda.', email: 'ventas@acme.cl' },
  });
});

test('a line of a RUT and a name parted by a space is both', () => {
  expect(read('9.068.826-k  Juan Pérez Soto')[0]).toMatchObject({
    verdict: 'good',
    client: { rut: '9068826-K', name: 'Juan Pérez Soto' },
  });
});

test.each([
  ['after the name', 'Juan Pérez Soto 9.068.826-K'],
  ['after the word for it', 'RUT: 9.068.826-K Juan Pérez Soto'],
  ['with spaces around its hyphen', '9.068.826 - k Juan Pérez Soto'],
  ['beside a folder that is a number', '410407\t9.068.826-K\tJuan Pérez Soto'],
])('finds a RUT %s', (_, line) => {
  expect(read(line)).toMatchObject([{ verdict: 'good', client: { rut: '9068826-K' } }]);
  expect(JSON.stringify(read(line))).toContain('Juan Pérez Soto');
});

test.each([
  ['tabs', '76.086.428-5\t9.068.826-K\t96.591.760-8'],
  ['commas', '76.086.428-5, 9.068.826-k,96591760-8'],
  ['spaces', '76.086.428-5 9.068.826-K  96.591.760-8'],
])('a line of RUTs parted by %s is a client for each', (_, line) => {
  expect(read(line)).toMatchObject(
    ['76086428-5', '9068826-K', '96591760-8'].map((rut) => ({ verdict: 'good', client: { rut, name: '' } })),
  );
});

test('a RUT with commas for thousands is refused, not taken for another', () => {
  expect(read('12,345,678-5')).toEqual([{ verdict: 'wrong-form', line: '12,345,678-5' }]);
});

test('each line is judged for itself: a wrong digit warns with the right one, a wrong form is refused', () => {
  const judged = read('12.345.678-9\tA\n12,345,678-5\tB\n\n96.591.760-8\tC');
  expect(judged.map(({ verdict }) => verdict)).toEqual(['wrong-digit', 'wrong-form', 'good']);
  expect(judged[0]).toMatchObject({ client: { rut: '12345678-9' }, expected: '5' });
});

test('a heading counts for nothing', () => {
  expect(read('RUT\tNombre\tCorreo\n76.086.428-5\tACME\ta@b.cl')).toHaveLength(1);
  expect(read('Nombre;R.U.T.\nACME;76.086.428-5')).toHaveLength(1);
});

test('a client who is known keeps what the paste does not say', () => {
  const kept = book();
  kept.keep([{ rut: rut('76086428-5'), name: 'ACME', email: 'a@b.cl', folder: 'Acme' }]);
  expect(kept.read('76086428-5')[0]).toMatchObject({
    known: true,
    client: { name: 'ACME', email: 'a@b.cl', folder: 'Acme' },
  });
});

test('keeping a client twice changes it; removing it takes it out; the list is by name', () => {
  const kept = book();
  const client = { rut: rut('76086428-5'), name: 'Zeta', email: '', folder: '' };
  kept.keep([client, { rut: rut('96591760-8'), name: 'Ábaco', email: '', folder: '' }]);
  kept.keep([{ ...client, name: 'Yeta' }]);
  expect(kept.list().map(({ name }) => name)).toEqual(['Ábaco', 'Yeta']);
  expect(kept.remove([client.rut]).map(({ name }) => name)).toEqual(['Ábaco']);
});

test('clients of the practice agency are shown beside those that are kept, and kept nowhere', () => {
  const preferences = memoryPreferences();
  const practising = [{ rut: rut('76086428-5'), name: 'De práctica', email: '', folder: '' }];
  const kept = createClientBook(preferences, () => practising);
  kept.keep([{ rut: rut('96591760-8'), name: 'Real', email: '', folder: '' }]);
  expect(kept.list().map(({ name }) => name)).toEqual(['De práctica', 'Real']);
  expect(
    createClientBook(preferences, () => [])
      .list()
      .map(({ name }) => name),
  ).toEqual(['Real']);
});

test('a removed client of the practice agency stays away, until a person enters it again', () => {
  const preferences = memoryPreferences();
  const practising = { rut: rut('76086428-5'), name: 'De práctica', email: '', folder: '' };
  const open = () => createClientBook(preferences, () => [practising]);
  open().keep([{ ...practising, name: 'Renombrado', email: 'a@b.cl' }]);
  expect(open().remove([practising.rut])).toEqual([]);
  expect(open().list()).toEqual([]);
  expect(open().keep([{ ...practising, name: 'De vuelta' }])).toMatchObject([{ name: 'De vuelta' }]);
});

test('a damaged entry of the book costs itself alone', () => {
  const preferences = memoryPreferences({
    clients: [{ rut: 'x' }, { rut: '96591760-8', name: 'Real', email: '', folder: '' }],
  });
  expect(createClientBook(preferences, () => []).list()).toHaveLength(1);
});
