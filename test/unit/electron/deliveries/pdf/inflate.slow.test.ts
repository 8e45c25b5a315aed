import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { mergeDocuments } from '../../../../../electron/deliveries/pdf/merge.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { armed, texts } from '../../../../support/faults/armed-file.ts';
import { peakRetainedBytes } from '../../../../support/process/retained-bytes.ts';
import { pngAround } from '../../../../support/samples/made-png.ts';

test('a document whose packed objects have gigabytes unpacked stands beside, and the other documents are merged', async () => {
  const folder = temporaryFolder();
  const [bomb, good, target] = ['bomb.pdf', 'good.pdf', 'all.pdf'].map((file) => join(folder, file));
  if (!bomb || !good || !target) throw new RangeError('three paths');
  const packed = deflateSync(Buffer.concat([Buffer.from('1 0 2 9 '), Buffer.alloc(256 * 1_048_576, 32)]));
  writeFileSync(
    bomb,
    Buffer.concat([
      Buffer.from(
        `%PDF-1.7\n5 0 obj\n<</Type/ObjStm/N 2/First 8/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
      ),
      packed,
      Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'),
    ]),
  );
  writeFileSync(good, await (await armed([])).save());
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  const documents = [bomb, good].map((path, at) => ({
    documentId: String(at),
    path,
    bookmark: 'a',
    type: 'a',
    folio: '',
    date: '',
  }));
  const made = {
    target,
    documents,
    notHere: [],
    texts,
    language: 'es-CL',
    madeAt: '2026-11-20T12:00:00.000Z',
  };
  const outcome = await mergeDocuments(made, () => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
  });
  expect(outcome.attached).toEqual([{ documentId: '0', reason: 'too-large' }]);
  expect(outcome.merged).toHaveLength(1);
  expect(peak).toBeLessThan(128 * 1_048_576);
});

const row = (width: number) => deflateSync(Buffer.alloc(width + 1));

const line = (width: number, packed: Buffer, chunks: [string, Buffer][] = []) =>
  pngAround({ width, height: 1, chunks }, packed);

test.each<[string, Buffer, string[]]>([
  ['as it is', line(4, row(4)), []],
  ['with a packed text that nobody can unpack', line(4, row(4), [['zTXt', Buffer.from('a\0\0?')]]), []],
  ['with gigabytes behind a header of four pixels', line(4, row(64 * 1_048_576)), ['damaged']],
  [
    'with a second header of another size',
    line(4, row(9), [['IHDR', line(9, row(9)).subarray(16, 29)]]),
    ['damaged'],
  ],
  ['with more pixels than can be unpacked', line(50_000_000, row(4)), ['too-large']],
])('a picture %s takes no more than its header says, or stands beside', async (_, bytes, reasons) => {
  expect(await attachReasons(bytes)).toEqual(reasons);
});

/** Why a file stands beside the merged one; none where it does not. */
async function attachReasons(bytes: Uint8Array): Promise<string[]> {
  const folder = temporaryFolder();
  const [path, target] = [join(folder, 'a'), join(folder, 'all.pdf')];
  writeFileSync(path, bytes);
  const documents = [{ documentId: 'a', path, bookmark: 'a', type: 'a', folio: '', date: '' }];
  const made = {
    target,
    documents,
    notHere: [],
    texts,
    language: 'es-CL',
    madeAt: '2026-11-20T12:00:00.000Z',
  };
  const outcome = await mergeDocuments(made, () => undefined);
  return outcome.attached.map(({ reason }) => reason);
}

/** A document of one page, and in front of its objects packed ones, each with so many bytes unpacked. */
async function behindPacked(lengths: readonly number[]): Promise<Uint8Array> {
  const document = Buffer.from(await (await armed([])).save());
  const head = document.indexOf('\n') + 1;
  const objects = lengths.map((length, at) => {
    const packed = deflateSync(`${90 + at} 0 `.padEnd(length - 4).concat('null'));
    const dict = `<</Type/ObjStm/N 1/First 5/Filter/FlateDecode/Length ${packed.length}>>`;
    return [Buffer.from(`${80 + at} 0 obj\n${dict}\nstream\n`), packed, Buffer.from('\nendstream\nendobj\n')];
  });
  return Buffer.concat([document.subarray(0, head), ...objects.flat(), document.subarray(head)]);
}

test.each<[string, readonly number[], string]>([
  ['30 MiB in one piece', [30], 'merged'],
  ['30 MiB in pieces that fill no buffer', [17, 9, 4], 'merged'],
  ['33 MiB in one piece', [33], 'too-large'],
  ['33 MiB in pieces', [17, 9, 7], 'too-large'],
])('packed objects of a document may have 32 MiB unpacked: %s', async (_, mebibytes, becomes) => {
  const document = await behindPacked(mebibytes.map((one) => one * 1_048_576));
  expect(await attachReasons(document)).toEqual(becomes === 'merged' ? [] : [becomes]);
});

/** A document with pages that have these contents, packed already. */
async function withContents(contents: readonly Uint8Array[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context } = document;
  const dict = () => context.obj({ Filter: 'FlateDecode' });
  for (const content of contents) {
    const ref = context.register(PDFRawStream.of(dict(), content));
    // One content on two pages is one content.
    for (const page of [document.addPage([9, 9]), document.addPage([9, 9])])
      page.node.set(PDFName.of('Contents'), ref);
  }
  return document.save();
}

const blanks = deflateSync(Buffer.alloc(60 * 1_048_576, ' '));

test.each<[string, readonly Uint8Array[], string[]]>([
  ['180 MiB', [blanks, blanks, blanks], []],
  ['240 MiB', [blanks, blanks, blanks, blanks], ['too-large']],
  ['an end that is missing', [blanks.subarray(0, 99)], ['damaged']],
])(
  'contents of the pages of a document may have 200 MiB unpacked in all: %s',
  async (_, contents, reasons) => {
    const document = await withContents(contents);
    const peak = await peakRetainedBytes(async () => expect(await attachReasons(document)).toEqual(reasons));
    // What passes by lies about until V8 collects it, which it does once buffers have grown by 64 MiB.
    expect(peak).toBeLessThan(128 * 1_048_576);
  },
);
