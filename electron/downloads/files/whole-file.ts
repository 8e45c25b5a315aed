import type { Body } from './content-type.ts';

/** The last bytes of a body, as many as tell whether its file has its end. */
export interface Tail {
  add(bytes: Uint8Array): void;
  bytes(): Buffer;
}

// The end of a ZIP stands before a comment of at most 65,535 bytes; its own record has 22.
const tailBytes = 65_557;

/** The tail of a body of which nothing has come. */
export function createTail(): Tail {
  let chunks: Uint8Array[] = [];
  let size = 0;
  const joined = () => Buffer.concat(chunks).subarray(-tailBytes);
  return {
    add(bytes) {
      chunks.push(Uint8Array.from(bytes.subarray(-tailBytes)));
      size += Math.min(bytes.length, tailBytes);
      if (size < 2 * tailBytes) return;
      chunks = [joined()];
      size = tailBytes;
    },
    bytes: joined,
  };
}

/**
 * Whether a file of this kind has its end, so that a body that ended with its connection alone is whole.
 * False, too, where the kind has no end of its own: nobody can tell then.
 */
export function hasItsEnd(extension: string, body: Body, tail: Uint8Array): boolean {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.length);
  const end = ends[extension] ?? (body.opening.text.startsWith('<') ? xml : undefined);
  return end?.(bytes, body) ?? false;
}

type End = (tail: Buffer, body: Body) => boolean;

// Readers of PDF look for its end among so many bytes.
const pdfEnd = 1024;

const pdf: End = (tail, { beginning, size }) => {
  const end = tail.lastIndexOf('%%EOF');
  if (end < tail.length - pdfEnd || end < 0) return false;
  // What was added to a PDF later begins behind its first end, and has one of its own.
  if (/\d obj\b|\bxref\b/.test(tail.subarray(end).toString('latin1'))) return false;
  // A linearized one has an end behind its first page, too, and says how long it was when it was written.
  const head = Buffer.from(beginning).subarray(0, pdfEnd).toString('latin1');
  const length = head.includes('/Linearized') ? /\/L\s+(\d{1,15})\b/.exec(head)?.[1] : undefined;
  return size >= Number(length ?? 0);
};

const png: End = (tail) => tail.subarray(-pdfEnd).includes('49454e44ae426082', 0, 'hex');

const jpg: End = (tail) => unpadded(tail).subarray(-2).toString('hex') === 'ffd9';

const gif: End = (tail) => unpadded(tail).at(-1) === 0x3b;

/** Without what some programs write behind a picture. */
function unpadded(tail: Buffer): Buffer {
  let end = tail.length;
  while (end > 0 && [0x00, 0x0a, 0x0d, 0x20].includes(tail[end - 1] ?? 0xff)) end--;
  return tail.subarray(0, end);
}

/** The record at the end of a ZIP says how long the comment behind it is. */
const zip: End = (tail) => {
  for (let at = tail.lastIndexOf('504b0506', undefined, 'hex'); at >= 0; ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
    at = at === 0 ? -1 : tail.lastIndexOf('504b0506', at - 1, 'hex');
  }
  return false;
};

/** Its head says how long it is, from a place in it. */
const sized =
  (at: number, extra: number): End =>
  (_tail, { beginning, size }) =>
    beginning.length >= at + 4 && size >= Buffer.from(beginning).readUInt32LE(at) + extra;

/** The tag that closes its root, or a root that is closed at once. */
const xml: End = (tail, { opening }) => {
  const tree = opening.text.replace(/^<!doctype[^>[]*(?:\[[^\]]*\]\s*)?>\s*/i, '');
  const root = /^<([^\s/>]{1,200})/.exec(tree)?.[1];
  const last = withoutRemarks(tail.toString('latin1').replaceAll('\0', ''));
  const tag = last.slice(last.lastIndexOf('<'));
  if (root === undefined) return false;
  return tag.endsWith('/>') ? tree.startsWith(tag) : /^<\/([^\s<>]+)\s*>$/.exec(tag)?.[1] === root;
};

/** Without the blanks, comments and instructions behind the last tag. */
function withoutRemarks(text: string): string {
  let rest = text.trimEnd();
  while (rest.endsWith('-->') || rest.endsWith('?>')) {
    const from = rest.lastIndexOf(rest.endsWith('?>') ? '<?' : '<!--');
    if (from < 0) return rest;
    rest = rest.slice(0, from).trimEnd();
  }
  return rest;
}

const rtf: End = (tail) => unpadded(tail).at(-1) === 0x7d;

const ends: Readonly<Record<string, End>> = {
  ...{ pdf, png, jpg, gif, rtf, xml, svg: xml },
  ...{ zip, docx: zip, xlsx: zip, pptx: zip, odt: zip, ods: zip, odp: zip },
  webp: sized(4, 8),
  bmp: sized(2, 0),
};
