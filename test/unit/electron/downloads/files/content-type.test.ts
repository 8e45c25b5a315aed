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
