import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { readTiff } from '../../../../../electron/lib/file-formats/tiff/read-tiff.ts';
import { readFileText } from '../../../../../electron/text/extraction/file-text.ts';
import type { TextStep } from '../../../../../electron/text/extraction/page-collector.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { type MadeObject, madePdf } from '../../../../support/samples/made-pdf.ts';
import { bitsPdf, picturePdf, scanJpeg, scanPng } from '../../../../support/samples/made-scan.ts';
import { madeTiff } from '../../../../support/samples/made-tiff.ts';
import { sha256Of, textPdf, zipOf } from '../../../../support/samples/text-files.ts';

vi.mock('../../../../../electron/lib/file-formats/tiff/read-tiff.ts', { spy: true });

test('a TIFF is parsed once, however many pages it has', async () => {
  const fields = { 256: 8, 257: 1, 258: 1, 259: 1, 262: 1, 278: 1 };
  const bytes = madeTiff(Array.from({ length: 40 }, () => ({ fields, strips: [Buffer.alloc(1)] })));
  const path = join(temporaryFolder(), 'fax.tif');
  writeFileSync(path, bytes);
  const steps: TextStep[] = [];
  await readFileText({ path, sha256: sha256Of(bytes) }, (step) => void steps.push(step));
  expect(steps.at(-1)).toMatchObject({ pages: 40, unreadPages: 40, reason: 'no-text' });
  expect(vi.mocked(readTiff)).toHaveBeenCalledOnce();
});

