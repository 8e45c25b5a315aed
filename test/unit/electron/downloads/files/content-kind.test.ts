import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { contentKind, detectionBytes } from '../../../../../electron/downloads/files/content-kind.ts';
import { createOpening } from '../../../../../electron/downloads/files/first-text.ts';

function kindOf(content: Buffer, contentType = '') {
  const opening = createOpening();
  opening.add(content);
  return contentKind(
    { beginning: content.subarray(0, detectionBytes), opening, size: content.length },
    contentType,
    '',
  );
}

const page = Buffer.from('<!DOCTYPE html><html><body>La sesión ha expirado</body></html>');

function packed(content: Buffer, layers: number): Buffer {
  let result: Buffer = content;
  // Stored as it is, so that all layers begin within the bytes that are inspected.
  for (let layer = 0; layer < layers; layer++) result = gzipSync(result, { level: 0 });
  return result;
}

test.each([1, 2, 3])('an error page that is packed %i times is one', (layers) => {
  expect(kindOf(packed(page, layers)).kind).toBe('error-page');
});

test('what is packed 200 times is kept as it came', () => {
  const nest = packed(page, 200);
  expect(nest.subarray(0, detectionBytes).includes('expirado')).toBe(true);
  expect(kindOf(nest)).toEqual({ kind: 'document', extension: 'gz' });
});

/** Units of five bytes: a stored block that copies the next four, and a block that repeats the last four. */
const [copyFour, repeatFour] = ['001400ebff', '428821c400'];
/** An archive that unpacks to itself, by Russ Cox's "Zip Files All The Way Down". */
const quine = Buffer.from(
  [
    ...['1f8b0808000000000003', '7175696e00', copyFour, '1f8b0808000000000003', '7175696e00', copyFour],
    ...[repeatFour, copyFour, repeatFour, copyFour, repeatFour, copyFour],
    ...[repeatFour, copyFour, '00'.repeat(20)],
  ].join(''),
  'hex',
);

test('an archive that unpacks to itself is kept as it came', () => {
  expect(gunzipSync(quine, { finishFlush: constants.Z_SYNC_FLUSH }).equals(quine)).toBe(true);
  expect(kindOf(quine)).toEqual({ kind: 'document', extension: 'gz' });
});

test('an archive whose beginning unpacks to more than a message has is kept as it came', () => {
  const wide = gzipSync(Buffer.concat([Buffer.alloc(2 * 1024 * 1024, ' '), page]));
  expect(wide.length).toBeLessThan(detectionBytes);
  expect(kindOf(wide)).toEqual({ kind: 'document', extension: 'gz' });
});

const html = page.toString();
const filled = (text: string) => Buffer.from(text.padEnd(2048, ' '), 'latin1');

test.each([
  ['on the next line', `%PDF-1.4\n${html}`],
  ['on the same line', `%PDF-1.7 ${html}`],
  ['after comments', `%PDF-1.4\r\n%\xe2\xe3\xcf\xd3\r\n% portal\r\n\r\n${html}`],
  ['after a comment of HTML', `%PDF-1.4\n<!-- 502 -->\n${html}`],
  ['after blanks and a line', ` \n\nOK\n%PDF-1.4\n${html}`],
])('a page behind the header of a PDF is an error page: %s', (_, text) => {
  for (const type of ['application/pdf', 'text/html', 'application/octet-stream', ''])
    expect([type, kindOf(filled(text), type).kind]).toEqual([type, 'error-page']);
});

test('an error in XML behind the header of a PDF is no PDF', () => {
  const text = '%PDF-1.4\n<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>';
  expect(kindOf(filled(text), 'application/pdf').kind).toBe('error-page');
  expect(kindOf(filled(text)).extension).not.toBe('pdf');
});

const body = '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n';

test.each([
  ['alone', `%PDF-1.4\n%\xe2\xe3\xcf\xd3\n${body}`],
  ['with blanks before it', `\r\n\r\n  %PDF-1.4\n${body}`],
  ['with a text before it', `Content-Disposition: attachment\n%PDF-1.4\n${body}`],
  ['with its objects on its own line', '%PDF-1.4 1 0 obj <</Type/Catalog>> endobj'],
  ['with markup of a server before its objects', `%PDF-1.4\n<!-- cached -->\n${body}`],
  ['with nothing that is known after it', '%PDF-1.4\nxref'],
])('the header of a PDF %s makes a PDF', (_, text) => {
  expect(kindOf(filled(text), 'application/pdf')).toEqual({ kind: 'document', extension: 'pdf' });
});

