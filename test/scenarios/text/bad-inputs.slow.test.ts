import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { StartWorker } from '../../../electron/host.ts';
import { startWorker } from '../../../electron/platform/terminal/index.ts';
import {
  createReadFileTexts,
  createReadScans,
  type FileText,
  type ScanOutcome,
} from '../../../electron/text/index.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { bitsPdf, drawnScan, picturePdf, type ScanLook, scanJpeg } from '../../support/samples/made-scan.ts';
import { sha256Of, textPdf, zipOf } from '../../support/samples/text-files.ts';

/** Writes contents as files. */
function filesOf(contents: readonly (Uint8Array | string)[]) {
  const folder = temporaryFolder();
  return contents.map((content, index) => {
    const path = join(folder, `paper-${index}`);
    writeFileSync(path, content);
    return { path, sha256: sha256Of(Buffer.from(content)) };
  });
}

/** What is read of files with these contents. */
async function read(...contents: (Uint8Array | string)[]): Promise<FileText[]> {
  const texts: FileText[] = [];
  await createReadFileTexts(startWorker)(filesOf(contents), (index, text) => {
    texts[index] = text;
  });
  return texts;
}

const wordsOf = (text: FileText | undefined) => text?.words.map((each) => each.text).join('\n') ?? '';

/** A PDF of one page with this content, whose font has these further entries. */
function contentPdf(
  content: string,
  font = '/Subtype/Type1/BaseFont/Helvetica',
  more: string[] = [],
): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    `<</Type/Font${font}>>`,
    ...more,
  ];
  const written = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return `%PDF-1.4\n${written}trailer <</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`;
}

test('a PDF of 3,000 pages is read to its last page', async () => {
  const pages = Array.from({ length: 3_000 }, (_, index) => `hoja ${index + 1}`);
  const [text] = await read(await textPdf([...pages.slice(0, -1), 'SHENZHEN']));
  expect(text).toMatchObject({ pages: 3_000, unreadPages: 0, reason: '' });
  expect(text?.words.at(-1)).toEqual({ page: 3_000, text: 'SHENZHEN' });
});

test('a PDF that only forbids changes is read, and one that needs a password is told', async () => {
  const texts = await read(
    await textPdf(['EMBARQUE'], { ownerPassword: 'dueño', permissions: { copying: false } }),
    await textPdf(['EMBARQUE'], { userPassword: 'clave', pdfVersion: '1.7' }),
  );
  expect(texts.map(({ reason }) => reason)).toEqual(['', 'encrypted']);
  expect(wordsOf(texts[0])).toBe('EMBARQUE');
});

test('letters of a font that names none are no words, and their page waits to be recognised', async () => {
  const shown = 'BT /F 12 Tf 50 300 Td (ABCDEFGHIJ KLMNOPQRST) Tj ET';
  const map = [
    '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange',
    '1 beginbfrange <21> <7E> <E021> endbfrange endcmap end',
  ].join('\n');
  const [text] = await read(
    contentPdf(shown, '/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R', [
      `<</Length ${map.length}>>\nstream\n${map}\nendstream`,
    ]),
  );
  expect(text).toMatchObject({ pages: 1, unreadPages: 1, scans: [1], reason: 'unmapped', words: [] });
});

test('text in white, and text under a picture, are words of their page', async () => {
  const white = '1 1 1 rg BT /F 12 Tf 50 300 Td (ESCONDIDO 12.450) Tj ET';
  const covered =
    'BT /F 12 Tf 50 300 Td (DEBAJO 77) Tj ET q 600 0 0 400 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \xff EI Q';
  const texts = await read(contentPdf(white), Buffer.from(contentPdf(covered), 'latin1'));
  expect(texts.map(({ reason }) => reason)).toEqual(['', '']);
  expect(texts.map(wordsOf)).toEqual(['ESCONDIDO 12.450', 'DEBAJO 77']);
});

test('an XML document brings no other file and does not grow', async () => {
  const secret = join(temporaryFolder(), 'secreto');
  writeFileSync(secret, 'zzsecreto');
  const long = 'x'.repeat(50_000);
  const [outside, grown] = await read(
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY f SYSTEM "file://${secret}">]><a>&f; fin</a>`,
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${long}">]><a>${'&b;'.repeat(50_000)} fin</a>`,
  );
  expect(wordsOf(outside)).toContain('fin');
  expect(wordsOf(outside)).not.toContain('zzsecreto');
  expect(wordsOf(grown).length).toBeLessThan(500_000);
});

