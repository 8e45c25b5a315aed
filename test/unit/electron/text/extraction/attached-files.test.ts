import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { startWorker } from '../../../../../electron/platform/terminal/index.ts';
import { createReadFileTexts, type FileText } from '../../../../../electron/text/index.ts';
import { outlookFile } from '../../../../scenarios/preview/outlook-file.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { madePdf } from '../../../../support/samples/made-pdf.ts';
import { scanJpeg } from '../../../../support/samples/made-scan.ts';
import { pdfWith, sha256Of, textPdf, zipOf } from '../../../../support/samples/text-files.ts';

/** What is read of a file with these bytes; `only` some of its pages. */
async function read(bytes: Buffer, only?: readonly number[]) {
  const path = join(temporaryFolder(), 'papel');
  writeFileSync(path, bytes);
  const texts: FileText[] = [];
  const file = { path, sha256: sha256Of(bytes), ...(only && { only }) };
  // In a process of its own, as Node loads what reads Outlook's files.
  await createReadFileTexts(startWorker)([file], (_, text) => void texts.push(text));
  const [text] = texts;
  if (!text) throw new Error('the file has no outcome');
  return { ...text, words: text.words.map((one) => `${one.page} ${one.text}`) };
}

type Files = Readonly<Record<string, Buffer | string>>;

/** A workbook of one sheet that says this, with further files. */
const workbook = (text: string, files: Files = {}) =>
  zipOf({
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': `<worksheet><row><c t="inlineStr"><is><t>${text}</t></is></c></row></worksheet>`,
    ...files,
  });

function mailWith(files: Files): Buffer {
  const bodies = Object.entries(files).flatMap(([name, content]) => [
    ...['--x', `Content-Type: application/octet-stream; name="${name}"`, 'Content-Transfer-Encoding: base64'],
    ...[`Content-Disposition: attachment; filename="${name}"`, ''],
    Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ]);
  const head = ['From: Ana <ana@agencia.cl>', 'Subject: Embarque', 'MIME-Version: 1.0'];
  const text = [
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'Va.',
  ];
  return Buffer.from([...head, ...text, ...bodies, '--x--', ''].join('\r\n'));
}

test.each([{ isMarked: false }, { isMarked: true }])(
  'the files in a PDF are read as parts behind its pages (%o)',
  async (look) => {
    const files = {
      'a.eml': mailWith({}),
      'detalle.xlsx': workbook('Flete 12450'),
      'guia.pdf': await textPdf(['Guía 771']),
      'nota.txt': 'Puerto de San Antonio',
    };
    const { words, ...end } = await read(await pdfWith(files, look));
    expect(words.map((each) => each.replaceAll('\n', ' '))).toEqual([
      '1 Factura',
      '2 a.eml detalle.xlsx guia.pdf nota.txt',
      '3 Embarque Ana <ana@agencia.cl> Va.',
      '4 Flete 12450',
      '5 Guía 771',
      '6 Puerto de San Antonio',
    ]);
    expect(end).toMatchObject({ ownPages: 1, pages: 6, unreadPages: 0, reason: '' });
  },
);

test('what is attached to a PDF and not read is told, and costs no other', async () => {
  const nested = await pdfWith({ 'adentro.txt': 'nadie' }, { page: 'Anexo' });
  const files = { '1.jpg': scanJpeg('Guía'), '2.zip': zipOf({ a: 'b' }), '3.pdf': nested, '4.txt': 'Nota' };
  const { words, ...end } = await read(await pdfWith(files));
  expect(words).toEqual(['1 Factura', '2 1.jpg\n2.zip\n3.pdf\n4.txt', '3 Anexo', '4 adentro.txt', '5 Nota']);
  expect(end).toMatchObject({ ownPages: 1, unreadPages: 3, scans: [], reason: 'no-text' });
  const damaged = await read(await pdfWith({ '1.pdf': '%PDF-1.7\nnothing', '2.txt': 'Nota' }));
  expect(damaged).toMatchObject({ reason: 'damaged', unreadPages: 1 });
  expect(damaged.words.at(-1)).toBe('3 Nota');
});

test('the workbooks and texts of a mail are read, and its other files told', async () => {
  const files = { 'detalle.xlsx': workbook('Flete 12450'), 'nota.xml': '<a>Guía 88</a>' };
  const eml = await read(mailWith(files));
  expect(eml).toMatchObject({ ownPages: 0, unreadPages: 0, reason: '' });
  expect(eml.words.slice(1)).toEqual(['2 Flete 12450', '3 Guía 88']);
  expect(await read(mailWith({ ...files, 'a.zip': zipOf({ a: 'b' }) }))).toMatchObject({
    unreadPages: 1,
    reason: 'unsupported',
  });
  const attachments = Object.entries(files).map(([name, content]) => [name, Buffer.from(content)] as const);
  const from = ['Ana', 'ana@agencia.cl'] as const;
  const msg = await read(outlookFile({ subject: 'Embarque', from, to: [], body: 'Va.', attachments }));
  expect(msg).toMatchObject({ unreadPages: 0, reason: '' });
  expect(msg.words.slice(1)).toEqual(['2 Flete 12450', '3 Guía 88']);
});

