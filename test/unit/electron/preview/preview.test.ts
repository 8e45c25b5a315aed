import { symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startWorker } from '../../../../electron/platform/terminal/index.ts';
import { type FileOf, previewHandlers, type ReadUnsaved } from '../../../../electron/preview/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { maxPreviewBytes } from '../../../../shared/model/file-preview.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { codedJpeg, madeJpeg } from '../../../support/samples/made-jpeg.ts';
import { scanPng } from '../../../support/samples/made-scan.ts';

const key = { connectionId: 'agency', id: 'd1' };

const nowhere: FileOf = () =>
  Promise.reject(new AppError('DOCUMENT_NOT_HERE', 'the document is not on this computer'));
const noAgency: ReadUnsaved = () => Promise.reject(new AppError('DOCUMENT_GONE', 'no agency'));

const readAt = (path: string) => previewHandlers(async () => path, noAgency, startWorker)['file.read'](key);

async function read(content: Uint8Array | string, name = 'paper.pdf') {
  const path = join(temporaryFolder(), name);
  await writeFile(path, content);
  return readAt(path);
}

describe('a document that is shown', () => {
  it('is a PDF by its mark, also with bytes before it, whatever its name', async () => {
    const bytes = Buffer.from(`${' '.repeat(900)}%PDF-1.7\n…`, 'latin1');
    expect(await read(bytes, 'paper.bin')).toEqual({ kind: 'pdf', base64: bytes.toString('base64') });
  });

  it.each([
    ['image/png', '\x89PNG\r\n\x1a\n…'],
    ['image/jpeg', '\xff\xd8\xff\xe0…'],
    ['image/gif', 'GIF89a…'],
    ['image/webp', 'RIFF0000WEBPVP8 '],
  ])('is an image: %s', async (mediaType, beginning) => {
    expect(await read(Buffer.from(beginning, 'latin1'))).toMatchObject({ kind: 'image', mediaType });
  });

  it.each([
    [0xc0, 8, 'image'],
    [0xc2, 8, 'image'],
    [0xc1, 12, 'other'],
    [0xc3, 8, 'other'],
    [0xc9, 8, 'other'],
    [0xca, 8, 'other'],
  ])('is an image if Chromium shows its coding: frame %i of %i bits', async (frame, bits, kind) => {
    // The frame stands behind more than what a type is found by.
    const note = Buffer.concat([Buffer.from([0xff, 0xfe, 0x20, 0]), Buffer.alloc(0x1ffe, 'nota ')]);
    const whole = codedJpeg(frame, bits);
    const bytes = Buffer.concat([whole.subarray(0, 2), note, whole.subarray(2)]);
    expect((await read(bytes)).kind).toBe(kind);
  });

  it.each([
    ['a JPEG', madeJpeg('#.', { orientation: 6 })],
    ['a PNG', scanPng('Embarque')],
  ])('is told as cut where its file ends early: %s', async (_, whole) => {
    expect(await read(whole)).not.toHaveProperty('isCut');
    for (const length of [whole.length - 2, whole.length / 2, 30])
      expect(await read(whole.subarray(0, length))).toMatchObject({ kind: 'image', isCut: true });
  });

  it('is text when it reads as text, an electronic invoice too', async () => {
    expect(await read('<?xml version="1.0"?><DTE>Ñandú</DTE>')).toEqual({
      kind: 'text',
      text: '<?xml version="1.0"?><DTE>Ñandú</DTE>',
    });
  });

  it.each([
    ['speaks of a PDF', 'From: a@x.cl\n\nEl archivo empieza con %PDF-1.4 y no abre.\n'],
    ['begins as a bitmap does', 'BM 300 es el código de la bodega.\n'],
    ['is in UTF-8 and says ISO-8859-1', '<?xml version="1.0" encoding="ISO-8859-1"?><R>Compañía Ñuñoa</R>'],
  ])('is text when it %s', async (_, text) => {
    expect(await read(text)).toEqual({ kind: 'text', text });
  });

  const invoice = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><DTE>Ñandú S.A. €</DTE>`;
  const inWindows1252 = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');
  const inUtf16 = (text: string, order: 'LE' | 'BE') => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    return order === 'LE' ? bytes : bytes.swap16();
  };
  it.each([
    ['ISO-8859-1, as tax documents are', inWindows1252(invoice('ISO-8859-1')), invoice('ISO-8859-1')],
    ['windows-1252', inWindows1252(invoice('windows-1252')), invoice('windows-1252')],
    [
      'ISO-8859-15',
      Buffer.from(invoice('ISO-8859-15').replaceAll('€', '\xa4'), 'latin1'),
      invoice('ISO-8859-15'),
    ],
    ['a declared UTF-8 that it is not', inWindows1252(invoice('UTF-8')), invoice('UTF-8')],
    ['an encoding that nobody knows', Buffer.from(invoice('EBCDIC-9')), invoice('EBCDIC-9')],
    ['UTF-16 without its mark', Buffer.from('Señores: llegó', 'utf16le'), 'Señores: llegó'],
    ['UTF-16 of the other order without its mark', Buffer.from('Ñuñoa', 'utf16le').swap16(), 'Ñuñoa'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${invoice('UTF-8')}`), invoice('UTF-8')],
    ['UTF-16', inUtf16(invoice('UTF-16'), 'LE'), invoice('UTF-16')],
    ['UTF-16 of the other order', inUtf16(invoice('UTF-16'), 'BE'), invoice('UTF-16')],
    ['UTF-16 without its mark', inUtf16(invoice('UTF-16'), 'LE').subarray(2), invoice('UTF-16')],
    ['no declared encoding', inWindows1252('RAZÓN SOCIAL;Ñuñoa;€ 1'), 'RAZÓN SOCIAL;Ñuñoa;€ 1'],
    [
      'accents that come late',
      inWindows1252(`${'a line of text\n'.repeat(200)}Ñuñoa`),
      `${'a line of text\n'.repeat(200)}Ñuñoa`,
    ],
  ])('is text with its accents in %s', async (_encoding, bytes, text) => {
    expect(await read(bytes, 'paper.xml')).toEqual({ kind: 'text', text });
  });

  it('keeps the accents that are cut where its kind is told', async () => {
    for (const before of [1021, 1022, 1023]) {
      const text = `${'a'.repeat(before)}ñ€${'b'.repeat(2000)}`;
      expect(await read(text)).toEqual({ kind: 'text', text });
    }
  });

  it('is not text when control characters stand in it, whatever encoding it names', async () => {
    const noise = [0x00, 0x01, 0x08, 0x7f].map((byte) => Buffer.from([0x41, byte, 0xf1, 0x42]));
    for (const bytes of noise) expect(await read(bytes)).toEqual({ kind: 'other' });
    expect(await read(Buffer.from('<?xml encoding="ISO-8859-1"?>\0\x01', 'latin1'))).toEqual({
      kind: 'other',
    });
  });

  it('is not shown when it is none of these', async () => {
    expect(await read(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0xff]))).toEqual({ kind: 'other' });
    expect(await read("{\\rtf1\\ansi Se\\'f1ores}")).toEqual({ kind: 'other' });
  });

  it('is told as empty where it has no bytes', async () => {
    expect(await read('')).toEqual({ kind: 'empty' });
  });

  it('is not read when it is too large', async () => {
    const path = join(temporaryFolder(), 'large.pdf');
    await writeFile(path, '%PDF-1.7');
    await truncate(path, maxPreviewBytes + 1);
    expect(await readAt(path)).toEqual({
      kind: 'too-large',
      bytes: maxPreviewBytes + 1,
    });
  });

  it('is never read through a link; as one that is not there it is asked of the agency', async () => {
    const folder = temporaryFolder();
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await symlink(join(folder, 'secret.txt'), join(folder, 'paper.pdf'));
    for (const name of ['paper.pdf', 'gone.pdf']) {
      await expect(readAt(join(folder, name))).rejects.toMatchObject({ code: 'DOCUMENT_GONE' });
    }
  });
});