test('a ZIP in a forwarded mail is told, and both mails are read', async () => {
  const part = (type: string, ...lines: string[]) => ['--x', `Content-Type: ${type}`, ...lines];
  const head = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x', ''];
  const zip = zipOf({ 'factura.txt': 'zzsecreto' }).toString('base64');
  const inner = [
    ...['From: Naviera <a@b.cl>', 'Subject: Arribo MSKU1234567', ...head],
    ...part('application/zip; name="papeles.zip"', 'Content-Transfer-Encoding: base64', '', zip, '--x--', ''),
  ].join('\r\n');
  const outer = [
    ...['From: Ana <ana@agencia.cl>', 'Subject: FW', ...head.map((line) => line.replace('=x', '=y')), '--y'],
    ...[
      'Content-Type: text/plain',
      '',
      'Reenviado.',
      '--y',
      'Content-Type: message/rfc822',
      '',
      inner,
      '--y--',
    ],
  ].join('\r\n');
  const [text] = await read(`${outer}\r\n`);
  expect(text?.reason).toBe('unsupported');
  expect(wordsOf(text)).toContain('Arribo MSKU1234567');
  expect(wordsOf(text)).not.toContain('zzsecreto');
});

test('texts in Latin-1 and in UTF-16 of both orders keep their accents', async () => {
  const text = 'Razón social: Ñuñoa Compañía';
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  const texts = await read(Buffer.from(text, 'latin1'), little, Buffer.from(little).swap16());
  expect(texts.map(wordsOf)).toEqual([text, text, text]);
});

const lines = 'CONOCIMIENTO DE EMBARQUE\nContenedor MSKU1234567\nPuerto: VALPARAISO\nTotal 12450';
const expected = ['EMBARQUE', 'MSKU1234567', 'VALPARAISO', '12450'];

/** The words of one page of each file. */
async function recognized(contents: readonly Uint8Array[]) {
  const outcomes: ScanOutcome[] = [];
  const pages = filesOf(contents).map((file) => ({ ...file, page: 1 }));
  await createReadScans(startWorker)(pages, (index, outcome) => {
    outcomes[index] = outcome;
  });
  return outcomes.map((outcome) => (outcome.kind === 'words' ? outcome.words.map(({ text }) => text) : []));
}

/** A fax: a bit a pixel at 200 dpi. */
function faxOf(text: string, look: ScanLook): Buffer {
  const canvas = drawnScan(text, { ...look, dpi: 200 });
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const rowBytes = (width + 7) >> 3;
  const bits = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * rowBytes + (x >> 3);
      if ((data[(y * width + x) * 4] ?? 0) > 128) bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
    }
  return bitsPdf({ width, height, bits: deflateSync(bits) }, 'FlateDecode');
}

/** The ring and the date of an office, across the words. */
function stamped(text: string): Buffer {
  const canvas = drawnScan(text, { dpi: 200 });
  const context = canvas.getContext('2d');
  context.strokeStyle = 'rgba(190, 30, 60, 0.6)';
  context.lineWidth = 5;
  context.beginPath();
  context.arc(330, 180, 110, 0, 2 * Math.PI);
  context.stroke();
  return canvas.toBuffer('image/jpeg', 90);
}

test('scans upside down, askew, coarse, faxed and stamped give their words', async () => {
  const found = await recognized([
    await picturePdf([scanJpeg(lines, { turn: 180 })]),
    await picturePdf([scanJpeg(lines, { skew: 5 })]),
    await picturePdf([scanJpeg(lines, { dpi: 100 })], { dpi: 100 }),
    faxOf(lines, {}),
    await picturePdf([stamped(lines)], { dpi: 200 }),
  ]);
  expect(found.map((words) => expected.filter((word) => !words.includes(word)))).toEqual([
    [],
    [],
    [],
    [],
    [],
  ]);
});

test('a scan is free while its words are recognised', async () => {
  const start: StartWorker = async (script, limits) => {
    const worker = await startWorker(script, limits);
    return {
      ...worker,
      send: (work) => {
        // The recognition begins: as another program does on Windows, where an open file cannot be renamed.
        if (script.href.endsWith('/ocr-worker.mjs')) renameSync(path, `${path}-moved`);
        worker.send(work);
      },
    };
  };
  const bytes = scanJpeg(lines);
  const [file] = filesOf([bytes]);
  if (!file) throw new Error('no file');
  const { path } = file;
  const outcomes: string[] = [];
  await createReadScans(start)([{ ...file, page: 1 }], (_, { kind }) => void outcomes.push(kind));
  expect(outcomes).toEqual(['words']);
});