test('a damaged comment of a workbook costs no other words, and is told', async () => {
  const damaged = 'xl/comments/comment1.xml';
  const bytes = workbook('Flete 12450', {
    [damaged]: '<comments><comment><text><t>ojo</t></text></comment></comments>',
    'xl/drawings/drawing1.xml': '<a:p><a:t>TIMBRE</a:t></a:p>',
  });
  // The check sum of its entry in the archive's directory.
  bytes.writeUInt32LE(1, bytes.lastIndexOf(damaged) - 30);
  const own = await read(bytes);
  expect(own).toMatchObject({ unreadPages: 1, reason: 'damaged' });
  expect(own.words).toEqual(['1 Flete 12450', '2 TIMBRE']);
  const attached = await read(mailWith({ 'detalle.xlsx': bytes }));
  expect(attached).toMatchObject({ unreadPages: 1, reason: 'damaged' });
  expect(attached.words.slice(1)).toEqual(['2 Flete 12450', '3 TIMBRE']);
});

test('the files in a workbook are read, and a picture beside few words is told', async () => {
  const inner = workbook('Peso 900');
  const files = { 'xl/embeddings/hoja.xlsx': inner, 'xl/embeddings/oleObject1.bin': '\0\x01' };
  const { words, ...end } = await read(workbook('Flete', { 'xl/embeddings/nota.txt': 'Nota 7' }));
  expect(words).toEqual(['1 Flete', '2 nota.txt', '3 Nota 7']);
  expect(end).toMatchObject({ ownPages: 0, reason: '' });
  const mixed = await read(workbook('Flete', files));
  expect(mixed).toMatchObject({ unreadPages: 1, reason: 'unsupported' });
  expect(mixed.words).toContain('3 Peso 900');
  const picture = { 'xl/media/image1.png': 'picture' };
  expect(await read(workbook('Flete', picture))).toMatchObject({ unreadPages: 1, reason: 'no-text' });
  const many = Array.from({ length: 45 }, (_, at) => `palabra${at}`).join(' ');
  expect(await read(workbook(many, picture))).toMatchObject({ reason: '' });
});

test('of very many attachments the first are read, and the rest is told', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 202 }, (_, at) => [`${1_000 + at}.txt`, `dato${at}`]),
  );
  for (const bytes of [mailWith(files), await pdfWith(files)]) {
    const { words, ...end } = await read(bytes);
    expect(words.some((each) => each.endsWith(' dato199'))).toBe(true);
    expect(words.some((each) => each.endsWith(' dato200'))).toBe(false);
    expect(end).toMatchObject({ unreadPages: 2, reason: 'too-large' });
  }
});

test('a part of an attached file is read again alone', async () => {
  const bytes = await pdfWith({ '1.txt': 'uno', '2.txt': 'dos' });
  expect((await read(bytes, [4])).words).toEqual(['4 dos']);
  expect((await read(bytes, [1])).words).toEqual(['1 Factura']);
});

test('what an attached file says is no fact of the document', async () => {
  const declaration = 'Declaración de ingreso\nNúmero de aceptación: 1234567890';
  const own = await read(await textPdf([declaration]));
  expect(own.facts).toMatchObject([{ form: 'din', value: '1234567890' }]);
  const attached = await textPdf([declaration]);
  expect((await read(await pdfWith({ 'din.pdf': attached }))).facts).toEqual([]);
  const page = 'Declaración de ingreso';
  const beside = await pdfWith({ 'din.txt': 'Número de aceptación: 1234567890' }, { page });
  expect((await read(beside)).facts).toEqual([]);
});

/** A PDF of one page, whose files are in these streams and have these names; further pages are missing. */
function pdfOf(
  files: readonly { name?: string; dictionary: string; stream: Buffer }[],
  { missingPages = 0, others = {} }: { missingPages?: number; others?: Parameters<typeof madePdf>[0] } = {},
): Buffer {
  const missing = Array.from({ length: missingPages }, (_, index) => `${900 + index} 0 R`).join(' ');
  const names = files.map(({ name }, index) => `${name ?? `(${index}.txt)`} ${100 + index} 0 R`).join(' ');
  return madePdf({
    ...others,
    1: `<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Kids[7 0 R]>>>>>>`,
    2: `<</Type/Pages/Count ${1 + missingPages}/Kids[3 0 R ${missing}]/MediaBox[0 0 300 300]>>`,
    3: '<</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources<</Font<</F1 8 0 R>>>>>>',
    6: { dictionary: '', stream: 'BT /F1 12 Tf 20 200 Td (Factura) Tj ET' },
    7: `<</Names[${names}]>>`,
    8: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...Object.fromEntries(
      files.flatMap(({ dictionary, stream }, index) => [
        [100 + index, `<</Type/Filespec/UF(${index}.txt)/EF<</F ${200 + index} 0 R>>>>`],
        [200 + index, { dictionary, stream }],
      ]),
    ),
  });
}
const flate = '/Filter/FlateDecode';
const deflated = (text: string) => ({ dictionary: flate, stream: deflateSync(text) });