describe('a document that is not on this computer', () => {
  it('is shown from the agency by what its bytes are', async () => {
    const content = Buffer.from('%PDF-1.7\n…', 'latin1');
    const read = previewHandlers(nowhere, async () => ({ kind: 'whole', content }), startWorker)['file.read'];
    expect(await read(key)).toEqual({ kind: 'pdf', base64: content.toString('base64') });
  });

  it('is read only as far as what can be shown, and up to the limit', async () => {
    const asked: unknown[] = [];
    const readUnsaved: ReadUnsaved = async (document, { limit, wants }) => {
      asked.push(document, limit, wants(Buffer.from('%PDF-1.7')), wants(Buffer.from([0x50, 0x4b, 3, 4, 0])));
      return { kind: 'unwanted' };
    };
    const read = previewHandlers(nowhere, readUnsaved, startWorker)['file.read'];
    expect(await read(key)).toEqual({ kind: 'other' });
    expect(asked).toEqual([key, maxPreviewBytes, true, false]);
  });

  it('is let go of when another is looked at', async () => {
    const signals: AbortSignal[] = [];
    const readUnsaved: ReadUnsaved = async (_document, { signal }) => {
      signals.push(signal);
      return { kind: 'too-large', bytes: maxPreviewBytes + 1 };
    };
    const read = previewHandlers(nowhere, readUnsaved, startWorker)['file.read'];
    await read(key);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await read({ ...key, id: 'd2' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });
});
