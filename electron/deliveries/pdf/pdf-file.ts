import { closeSync, fsyncSync, writeSync } from 'node:fs';
import { PDFContext, type PDFObject, PDFRawStream, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import { patientNamesSync } from '../../lib/retry-while-locked.ts';

/** Writes a PDF sequentially. Only object offsets stay in memory, so that it does not grow with the file. */
export interface PdfFile {
  /** Reserves an object number. An object that is never written reads as null. */
  allocate(): PDFRef;
  write(ref: PDFRef, object: PDFObject): void;
  /** Writes the cross-reference table and closes the complete file, on disk. Returns its length in bytes. */
  finish(catalog: PDFRef, info: PDFRef): number;
  /** Closes the incomplete file; the caller deletes it. */
  abandon(): void;
}

/** Bytes buffered before a write. */
const blockSize = 1_048_576;

/** Begins a PDF at a free path. Synchronous: it runs in a worker. */
export function createPdfFile(path: string, names = patientNamesSync()): PdfFile {
  const file = names.create(path, 0o666);
  const starts: (number | undefined)[] = [];
  const block = Buffer.allocUnsafe(blockSize);
  let buffered = 0;
  let position = 0;

  function flush(): void {
    writeAll(block.subarray(0, buffered));
    buffered = 0;
  }
  function writeAll(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  }
  function put(bytes: Uint8Array | string): void {
    const data = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    position += data.length;
    if (data.length > blockSize - buffered) flush();
    if (data.length >= blockSize) {
      writeAll(data);
    } else {
      block.set(data, buffered);
      buffered += data.length;
    }
  }

  // The second line marks the file as binary for file transfer programs (ISO 32000-1, 7.5.2).
  put('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  return {
    allocate: () => {
      starts.push(undefined);
      return PDFRef.of(starts.length);
    },
    write: (ref, object) => {
      starts[ref.objectNumber - 1] = position;
      put(`${ref.objectNumber} 0 obj\n`);
      if (object instanceof PDFStream) {
        const contents = object instanceof PDFRawStream ? object.contents : object.getContents();
        object.updateDict();
        put(bytesOf(object.dict));
        put('\nstream\n');
        put(contents);
        put('\nendstream');
      } else {
        put(bytesOf(object));
      }
      put('\nendobj\n');
    },
    finish: (catalog, info) => {
      const table = position;
      put(`xref\n0 ${starts.length + 1}\n0000000000 65535 f \n`);
      for (const start of starts) {
        put(start === undefined ? '0000000000 65535 f \n' : `${String(start).padStart(10, '0')} 00000 n \n`);
      }
      const trailer = PDFContext.create().obj({ Size: starts.length + 1, Root: catalog, Info: info });
      put('trailer\n');
      put(bytesOf(trailer));
      put(`\nstartxref\n${table}\n%%EOF\n`);
      flush();
      fsyncSync(file);
      closeSync(file);
      return position;
    },
    abandon: () => closeSync(file),
  };
}

function bytesOf(object: PDFObject): Uint8Array {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
}
