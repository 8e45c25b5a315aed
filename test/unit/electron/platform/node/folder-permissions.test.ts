import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readersIn, readersOfHome } from '../../../../../electron/platform/node/folder-permissions.ts';

const own = '(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;FA;;;S-1-5-21-1-2-3-1001)';

test('a profile as Windows makes it is its owner’s, the system’s and the administrators’ alone', () => {
  expect(readersIn(`Carpeta\r\nD:PAI${own}\r\n`)).toEqual([]);
});

test.each([
  ['everybody', '(A;OICI;FA;;;WD)', ['WD']],
  ['the users of the computer, who may read', '(A;OICI;0x1200a9;;;BU)', ['BU']],
  ['who has logged on, by generic rights', '(A;OICIIO;GXGR;;;AU)', ['AU']],
  ['the users of a domain, by their identifier', '(A;;FR;;;S-1-5-21-9-8-7-513)', ['DU']],
  ['everybody by its identifier, twice', '(A;;FA;;;S-1-1-0)(A;ID;FR;;;WD)', ['WD']],
  ['who may only pass, write or is denied', '(A;;0x100020;;;BU)(A;;0x2;;;WD)(D;;FA;;;AN)', []],
  ['another single person', '(A;;FA;;;S-1-5-21-1-2-3-1002)', []],
])('rights for %s are told as such', (_, entries, readers) => {
  expect(readersIn(`D:${own}${entries}`)).toEqual(readers);
});

test('the rights are asked of the system’s own program, by its whole path and through a file', async () => {
  const asked: string[][] = [];
  const readers = await readersOfHome('C:\\Users\\Ñandú\\AppData\\Local\\Carpeta', {
    platform: 'win32',
    systemRoot: 'C:\\Windows',
    run: async (program, args) => {
      asked.push([program, ...args.filter((_arg, index) => index !== 2)]);
      await writeFile(args[2] ?? '', Buffer.from(`Carpeta\r\nD:${own}(A;;FA;;;BU)\r\n`, 'utf16le'));
    },
  });
  expect(readers).toEqual(['BU']);
  expect(asked).toEqual([
    ['C:\\Windows\\System32\\icacls.exe', 'C:\\Users\\Ñandú\\AppData\\Local\\Carpeta', '/save', '/q'],
  ]);
});

test('elsewhere nothing is asked: modes decide there', async () => {
  const run = () => Promise.reject(new Error('nobody should ask'));
  expect(await readersOfHome('/home/ana/.config/Carpeta', { platform: 'linux', run })).toEqual([]);
});
