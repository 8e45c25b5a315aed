import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createOpening } from '../../../../../electron/downloads/files/body-opening.ts';
import { contentKind, detectionBytes } from '../../../../../electron/downloads/files/content-type.ts';

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