const resources = '<</Font<</F1 8 0 R>>/XObject<</I 9 0 R>>>>';
const drawing = (lines: string): MadeObject => ({
  dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 200 50]/Resources ${resources}`,
  stream: `BT /F1 12 Tf 5 20 Td ${lines} ET`,
});
const annotation = (rest: string) => `<</Type/Annot/Rect[10 10 210 60]/F 4 ${rest}>>`;
/** A page with this content, a stamp, a signature, a choice and a field, none of which has other words. */
const annotated = (content: string): Buffer =>
  madePdf({
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[21 0 R 22 0 R 23 0 R]>>>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 300]>>',
    3: `<</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources ${resources}/Annots[20 0 R 21 0 R 22 0 R 23 0 R 24 0 R]>>`,
    6: { dictionary: '', stream: content },
    8: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    9: {
      dictionary: '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8',
      stream: '\0',
    },
    20: annotation('/Subtype/Stamp/AP<</N 30 0 R>>'),
    21: annotation('/Subtype/Widget/FT/Sig/T(firma)/AP<</N 31 0 R>>'),
    22: annotation('/Subtype/Widget/FT/Ch/T(puerto)/V(San Antonio)/Opt[(San Antonio)(Arica)]'),
    23: annotation('/Subtype/Widget/FT/Tx/T(peso)/V(850 KG)'),
    24: annotation('/Subtype/Stamp/F 2/AP<</N 32 0 R>>'),
    30: drawing('(PAGADO ADUANA) Tj 0 -14 Td [(20 O)10(CT)-400(2026)] TJ'),
    31: drawing('(Firmado por) Tj 0 -14 Td (ANA SOTO) Tj'),
    32: drawing('(OCULTO) Tj'),
  });

/** A page with this content alone, which has a font and a picture of one pixel. */
const written = (content: string): Buffer =>
  madePdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 300]>>',
    3: `<</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources ${resources}>>`,
    6: { dictionary: '', stream: content },
    8: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    9: {
      dictionary: '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8',
      stream: '\0',
    },
  });

async function stepsOf(bytes: Buffer): Promise<TextStep[]> {
  const path = join(temporaryFolder(), 'papel.pdf');
  writeFileSync(path, bytes);
  const steps: TextStep[] = [];
  await readFileText({ path, sha256: sha256Of(bytes) }, (step) => void steps.push(step));
  return steps;
}
const wordsOf = (steps: readonly TextStep[]) =>
  steps.flatMap((step) => (step.kind === 'pages' ? step.words.flatMap(({ text }) => text.split('\n')) : []));
const beside = ['850 KG', 'San Antonio', 'PAGADO ADUANA', '20 OCT 2026', 'Firmado por', 'ANA SOTO'];

test('what stamps and signatures draw is read beside the text of a page', async () => {
  const steps = await stepsOf(annotated('BT /F1 12 Tf 20 200 Td (Factura) Tj ET'));
  expect(wordsOf(steps).toSorted()).toEqual(['Factura', ...beside].toSorted());
  expect(steps.at(-1)).toMatchObject({ pages: 1, unreadPages: 0, reason: '' });
});

test('a scan with a stamp is still a scan, and the stamp is read', async () => {
  const steps = await stepsOf(annotated('q 300 0 0 300 0 0 cm /I Do Q'));
  expect(wordsOf(steps).toSorted()).toEqual(beside.toSorted());
  expect(steps.at(-1)).toMatchObject({ pages: 1, unreadPages: 1, scans: [1], reason: 'no-text' });
});

test('a form whose words are all in its fields is read', async () => {
  const steps = await stepsOf(annotated('0 0 10 10 re S'));
  expect(wordsOf(steps).toSorted()).toEqual(beside.toSorted());
  expect(steps.at(-1)).toMatchObject({ pages: 1, unreadPages: 0, reason: '' });
});

/** A Mexican invoice, which says all in attributes. */
const cfdi = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Comprobante="borrador" -->
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'
  xsi:schemaLocation="http://www.sat.gob.mx/cfd/4 http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd"
  Serie = "F" Folio="88123" Fecha="2026-10-05T10:00:00" Total="12450.00" Moneda="USD"
  Sello="${'mWpK/8Zt+'.repeat(30)}==">
  <cfdi:Emisor Rfc='AME010101AAA' Nombre="Aceros &quot;Ñandú&quot; &amp; C&#237;a"/>
  <cfdi:Concepto Descripcion="Tubo > 3/4 de pulgada" Vacio="">observado</cfdi:Concepto>
</cfdi:Comprobante>`;

test('what an XML says in attributes is read, without names, schemas and keys', async () => {
  expect(wordsOf(await stepsOf(Buffer.from(cfdi)))).toEqual([
    'F 88123 2026-10-05T10:00:00 12450.00 USD',
    'AME010101AAA Aceros "Ñandú" & Cía',
    'Tubo > 3/4 de pulgada',
    'observado',
  ]);
});

test('attributes of a web page are its looks, and are not read', async () => {
  const page =
    '<!DOCTYPE html>\n<html lang="es"><body class="azul"><p style="color: red">Aviso</p></body></html>';
  expect(wordsOf(await stepsOf(Buffer.from(page)))).toEqual(['Aviso']);
});

test('an attribute without an end costs no other text', async () => {
  expect(wordsOf(await stepsOf(Buffer.from('<a folio="12><b>resto</b><c d=e f>fin</c></a>')))).toEqual([
    'resto',
    'fin',
  ]);
});

test('a quote within a comment costs no text behind it', async () => {
  expect(wordsOf(await stepsOf(Buffer.from('<a><!-- folio="12 -->resto "fin"<b>otro</b></a>')))).toEqual([
    'resto "fin"',
    'otro',
  ]);
});

test('a workbook whose tags have a prefix is read', async () => {
  const workbook = zipOf({
    'xl/workbook.xml': '<x:workbook/>',
    'xl/sharedStrings.xml':
      '<?xml version="1.0"?><x:sst xmlns:x="main"><x:si><x:t>Flete &amp; seguro</x:t></x:si></x:sst>',
    'xl/worksheets/sheet1.xml':
      '<x:worksheet xmlns:x="main"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c><x:v>12450</x:v></x:c></x:row><x:row><x:c t="inlineStr"><x:is><x:t>USD</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
  });
  expect(wordsOf(await stepsOf(workbook))).toEqual(['Flete & seguro 12450', 'USD']);
});

/** How many pages of a PDF are unread, and its words. */
async function readingOf(bytes: Buffer) {
  const steps = await stepsOf(bytes);
  const end = steps.at(-1);
  if (end?.kind !== 'end') throw new Error('the reading has no end');
  return { words: wordsOf(steps), scans: end.scans, unreadPages: end.unreadPages, reason: end.reason };
}
const scan = () => scanJpeg('Conocimiento de embarque');
const manyWords = (count: number) => Array.from({ length: count }, (_, at) => `palabra${at}`).join(' ');

test.each([
  ['an app', 'Escaneado con CamScanner'],
  ['a fax', '27/10/2026 10:31 FROM: +56 2 2345 6789 TO: +56 2 9876 5432 P.01/03'],
  ['a page number', '3'],
  [
    'an electronic signature',
    'Este documento ha sido firmado electrónicamente de acuerdo con la ley N° 19.799. Para verificar la integridad y autenticidad ingrese a https://www.firma.cl con el código ABC-123',
  ],
])('a scan with the line of %s over it is still a scan, and the line is read', async (_, words) => {
  const read = await readingOf(await picturePdf([scan()], { words }));
  expect(read).toMatchObject({ scans: [1], unreadPages: 1, reason: 'no-text' });
  expect(read.words.join(' ').replaceAll('- ', '-')).toContain(words.slice(0, 20).trim());
});

test('a scan on its side is a scan, too', async () => {
  const turned = await picturePdf([scan()], { words: 'Página 1', turn: 90 });
  expect(await readingOf(turned)).toMatchObject({ scans: [1] });
});

test('a scan in strips is a scan, and a colour behind a short text is none', async () => {
  const strip = `cm BI /W 40 /H 100 /BPC 8 /CS /G ID ${'a'.repeat(4_000)} EI Q`;
  const colour = 'q 300 0 0 300 0 0 cm /I Do Q';
  const words = 'BT /F1 6 Tf 9 9 Td (Escaneado) Tj ET';
  const strips = [0, 1, 2, 3].map((at) => `q 75 0 0 200 ${at * 75} 0 ${strip}`).join('\n');
  expect(await readingOf(written(`${words} ${strips}`))).toMatchObject({ scans: [1] });
  expect(await readingOf(written(`${words} ${strips.split('\n')[0]}`))).toMatchObject({ scans: [] });
  expect(await readingOf(written(`${words} ${colour}`))).toMatchObject({ scans: [] });
});

test.each([
  ['a short text with a logo', { words: 'Anexo 3', pageSize: [595, 842] as [number, number] }],
  ['a full text over a picture', { words: manyWords(45) }],
])('a page that has %s is read', async (_, look) => {
  expect(await readingOf(await picturePdf([scan()], look))).toMatchObject({ unreadPages: 0, reason: '' });
});

test('an empty page is read: it waits for nothing', async () => {
  expect(await readingOf(await textPdf(['Factura', '', ' ', 'Fin']))).toEqual({
    words: ['Factura', 'Fin'],
    scans: [],
    unreadPages: 0,
    reason: '',
  });
});

test('a page whose packed content has no byte is empty', async () => {
  const pdf = madePdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>',
    4: { dictionary: '/Filter/FlateDecode', stream: '' },
  });
  expect(await readingOf(pdf)).toMatchObject({ scans: [], unreadPages: 0, reason: '' });
});

