import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readRegister } from '../../../../electron/database/index.ts';
import { createReadRegisterWorkbook } from '../../../../electron/dossier/read-register-workbook.ts';
import { worksheetsBytes } from '../../../../electron/exports/workbook.ts';
import type { Cell } from '../../../../electron/lib/worksheet-cell.ts';
import { startWorker } from '../../../../electron/platform/terminal/index.ts';
import { officeFile, workbookRecords } from '../../../support/samples/office-file.ts';
import { zipOf } from '../../../support/samples/text-files.ts';

const text = (written: string): Cell => ({ kind: 'text', text: written });
const number = (value: number): Cell => ({ kind: 'number', number: value });
const empty: Cell = { kind: 'empty' };

/** A workbook as the product writes it; its sheets by name. */
function written(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Promise<Buffer> {
  const worksheets = Object.entries(sheets).map(([name, rows]) => ({
    name,
    rows,
    headings: [],
    frozenRows: 1,
  }));
  return buffer(worksheetsBytes(worksheets));
}

/** A workbook of one sheet with these rows, in XML, and further files. */
const workbook = (rows: string, files: Readonly<Record<string, string>> = {}) =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets/></workbook>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...files,
  });

async function read(bytes: Buffer, limits?: { heapMb: number; stillMs: number }): Promise<string> {
  const handlers = createReadRegisterWorkbook(startWorker, limits);
  const { text } = await handlers['dossier.readLedger']({ base64: bytes.toString('base64') });
  return text;
}

const cells = (...written: string[]) =>
  written.map((one) => `<c t="inlineStr"><is><t>${one}</t></is></c>`).join('');
const ledgerRow = `<row>${cells('76.086.428-5', '123', '119.000')}</row>`;

test('a workbook is read as its first sheet with a register, each cell in its column', async () => {
  const head = ['Tipo Doc', 'RUT Proveedor', 'Razon Social', 'Folio', 'Fecha Docto', 'Otro', 'Monto Total'];
  const bytes = await written({
    Resumen: [[text('Compras de octubre')], [text('Total'), number(119_012.5)]],
    Octubre: [
      head.map(text),
      [
        number(33),
        text('76.086.428-5'),
        text('ALMACENES "EL\tSOL'),
        number(123),
        { kind: 'day', day: '2026-10-05' },
        empty,
        number(119_000),
      ],
      [],
      [
        number(61),
        text('76501137-K'),
        empty,
        text('0099'),
        { kind: 'time', time: '2026-10-06T15:30:00' },
        number(1),
        { kind: 'formula', formula: 'G2*2', value: 12.125 },
      ],
    ],
    Noviembre: [[text('76.086.428-5'), number(5), number(7)]],
  });
  const register = await read(bytes);
  expect(register.split('\n')).toEqual([
    head.join('\t'),
    "33\t76.086.428-5\tALMACENES 'EL SOL\t123\t05-10-2026\t\t119000",
    '',
    '61\t76501137-K\t\t0099\t06-10-2026\t1\t12,1250',
  ]);
  expect(readRegister(register).lines).toMatchObject([
    { line: 2, kind: '33', issuer: '76086428-5', folio: '123', day: '2026-10-05', total: 119_000 },
    { line: 4, kind: '61', issuer: '76501137-K', folio: '0099', day: '2026-10-06', total: 12.125 },
  ]);
});

test('cells are read as Excel writes them: shared texts, styles of days, values of formulas, errors', async () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-340A]dd\\-mmm\\-yy;@"/>
    <numFmt numFmtId="165" formatCode="&quot;días&quot;\\ #,##0"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14" xfId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>`;
  const row = [
    '<c r="A4" t="s"><v>1</v></c><c r="C4" t="s"><v>0</v></c><c r="D4"/>',
    '<c r="E4" s="1"><v>46300</v></c><c r="F4" s="2"><v>46300.75</v></c><c r="G4" s="3"><v>46300</v></c>',
    '<c r="H4" s="4"><v>0.5</v></c><c r="I4" t="b"><v>1</v></c><c r="J4" t="e"><v>#N/A</v></c>',
    '<c r="K4" t="str"><f>A1&amp;B1</f><v>a &amp; b</v></c><c r="L4"><f>1/3</f><v>-1234.5600000000002</v></c>',
    '<c r="M4"><v>1.19E5</v></c><c r="AA4"><v>7</v></c>',
  ];
  const bytes = workbook(`<row r="4">${row.join('')}</row>`, {
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml':
      '<sst><si><r><t>12</t></r><r><t>3_x000D_</t></r><rPh><t>x</t></rPh></si><si><t>76.086.428-5</t></si></sst>',
  });
  const fields = [
    '76.086.428-5',
    '',
    '123 ',
    '',
    '05-10-2026',
    '05-10-2026',
    '46300',
    '12:00',
    'VERDADERO',
    '',
  ];
  const more = ['a & b', '-1234,56', '119000', ...new Array<string>(13).fill(''), '7'];
  expect(await read(bytes)).toBe(`\n\n\n${[...fields, ...more].join('\t')}`);
});

