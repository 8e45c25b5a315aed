import type { Body } from './content-kind.ts';

/** The last bytes of a body, enough to check its end mark. */
export interface Tail {
  add(bytes: Uint8Array): void;
  bytes(): Buffer;
}

// The end record of a ZIP (22 bytes) precedes a comment of at most 65,535 bytes.
const tailBytes = 65_557;

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
 * Whether a file has its end mark, so that a body that ended with the connection is complete. False for types
 * without an end mark: their completeness is unknown.
 */
export function hasEndMark(extension: string, body: Body, tail: Uint8Array): boolean {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.length);
  const end = ends[extension] ?? (body.opening.text.startsWith('<') ? xml : undefined);
  return end?.(bytes, body) ?? false;
}

type End = (tail: Buffer, body: Body) => boolean;

// PDF readers search for the end mark in the last 1024 bytes.
const pdfEnd = 1024;

const pdf: End = (tail, { beginning, size }) => {
  const end = tail.lastIndexOf('%%EOF');
  if (end < tail.length - pdfEnd || end < 0) return false;
  // An incremental update follows the first end mark and has its own.
  if (/\d obj\b|\bxref\b/.test(tail.subarray(end).toString('latin1'))) return false;
  // A linearized PDF also has an end mark after its first page; `/L` is its original length.
  const head = Buffer.from(beginning).subarray(0, pdfEnd).toString('latin1');
  const length = head.includes('/Linearized') ? /\/L\s+(\d{1,15})\b/.exec(head)?.[1] : undefined;
  return size >= Number(length ?? 0);
};

const png: End = (tail) => tail.subarray(-pdfEnd).includes('49454e44ae426082', 0, 'hex');

const jpg: End = (tail) => unpadded(tail).subarray(-2).toString('hex') === 'ffd9';

const gif: End = (tail) => unpadded(tail).at(-1) === 0x3b;

/** Without the padding that some programs append to an image. */
function unpadded(tail: Buffer): Buffer {
  let end = tail.length;
  while (end > 0 && [0x00, 0x0a, 0x0d, 0x20].includes(tail[end - 1] ?? 0xff)) end--;
  return tail.subarray(0, end);
}

/** The end record holds the length of the comment after it. */
const zip: End = (tail) => {
  for (let at = tail.lastIndexOf('504b0506', undefined, 'hex'); at >= 0; ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
    at = at === 0 ? -1 : tail.lastIndexOf('504b0506', at - 1, 'hex');
  }
  return false;
};

/** The header holds the file's length at offset `at`. */
const sized =
  (at: number, extra: number): End =>
  (_tail, { beginning, size }) =>
    beginning.length >= at + 4 && size >= Buffer.from(beginning).readUInt32LE(at) + extra;

/** The closing tag of the root, or a self-closing root. */
const xml: End = (tail, { opening }) => {
  const tree = opening.text.replace(/^<!doctype[^>[]*(?:\[[^\]]*\]\s*)?>\s*/i, '');
  const root = /^<([^\s/>]{1,200})/.exec(tree)?.[1];
  const last = withoutRemarks(tail.toString('latin1').replaceAll('\0', ''));
  const tag = last.slice(last.lastIndexOf('<'));
  if (root === undefined) return false;
  return tag.endsWith('/>') ? tree.startsWith(tag) : /^<\/([^\s<>]+)\s*>$/.exec(tag)?.[1] === root;
};

/** Without blanks, comments and processing instructions after the last tag. */
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
  pdf,
  png,
  jpg,
  gif,
  rtf,
  xml,
  svg: xml,
  zip,
  docx: zip,
  xlsx: zip,
  pptx: zip,
  odt: zip,
  ods: zip,
  odp: zip,
  webp: sized(4, 8),
  bmp: sized(2, 0),
};
