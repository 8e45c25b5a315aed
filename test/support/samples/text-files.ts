import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import type { Store } from '../../../electron/database/index.ts';
import { acme, document, octoberInvoices } from './documents.ts';

/** A PDF with one page a text; its lines are apart by line ends. */
export async function textPdf(
  pages: readonly string[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, ...options });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  for (const page of pages) {
    pdf.addPage();
    for (const line of page.split('\n')) pdf.text(line);
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

interface MarksFiles {
  fileAnnotation(
    x: number,
    y: number,
    width: number,
    height: number,
    file: { src: Buffer; name: string },
  ): void;
}

/** A PDF of one page with these files in it; with `isMarked` a mark on the page holds each. */
export async function pdfWith(
  files: Readonly<Record<string, Buffer | string>>,
  {
    page = 'Factura',
    isMarked = false,
    ...options
  }: { page?: string; isMarked?: boolean } & PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const pdf = new PDFDocument(options);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.text(page);
  for (const [name, content] of Object.entries(files)) {
    const source = Buffer.from(content);
    // Its types lack the mark.
    if (isMarked) (pdf as unknown as MarksFiles).fileAnnotation(9, 9, 9, 9, { src: source, name });
    else pdf.file(source, { name });
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** A ZIP archive of these files. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const buffers: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const [path, packed] = [Buffer.from(name), deflateRawSync(content)];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32(content), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(Buffer.byteLength(content), 22);
    local.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(content), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(content), 24);
    entry.writeUInt16LE(path.length, 28);
    entry.writeUInt32LE(at, 42);
    buffers.push(local, path, packed);
    directory.push(entry, path);
    at += local.length + path.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...buffers, ...directory, end]);
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The connection of documents that {@link storeFiles} stores. */
export const textConnection = 'agency';

/**
 * Stores documents with these ids and writes their files into a folder, as if they had been downloaded; the
 * ledger has the hash of what was downloaded, `was`, where it is given.
 */
export async function storeFiles(
  store: Store,
  folder: string,
  files: Readonly<Record<string, Uint8Array | string>>,
  { rut = acme, was = {} }: { rut?: typeof acme; was?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const at = '2026-11-20T12:00:00.000Z';
  await store.upsertPage({
    connectionId: textConnection,
    rut,
    query: { ...octoberInvoices, rut },
    at,
    documents: Object.keys(files).map((id) => document({ id })),
  });
  const stored = Object.entries(files).map(([id, content]) => {
    const bytes = Buffer.from(content);
    writeFileSync(join(folder, id), bytes);
    return {
      connectionId: textConnection,
      id,
      path: id,
      size: bytes.length,
      modified: 0,
      requestId: '',
      at,
      sha256: was[id] ?? sha256Of(bytes),
      dispatch: '123456',
      folder: '',
      stem: id,
      key: id,
      fixedFolder: '',
    };
  });
  await store.insertRecognisedFiles(folder, stored);
}