test('the order of sheets is that of their tabs, and days may begin in 1904', async () => {
  const bytes = zipOf({
    'xl/workbook.xml':
      '<x:workbook xmlns:x="u" xmlns:r="v"><x:workbookPr date1904="1"/><x:sheets><x:sheet r:id="b"/><x:sheet r:id="a"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet>${ledgerRow}</worksheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet><row>${cells('9.068.826-K', '88')}<c s="0"><v>0</v></c></row></worksheet>`,
  });
  expect(await read(bytes)).toBe('9.068.826-K\t88\t01-01-1904');
});

test('a register of sales is read where no sheet is one of purchases', async () => {
  const sales = `<row>${cells('Tipo Venta', 'Rut cliente', 'Folio')}</row><row>${cells('1', '76.086.428-5', '5')}</row>`;
  expect(await read(workbook(sales))).toBe('Tipo Venta\tRut cliente\tFolio\n1\t76.086.428-5\t5');
});

const good = workbook(ledgerRow);
/** The archive with this bit of its flags, which says that it is encrypted. */
function withFlag(archive: Buffer): Buffer {
  const changed = Buffer.from(archive);
  for (let at = changed.indexOf('PK\x01\x02'); at >= 0; at = changed.indexOf('PK\x01\x02', at + 1)) {
    changed.writeUInt16LE(1, at + 8);
  }
  return changed;
}
/** The archive with another byte in what is packed of its sheet. */
function withOtherByte(archive: Buffer): Buffer {
  const changed = Buffer.from(archive);
  const at = changed.indexOf('sheet1.xml') + 40;
  changed.writeUInt8(changed.readUInt8(at) ^ 0xff, at);
  return changed;
}
const bomb = `<!DOCTYPE l [<!ENTITY a "ja">${Array.from('bcdefgh', (name) => `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(10)}">`).join('')}]>`;

test.each<[string, string, Buffer]>([
  ['an old workbook (.xls)', 'WORKBOOK_OTHER_FORMAT', officeFile({ Workbook: workbookRecords('e1000200') })],
  ['an old one with a password', 'WORKBOOK_ENCRYPTED', officeFile({ Workbook: workbookRecords('2f003600') })],
  ['an encrypted workbook', 'WORKBOOK_ENCRYPTED', officeFile({ EncryptedPackage: '' })],
  ['a bare mark of a compound file', 'WORKBOOK_OTHER_FORMAT', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['an encrypted archive', 'WORKBOOK_ENCRYPTED', withFlag(good)],
  ['an OpenDocument sheet (.ods)', 'WORKBOOK_OTHER_FORMAT', zipOf({ 'content.xml': '<office/>' })],
  ['no workbook', 'WORKBOOK_OTHER_FORMAT', Buffer.from('RUT;Folio')],
  ['half of a workbook', 'WORKBOOK_DAMAGED', good.subarray(0, good.length / 2)],
  ['another byte', 'WORKBOOK_DAMAGED', withOtherByte(good)],
  ['a bare ZIP mark', 'WORKBOOK_DAMAGED', Buffer.from('PK\x03\x04')],
  ['no lines of a register', 'WORKBOOK_WITHOUT_LINES', workbook(`<row>${cells('hola', '5')}</row>`)],
  ['no sheet', 'WORKBOOK_WITHOUT_LINES', zipOf({ 'xl/workbook.xml': '<workbook/>' })],
  ['entities of entities', 'WORKBOOK_WITHOUT_LINES', workbook(`${bomb}<row>${cells('&h;')}</row>`)],
  ['an unpacked part of 70 MB', 'WORKBOOK_TOO_LARGE', workbook(' '.repeat(70_000_000))],
  ['a million rows', 'WORKBOOK_TOO_LARGE', workbook('<row><c><v>1</v></c></row>'.repeat(1_000_000))],
])('%s is told as %s', async (_, code, bytes) => {
  await expect(read(bytes)).rejects.toMatchObject({ code });
});

test('a workbook that fills the memory of its process is told as too large, with the limit', async () => {
  const bytes = workbook('<row><c><v>1</v></c></row>'.repeat(1_500_000));
  await expect(read(bytes, { heapMb: 24, stillMs: 60_000 })).rejects.toMatchObject({
    code: 'WORKBOOK_TOO_LARGE',
    values: { rows: 100_000 },
  });
});

test('a workbook that is chosen later ends the reading of the one before', async () => {
  const { 'dossier.readLedger': readRegister } = createReadRegisterWorkbook(startWorker);
  const before = readRegister({ base64: good.toString('base64') });
  const after = readRegister({ base64: good.toString('base64') });
  await expect(before).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await after).toEqual({ text: '76.086.428-5\t123\t119.000' });
});

test('a workbook whose reading is cancelled is read no further, and the next one is read', async () => {
  const register = createReadRegisterWorkbook(startWorker);
  const cancelled = register['dossier.readLedger']({ base64: good.toString('base64') });
  const rejected = expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  await register['dossier.cancelLedger'](undefined);
  await rejected;
  const next = await register['dossier.readLedger']({ base64: good.toString('base64') });
  expect(next).toEqual({ text: '76.086.428-5\t123\t119.000' });
});
