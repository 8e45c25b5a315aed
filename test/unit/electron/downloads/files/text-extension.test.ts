import { expect, test } from 'vitest';
import { createOpening } from '../../../../../electron/downloads/files/body-opening.ts';
import { contentKind } from '../../../../../electron/downloads/files/content-type.ts';

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