test('a page with a drawing or a picture of any size is not empty', async () => {
  const side = 20_000;
  const huge = { width: side, height: side, bits: deflateSync(Buffer.alloc((side / 8) * side)) };
  expect(await readingOf(bitsPdf(huge, 'FlateDecode'))).toMatchObject({ scans: [1], reason: 'no-text' });
  expect(await readingOf(await picturePdf([scanPng('uno')]))).toMatchObject({ scans: [1] });
  expect(await readingOf(written('0 0 100 100 re f'))).toMatchObject({ scans: [1] });
  expect(await readingOf(written('0 0 m 100 100 l S'))).toMatchObject({ scans: [1] });
  expect(await readingOf(written('q 0 0 100 100 re W n 1 0 0 rg Q'))).toMatchObject({ scans: [] });
});

test('an empty page of an attached PDF leaves the mail read', async () => {
  const mailOf = (pdf: Buffer) =>
    [
      ...['From: Ana <ana@agencia.cl>', 'Subject: Factura', 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/mixed; boundary=x', '', '--x', 'Content-Type: text/plain', '', 'Va.'],
      ...['--x', 'Content-Type: application/pdf; name="a.pdf"', 'Content-Transfer-Encoding: base64', ''],
      ...[pdf.toString('base64').replace(/.{76}/g, '$&\r\n'), '--x--', ''],
    ].join('\r\n');
  const [empty, picture] = [await textPdf(['Total', '']), await picturePdf([scan()])];
  expect(await readingOf(Buffer.from(mailOf(empty)))).toMatchObject({ reason: '' });
  expect(await readingOf(Buffer.from(mailOf(picture)))).toMatchObject({ reason: 'no-text' });
});

test('a PDF without a page is damaged, not read', async () => {
  const empty = madePdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Count 0/Kids[]>>' });
  expect((await stepsOf(empty)).at(-1)).toMatchObject({ unreadPages: 1, scans: [], reason: 'damaged' });
});

test('a page that is not in its file is damaged, and no scan', async () => {
  const lost = madePdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 300 300]>>',
    3: `<</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources ${resources}>>`,
    6: { dictionary: '', stream: 'BT /F1 12 Tf 20 200 Td (Factura) Tj ET' },
    8: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  });
  const steps = await stepsOf(lost);
  expect(wordsOf(steps)).toEqual(['Factura']);
  expect(steps.at(-1)).toMatchObject({ ownPages: 2, unreadPages: 1, scans: [], reason: 'damaged' });
});
