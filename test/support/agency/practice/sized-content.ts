import { seededRandom } from '../../../../electron/practice/data/random.ts';
import type { PracticeDocument } from '../../../../electron/practice/data/records.ts';
import type { Content } from '../../../../electron/practice/files/draw-file.ts';

/** Shared by all padded files; random, so that it cannot be compressed. */
const padding = Buffer.alloc(2 ** 20);
const random = seededRandom('padding');
for (let index = 0; index < padding.length; index += 4)
  padding.writeUInt32LE(random.whole(0, 0xffffffff), index);

/**
 * A PDF with one line of text, its document's id, padded to exactly `length` bytes (no fewer than its few
 * hundred own ones). The padding is one shared block, repeated.
 */
export function sizedContent(document: PracticeDocument, revision: number, length: number): Content {
  const text = `BT /F1 12 Tf 54 700 Td (${document.id} ${revision}) Tj ET`;
  const head = [
    '%PDF-1.4\n',
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n',
    `4 0 obj\n<< /Length ${text.length} >>\nstream\n${text}\nendstream\nendobj\n`,
    '5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n',
  ];
  const starts: number[] = [];
  let at = 0;
  for (const part of head) {
    starts.push(at);
    at += part.length;
  }
  const opening = (padded: number) => `6 0 obj\n<< /Length ${padded} >>\nstream\n`;
  const closing = '\nendstream\nendobj\n';
  const trailer = (table: number) =>
    `xref\n0 7\n0000000000 65535 f \n${[...starts.slice(1), at].map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')}` +
    `trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  // The digits of the numbers count too: two rounds fix their lengths, and spaces at the end fill the
  // remainder.
  const rest = (padded: number) =>
    at +
    opening(padded).length +
    padded +
    closing.length +
    trailer(at + opening(padded).length + padded + closing.length).length;
  let padded = Math.max(0, length - rest(0));
  padded = Math.max(0, padded - Math.max(0, rest(padded) - length));
  const spare = Math.max(0, length - rest(padded));
  const table = at + opening(padded).length + padded + closing.length;
  const first = Buffer.from(head.join('') + opening(padded), 'latin1');
  const last = Buffer.from(closing + trailer(table) + ' '.repeat(spare), 'latin1');
  return {
    length: first.length + padded + last.length,
    contentType: 'application/pdf',
    // Padding is shared by all files: each stores only its hashes.
    cachedBytes: 1024,
    *chunks(start, end) {
      yield* overlap(first, 0, start, end);
      const [from, to] = [Math.max(start, first.length), Math.min(end, first.length + padded)];
      for (let index = from; index < to; ) {
        const offset = (index - first.length) % padding.length;
        const chunk = padding.subarray(offset, Math.min(padding.length, offset + to - index));
        yield chunk;
        index += chunk.length;
      }
      yield* overlap(last, first.length + padded, start, end);
    },
  };
}

function* overlap(part: Buffer, at: number, start: number, end: number): Iterable<Uint8Array> {
  const [from, to] = [Math.max(start - at, 0), Math.min(end - at, part.length)];
  if (from < to) yield part.subarray(from, to);
}