/** The extension of a document of which neither the answer nor the link says anything. */
function extension(content: Buffer | string): string {
  const beginning = Buffer.from(content);
  const opening = createOpening();
  opening.add(beginning);
  return contentKind({ beginning, opening, size: 9_000 }, 'application/octet-stream', 'https://s.cl/a')
    .extension;
}

const outlook = (entry: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1_016),
    Buffer.from(entry, 'utf16le'),
    Buffer.alloc(60),
  ]);

test.each<[string, Buffer | string, string]>([
  ['XML without a declaration', '<DTE version="1.0"><Documento>Ñuñoa</Documento></DTE>', 'xml'],
  ['XML with a prefix', '<sii:DTE xmlns:sii="a"/>', 'xml'],
  ['XML in ISO-8859-1', Buffer.from('<DTE><a>Ñuñoa</a></DTE>', 'latin1'), 'xml'],
  ['a mail', 'From: a@x.cl\r\nSubject: adjunto\r\n\r\nEl archivo empieza con %PDF-1.4 y no abre.\r\n', 'eml'],
  ['a table', 'folio;monto\n1;2000\n2;3000\n3', 'csv'],
  ['a table whose cells have its mark', 'folio,nombre\n1,"ACME, SpA"\n2,"VIÑA ""X"", Ltda"\n3', 'csv'],
  ['a mail of a mailbox', 'From a@x.cl Sat Jan  3 01:05:34 2026\nFrom: a@x.cl\nSubject: b\n\nhola\n', 'eml'],
  [
    'a mail that begins with what it answers to',
    'In-Reply-To: <a@x.cl>\nFrom: a@x.cl\nTo: b\n\nhola\n',
    'eml',
  ],
  ['a mail with an HTML body', 'Thread-Topic: DIN\nFrom: a@x.cl\nTo: b\n\n<html><body>hola', 'eml'],
  [
    'a mail behind an empty line, with ends of line of old systems',
    '\rFrom: a@x.cl\rSubject: b\r\rhola',
    'eml',
  ],
  ['XML behind its type', '<!DOCTYPE DTE SYSTEM "dte.dtd">\n<DTE><a>Ñuñoa</a></DTE>', 'xml'],
  ['XML whose element has an accent', '<Año><a>2026</a></Año>', 'xml'],
  ['a table with bars', 'folio|monto\n1|2000\n2|3000\n3', 'csv'],
  ['a table that says its mark', 'sep=;\nfolio;monto\n1;2000', 'csv'],
  ['a table under a title', 'Despachos de junio\n\nfolio;monto\n1;2000\n2;3000\n3', 'csv'],
  ['a table with a cell of two lines', 'folio,glosa\n1,"dos\nlíneas"\n2,"una"\n3', 'csv'],
  ['a table in UTF-16 without a mark', Buffer.from('folio;monto\n1;2000\n2;Ñuñoa\n3', 'utf16le'), 'csv'],
  ['a text in UTF-16 without a mark', Buffer.from('Señores: llegó la nave', 'utf16le').swap16(), 'txt'],
  ['a list in JSON', '[{"folio": 1}]', 'json'],
  ['a text', 'Se informa que el despacho fue aceptado.\nBM 300\n', 'txt'],
  ['a text that begins as a bitmap does', 'BM 300 es el código de la bodega, según la planilla.', 'txt'],
  ['a mail of Outlook', outlook('__substg1.0_0037001F'), 'msg'],
  ['a sheet of Excel before 2007', outlook('Workbook'), 'xls'],
  ['bytes that nothing tells', Buffer.from([1, 2, 3, 0, 255, 254, 7, 8, 9, 0, 0, 4]), 'bin'],
])('%s has its extension', (_, content, expected) => {
  expect(extension(content)).toBe(expected);
});
