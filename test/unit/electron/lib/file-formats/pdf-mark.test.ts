import { expect, test } from 'vitest';
import { isPdf } from '../../../../../electron/lib/file-formats/pdf-mark.ts';

const object = '1 0 obj\n<<>>\nendobj\n';

test.each([
  ['its mark at its beginning', '%PDF-1.7\n'],
  ['blanks before its mark', `${' '.repeat(900)}%PDF-1.7\n`],
  ['a head of HTTP before its mark', `HTTP/1.1 200 OK\r\n\r\n%PDF-1.4\n${object}`],
  ['bytes of no text before its mark', '\x00\x05lote.pdf\x00%PDF-1.4\n'],
])('what has %s is a PDF', (_, text) => {
  expect(isPdf(Buffer.from(text, 'latin1'))).toBe(true);
});

test.each([
  ['a text that speaks of the mark', 'El archivo empieza con %PDF-1.4 y no abre.\n'],
  ['a text with the mark on a line of its own', 'Los archivos tienen esta marca:\n%PDF-1.4\ny nada antes'],
  ['a mail', `From: a@x.cl\r\nSubject: adjunto\r\n\r\n%PDF-1.4\r\n${object}`],
  ['a container that holds one', `PK\x03\x04\x14\x00\x00a.pdf%PDF-1.4\n${object}`],
  ['a page', `<html><pre>%PDF-1.4\n${object}</pre></html>`],
  ['JSON', `{"sample":"\n%PDF-1.4\n${object}"}`],
  ['a mark that stands too late', `${' '.repeat(1100)}%PDF-1.4\n`],
])('%s is none', (_, text) => {
  expect(isPdf(Buffer.from(text, 'latin1'))).toBe(false);
});

test('a mark alone on its line is enough where somebody says that it is no text', () => {
  const bytes = Buffer.from('junk before\n%PDF-1.4', 'latin1');
  expect([isPdf(bytes), isPdf(bytes, true)]).toEqual([false, true]);
  const text = 'Los archivos tienen esta marca:\n%PDF-1.4\ny nada antes';
  expect(isPdf(Buffer.from(text, 'latin1'), true)).toBe(false);
});