test('an embedded file that would unpack to very much is told, and costs no other', async () => {
  const bomb = { dictionary: flate, stream: deflateSync(Buffer.alloc(100 * 1024 * 1024, 'a\n')) };
  const { words, ...end } = await read(pdfOf([bomb, deflated('Nota')]));
  expect(end).toMatchObject({ ownPages: 1, unreadPages: 1, reason: 'too-large' });
  expect(words).toEqual(['1 Factura', '2 0.txt\n1.txt', '3 Nota']);
});

test('very many embedded files that would unpack to very much are told', async () => {
  const bomb = { dictionary: flate, stream: deflateSync(Buffer.alloc(65 * 1024 * 1024, 'a\n')) };
  const end = await read(pdfOf([bomb, bomb, deflated('Nota')]));
  expect(end).toMatchObject({ unreadPages: 3, reason: 'too-large' });
});

test('packed objects that would unpack to very much cost the embedded files alone', async () => {
  const dictionary = `/Type/ObjStm/N 1/First 4${flate}`;
  const objects = { dictionary, stream: deflateSync(Buffer.alloc(128 * 1024 * 1024, '1 0 ')) };
  const bytes = pdfOf([deflated('Nota'), deflated('Guía')], { others: { 50: objects } });
  const { words, ...end } = await read(bytes);
  expect(words).toEqual(['1 Factura', '2 0.txt\n1.txt']);
  expect(end).toMatchObject({ ownPages: 1, unreadPages: 2, reason: 'too-large' });
});

test('a list of embedded files that leads in a circle costs neither the pages nor their facts', async () => {
  const declaration = await textPdf(['Declaración de ingreso\nNúmero de aceptación: 1234567890']);
  const document = await PDFDocument.load(declaration);
  const node = document.context.nextRef();
  document.context.assign(node, document.context.obj({ Kids: [node] }));
  document.catalog.set(PDFName.of('Names'), document.context.obj({ EmbeddedFiles: node }));
  const circular = await read(Buffer.from(await document.save()));
  expect(circular).toMatchObject({ ownPages: 1, unreadPages: 1, reason: 'damaged' });
  expect(circular.facts).toMatchObject([{ form: 'din', value: '1234567890' }]);
});

test('an embedded file is read as its filters say', async () => {
  const nota = Buffer.from('Nota');
  const stream = deflateSync(nota);
  const files = [
    { dictionary: '', stream: nota },
    { dictionary: '/Filter[/ASCIIHexDecode/FlateDecode]', stream: Buffer.from(`${stream.toString('hex')}>`) },
    // Without the checksum at its end, which readers of PDFs do not ask for.
    { dictionary: flate, stream: stream.subarray(0, -4) },
    { dictionary: `${flate}/DecodeParms<</Predictor 1>>`, stream },
    { dictionary: `${flate}/DecodeParms<</Predictor 12>>`, stream },
    { dictionary: '/Filter/LZWDecode', stream: nota },
    { dictionary: '/Filter/RunLengthDecode', stream: nota },
    { dictionary: '/Filter/FlateDecode', stream: nota },
  ];
  const { words, ...end } = await read(pdfOf(files));
  expect(words.slice(2)).toEqual(['3 Nota', '4 Nota', '5 Nota', '6 Nota']);
  expect(end).toMatchObject({ unreadPages: 4, reason: 'unsupported' });
});

test('an embedded file is found by its name in any encoding, also one that no standard has', async () => {
  const hex = (name: string, encoding: BufferEncoding, mark = '') =>
    `<${mark}${Buffer.from(name, encoding).toString('hex')}>`;
  const names = [
    hex('Guía a.txt', 'utf8'),
    hex('Guía b.txt', 'utf8', 'efbbbf'),
    hex('Guía c.txt', 'utf16le', 'fffe'),
    `${hex('Guía d.txt', 'utf16le', 'fffe').slice(0, -1)}00>`,
    hex('Guía e.txt', 'latin1'),
  ];
  const { words, unreadPages } = await read(pdfOf(names.map((name) => ({ name, ...deflated('Nota') }))));
  expect(words.slice(2)).toEqual(['3 Nota', '4 Nota', '5 Nota', '6 Nota', '7 Nota']);
  expect(unreadPages).toBe(0);
});

test.each([{ isMarked: false }, { isMarked: true }])(
  'the files in a PDF that forbids changes are read (%o)',
  async (look) => {
    const bytes = await pdfWith({ 'ñota.txt': 'Nota' }, { ...look, ownerPassword: 'dueño' });
    expect((await read(bytes)).words.slice(1)).toEqual(['2 ñota.txt', '3 Nota']);
  },
);

test('a page that cannot be read costs neither the other pages nor the files', async () => {
  const { words, ...end } = await read(pdfOf([deflated('Nota')], { missingPages: 1 }));
  expect(words).toEqual(['1 Factura', '3 0.txt', '4 Nota']);
  expect(end).toMatchObject({ ownPages: 2, unreadPages: 1, scans: [], reason: 'damaged' });
});
