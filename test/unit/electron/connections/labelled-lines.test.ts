import { expect, it } from 'vitest';
import { readPastedClients } from '../../../../electron/connections/pasted-clients.ts';

const acme = ['76086428-5', 'ACME SPA', 'a@acme.example'];
const kappa = ['76501137-K', 'KAPPA', 'k@kappa.example'];
const read = (text: string) =>
  readPastedClients(text, []).clients.map(({ rut, entries: [entry] }) => [rut, entry?.name, entry?.email]);

it.each([
  [
    'cards of an address book',
    'BEGIN:VCARD\nVERSION:3.0\nFN:Ana Soto\nORG:ACME SPA;Ventas\nEMAIL;TYPE=INTERNET:a@acme.example\nTEL:+56 2 2345 6789\nNOTE:RUT 76.086.428-5\nEND:VCARD\nBEGIN:VCARD\nX-RUT:76.501.137-K\nORG;CHARSET=UTF-8:KAPPA\nEMAIL:k@kappa.example\nEND:VCARD',
  ],
  [
    'forms of a mail',
    'Estimados, adjunto datos:\nRazón Social: ACME SPA\nRUT: 76.086.428-5\nGiro: Importaciones\nCorreo: a@acme.example\n\nNombre: KAPPA\nRUT: 76.501.137-K\nE-mail de contacto: k@kappa.example\n\nSaludos\nJuan Soto\n+56 9 8765 4321',
  ],
  [
    'forms without a line between them',
    'RUT: 76086428-5\nCliente: ACME SPA\nMail: a@acme.example\nRUT: 76501137-K\nCliente: KAPPA\nMail: k@kappa.example',
  ],
  [
    'stacks of lines without labels',
    'Buenos días, los clientes son:\n\nACME SPA\n76.086.428-5\na@acme.example\n\nKAPPA\nRUT 76.501.137-K\nk@kappa.example\n\nSaludos',
  ],
  [
    'stacks without a line between them',
    '76086428-5\nACME SPA\na@acme.example\n76501137-K\nKAPPA\nk@kappa.example',
  ],
  [
    'lines with labels in them',
    'RUT: 76.086.428-5 Nombre: ACME SPA a@acme.example\n76 501 137 - K Sres. KAPPA k@kappa.example',
  ],
  [
    'JSON',
    JSON.stringify({
      total: 2,
      clients: [
        { rut: '76086428-5', razonSocial: 'ACME SPA', emails: ['a@acme.example'] },
        { rut: '76501137-K', razonSocial: 'KAPPA', emails: ['k@kappa.example'] },
      ],
    }),
  ],
  [
    'JSON with one object on each line',
    '{"rut":"76086428-5","nombre":"ACME SPA","correo":"a@acme.example"}\n{"rut":"76501137-K","nombre":"KAPPA","correo":"k@kappa.example"}',
  ],
  [
    'YAML',
    'clients:\n  - rut: 76086428-5\n    name: ACME SPA\n    email: a@acme.example\n  - rut: 76501137-K\n    name: KAPPA\n    email: k@kappa.example',
  ],
])('reads clients of %s', (_, text) => {
  expect(read(text)).toEqual([acme, kappa]);
  expect(readPastedClients(text, []).wrong.count).toBe(0);
});

it('takes no label for a name', () => {
  expect(read('NOTE:RUT 76.086.428-5')).toEqual([['76086428-5', '', '']]);
});

it.each([
  ['Hola Marta\n76.086.428-5\nGracias', ''],
  ['Hola Marta\n76.086.428-5', ''],
  ['SRS LOGISTICA SPA\n76.086.428-5', 'SRS LOGISTICA SPA'],
  ['ACME S.A.\n76.086.428-5', 'ACME S.A.'],
])('takes a line above a single RUT for a name only where it is of a company: %j', (text, name) => {
  expect(read(text)).toEqual([['76086428-5', name, '']]);
});

it('takes no greetings above RUTs for names', () => {
  expect(read('Hola Juan\n76.086.428-5\n\nSaludos Pedro\n76.501.137-K').map(([, name]) => name)).toEqual([
    '',
    '',
  ]);
});

it.each([
  'RUT Representante;Representante;RUT Empresa;Empresa\n9068826-K;PEDRO;76086428-5;ACME SPA',
  'Representante;RUT representante;Cliente;RUT cliente\nPEDRO;9068826-K;ACME SPA;76086428-5',
  'RUT;Nombre de fantasía;Razón social\n76086428-5;ACMITO;ACME SPA',
  'RUT;Nombre contacto;Cliente\n76086428-5;Ana;ACME SPA',
  'Cuerpo RUT;DV;Razón social\n76086428;5;ACME SPA',
])('takes the client, and no other person of its row: %j', (text) => {
  expect(read(text)).toEqual([['76086428-5', 'ACME SPA', '']]);
});

it.each(['76086428-5 / 76501137-K\tGRUPO', '76086428-5 y 76501137-K', '76086428-5; 76501137-K\tGRUPO'])(
  'takes each RUT of a cell that has several: %j',
  (text) => {
    expect(read(text).map(([rut]) => rut)).toEqual(['76086428-5', '76501137-K']);
  },
);
