import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { describe, expect, it, test } from 'vitest';
import { openMergeablePdf } from '../../../electron/deliveries/pdf/open-mergeable-pdf.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { codedJpeg } from '../../support/samples/made-jpeg.ts';
import { type MadeObject, madePdf } from '../../support/samples/made-pdf.ts';

/** What became of a document: how many pages it has, or why it stands beside. */
async function judged(pdf: Buffer): Promise<number | string> {
  const path = join(temporaryFolder(), 'paper.pdf');
  writeFileSync(path, pdf);
  const opened = await openMergeablePdf(path);
  return opened.kind === 'pdf' ? opened.pages.length : opened.reason;
}

test.each([
  [0xc0, 8, 1],
  [0xc1, 12, 'rare-image'],
  [0xc9, 8, 'rare-image'],
  [0xca, 8, 'rare-image'],
])(
  'a photograph of frame %i with %i bits is a page, or is for its own program: not damaged',
  async (...row) => {
    const [frame, bits, outcome] = row;
    expect(await judged(codedJpeg(frame, bits))).toBe(outcome);
  },
);

type Objects = Record<number, MadeObject>;

/** Two pages: a text on both, a form with a picture in it on the first. */
const whole: Objects = {
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/Resources 5 0 R/MediaBox[0 0 300 300]>>',
  3: '<</Type/Page/Parent 2 0 R/Contents[6 0 R 7 0 R]>>',
  4: '<</Type/Page/Parent 2 0 R/Contents 6 0 R>>',
  5: '<</Font<</F1 8 0 R>>/XObject<</X1 9 0 R>>>>',
  6: { dictionary: '', stream: 'BT /F1 12 Tf 20 200 Td (Factura) Tj ET' },
  7: { dictionary: '', stream: 'q 100 0 0 100 20 20 cm /X1 Do Q' },
  8: '<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 65/LastChar 65/Widths 10 0 R/FontDescriptor 11 0 R>>',
  9: {
    dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</I 12 0 R>>>>',
    stream: '/I Do',
  },
  10: '[500]',
  11: '<</Type/FontDescriptor/FontName/A/Flags 4/FontFile2 13 0 R>>',
  12: {
    dictionary:
      '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/SMask 14 0 R',
    stream: '\0',
  },
  13: { dictionary: '/Length1 4', stream: 'font' },
  14: {
    dictionary: '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8',
    stream: '\xff',
  },
};

function without(number: number, from: Objects = whole): Objects {
  const { [number]: _, ...rest } = from;
  return rest;
}

describe('a document that lacks a part', () => {
  it('is merged as long as nothing is missing', async () => {
    expect(await judged(madePdf(whole))).toBe(2);
  });

  it.each([
    [4, 'a page'],
    [5, 'the resources of its pages'],
    [6, 'a content'],
    [7, 'one of two contents of a page'],
    [8, 'a font'],
    [9, 'a form that is drawn'],
    [10, 'the widths of a font'],
    [11, 'the description of a font'],
    [12, 'a picture in a form'],
    [13, 'the program of a font'],
    [14, 'the mask of a picture'],
  ])('stands beside as damaged without object %i, %s', async (number) => {
    expect(await judged(madePdf(without(number)))).toBe('damaged');
  });

  it('stands beside as damaged when a whole branch of its tree of pages is gone', async () => {
    const kids = '<</Type/Pages/Count 4/Kids[3 0 R 4 0 R 20 0 R]/Resources 5 0 R/MediaBox[0 0 300 300]>>';
    expect(await judged(madePdf({ ...whole, 2: kids }))).toBe('damaged');
  });

  it.each<[string, Objects]>([
    ['the list of its fonts', { 5: '<</Font 30 0 R/XObject<</X1 9 0 R>>>>' }],
    ['the list of its pictures', { 5: '<</Font<</F1 8 0 R>>/XObject 30 0 R>>' }],
    ['a picture whose name is escaped', { 5: '<</Font<</F1 8 0 R>>/XObject<</X1 30 0 R>>>>', 7: '/#581 Do' }],
    ['a font whose name is escaped', { 5: '<</Font<</#461 30 0 R>>/XObject<</X1 9 0 R>>>>' }],
  ])('stands beside as damaged without %s', async (_, objects) => {
    const streams = Object.entries(objects).map(([number, object]) =>
      number === '7' ? [number, { dictionary: '', stream: object }] : [number, object],
    );
    expect(await judged(madePdf({ ...whole, ...Object.fromEntries(streams) }))).toBe('damaged');
  });

  it.each<[string, number, string]>([
    ['a font', 5, '<</Font<</F1 9 0 R>>/XObject<</X1 9 0 R>>>>'],
    ['a picture', 5, '<</Font<</F1 8 0 R>>/XObject<</X1 8 0 R>>>>'],
    ['the program of a font', 11, '<</Type/FontDescriptor/FontName/A/Flags 4/FontFile2 8 0 R>>'],
    ['its resources', 4, '<</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources 8 0 R>>'],
  ])('stands beside as damaged where %s is another object', async (_, number, object) => {
    expect(await judged(madePdf({ ...whole, [number]: object }))).toBe('damaged');
  });

  it('is merged when it lists what it never draws, and where lists are absent', async () => {
    const lists = '<</Font<</F1 8 0 R>>/XObject<</X1 9 0 R>>/ExtGState 30 0 R/Pattern null>>';
    expect(await judged(madePdf({ ...whole, 5: lists }))).toBe(2);
    const absent = '<</Type/FontDescriptor/FontName/A/Flags 4/FontFile2 30 0 R>>';
    expect(await judged(madePdf({ ...whole, 11: absent, 30: 'null' }))).toBe(2);
    const blank = '<</Type/Page/Parent 2 0 R/Contents 13 0 R/Resources null>>';
    expect(await judged(madePdf({ ...whole, 4: blank }))).toBe(2);
  });

  it('stands beside as damaged when it counts a page that no list names', async () => {
    const counted = (count: number, kids: string) =>
      `<</Type/Pages/Count ${count}/Kids[${kids}]/Resources 5 0 R/MediaBox[0 0 300 300]>>`;
    expect(await judged(madePdf({ ...whole, 2: counted(2, '3 0 R') }))).toBe('damaged');
    const branch = {
      2: counted(3, '3 0 R'),
      4: '<</Type/Page/Parent 20 0 R/Contents 6 0 R>>',
      20: '<</Type/Pages/Parent 2 0 R/Count 2/Kids[4 0 R 4 0 R]>>',
    };
    expect(await judged(madePdf({ ...whole, ...branch }))).toBe('damaged');
    const leaf = '<</Type/Pages/Parent 2 0 R/Count 2/Kids[4 0 R]>>';
    expect(await judged(madePdf({ ...whole, 2: counted(2, '3 0 R 20 0 R'), 20: leaf }))).toBe('damaged');
    expect(await judged(madePdf({ ...without(4), 2: counted(2, '3 0 R') }))).toBe('damaged');
    // More pages than objects are no count, and a removed page may stay in the file.
    expect(await judged(madePdf({ ...whole, 2: counted(9_999_999_999, '3 0 R 4 0 R') }))).toBe(2);
    expect(await judged(madePdf({ ...whole, 2: counted(1, '3 0 R') }))).toBe(1);
  });

  it('is merged when it names what no page is drawn with', async () => {
    const unused = '<</Font<</F1 8 0 R/F2 30 0 R>>/XObject<</X1 9 0 R/X10 31 0 R>>>>';
    expect(await judged(madePdf({ ...whole, 5: unused }))).toBe(2);
    const beside =
      '<</Type/Page/Parent 2 0 R/Contents 6 0 R/Metadata 30 0 R/Annots[31 0 R]/PieceInfo 32 0 R>>';
    expect(await judged(madePdf({ ...whole, 4: beside }))).toBe(2);
  });

  it('stands beside as damaged without the picture of a stamp', async () => {
    const stamp = '[<</Type/Annot/Subtype/Stamp/Rect[0 0 50 50]/AP<</N 30 0 R>>>>]';
    const page = `<</Type/Page/Parent 2 0 R/Contents 6 0 R/Annots ${stamp}>>`;
    expect(await judged(madePdf({ ...whole, 4: page }))).toBe('damaged');
  });

  it('is merged whole when its nodes do not say what they are', async () => {
    const untold = {
      ...whole,
      2: '<</Count 2/Kids[3 0 R 4 0 R]/Resources 5 0 R/MediaBox[0 0 300 300]/Type/Pages>>',
      4: '<</Parent 2 0 R/Contents 6 0 R>>',
    };
    expect(await judged(madePdf(untold))).toBe(2);
    const root = '<</Count 2/Kids[3 0 R 4 0 R]/Resources 5 0 R/MediaBox[0 0 300 300]>>';
    expect(await judged(madePdf({ ...untold, 2: root, 3: '<</Parent 2 0 R/Contents 6 0 R>>' }))).toBe(2);
  });

  it('stands beside as damaged when its tree of pages leads back to itself', async () => {
    expect(await judged(madePdf({ ...whole, 4: '<</Type/Pages/Parent 2 0 R/Count 1/Kids[2 0 R]>>' }))).toBe(
      'damaged',
    );
  });
});

const text = 'BT /F1 12 Tf 20 200 Td (Factura) Tj ET';
const packed = deflateSync(text);

test.each<[string, Buffer, number | string]>([
  ['without its checksum', packed.subarray(0, -4), 2],
  ['with half of its checksum', packed.subarray(0, -2), 2],
  ['with another checksum', Buffer.concat([packed.subarray(0, -4), Buffer.alloc(4)]), 2],
  ['of no bytes at all', Buffer.alloc(0), 2],
  ['of an end of line', Buffer.from('\r\n'), 2],
  ['cut before its end', packed.subarray(0, -6), 'damaged'],
  ['without the head of zlib', deflateRawSync(text), 'damaged'],
])('a packed content %s is judged by its text', async (_, stream, expected) => {
  const content = { dictionary: '/Filter/FlateDecode', stream };
  expect(await judged(madePdf({ ...whole, 6: content }))).toBe(expected);
});

async function protectedPdf(
  pdfVersion: '1.3' | '1.4' | '1.6' | '1.7ext3',
  passwords: { userPassword?: string; ownerPassword: string },
): Promise<Buffer> {
  const pdf = new PDFDocument({ pdfVersion, ...passwords });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.once('end', resolve));
  pdf.text('protegido');
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

describe('a protected document', () => {
  const versions = ['1.3', '1.4', '1.6', '1.7ext3'] as const;

  it.each(versions)('of version %s that every reader opens is merged', async (version) => {
    expect(await judged(await protectedPdf(version, { ownerPassword: 'dueño' }))).toBe(1);
  });

  it.each(versions)('of version %s with a password of its own stands beside', async (version) => {
    const passwords = { userPassword: 'abrir', ownerPassword: 'dueño' };
    expect(await judged(await protectedPdf(version, passwords))).toBe('encrypted');
  });

  const encryptedBy = (dictionary: string) => {
    const pdf = madePdf({ ...whole, 20: dictionary }).toString('latin1');
    return Buffer.from(pdf.replace('/Root 1 0 R', '/Root 1 0 R/Encrypt 20 0 R/ID[<00><00>]'), 'latin1');
  };

  it('by what is not known here stands beside with a reason of its own', async () => {
    const unknown = encryptedBy('<</Filter/Adobe.PubSec/V 4/SubFilter/adbe.pkcs7.s5>>');
    expect(await judged(unknown)).toBe('protected');
  });

  it('is merged where only its attachments have a password', async () => {
    const key = (bytes: number) => `<${'5a'.repeat(bytes)}>`;
    const standard =
      `/Filter/Standard/V 5/R 6/Length 256/P -1028/O${key(48)}/U${key(48)}/OE${key(32)}/UE${key(32)}` +
      `/Perms${key(16)}/EncryptMetadata false/CF<</StdCF<</AuthEvent/EFOpen/CFM/AESV3/Length 32>>>>/EFF/StdCF`;
    expect(await judged(encryptedBy(`<<${standard}/StmF/Identity/StrF/Identity>>`))).toBe(2);
    const ciphered = `<<${standard}/StmF/StdCF/StrF/StdCF>>`;
    expect(await judged(encryptedBy(ciphered))).toBe('encrypted');
    // Ciphered objects read as damaged ones.
    expect(await judged(encryptedBy(`${ciphered}\nendobj\n21 0 obj\nS %`))).toBe('encrypted');
  });
});

describe('a form', () => {
  const picture = { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 90 20]', stream: 'BT (VINA) Tj ET' };
  const form = (field: string, extra: Objects = {}, more = '/NeedAppearances true', catalog = '') =>
    madePdf({
      ...whole,
      1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[20 0 R]${more}>>${catalog}>>`,
      4: '<</Type/Page/Parent 2 0 R/Contents 6 0 R/Annots[20 0 R]>>',
      20: `<</Type/Annot/Subtype/Widget/Rect[0 0 90 20]/P 4 0 R${field}>>`,
      ...extra,
    });

  it.each<[string, Buffer, number | string]>([
    ['that brings its picture', form('/FT/Tx/V(VINA)/AP<</N 21 0 R>>', { 21: picture }), 2],
    ['without a value', form('/FT/Tx'), 2],
    ['with a value and no picture', form('/FT/Tx/V(VINA)'), 'form'],
    [
      'with a value and an empty picture',
      form('/FT/Tx/V(VINA)/AP<</N 21 0 R>>', { 21: { ...picture, stream: '/Tx BMC EMC' } }),
      'form',
    ],
    ['with the value of the field above it', form('/Parent 22 0 R', { 22: '<</FT/Tx/V(VINA)>>' }), 'form'],
    ['with a frame that its reader draws', form('/FT/Tx/MK<</BC[0]>>'), 'form'],
    ['that is hidden', form('/FT/Tx/V(VINA)/F 2'), 2],
    ['that is not ticked', form('/FT/Btn/AS/Off/AP<</N<</On 21 0 R>>>>', { 21: picture }), 2],
    ['that is to be signed', form('/FT/Sig'), 2],
    ['with its twin in XML', form('/FT/Tx/V(VINA)/AP<</N 21 0 R>>', { 21: picture }, '/XFA(xml)'), 2],
    [
      'that XML lays out',
      form('/FT/Tx/V(VINA)/AP<</N 21 0 R>>', { 21: picture }, '/XFA(xml)', '/NeedsRendering true'),
      'form',
    ],
  ])('with a field %s is judged by what it shows', async (_, pdf, expected) => {
    expect(await judged(pdf)).toBe(expected);
  });

  it('that XML lays out, without a field on its pages, stands beside', async () => {
    const xfa = '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]/XFA(xml)>>>>';
    expect(await judged(madePdf({ ...whole, 1: xfa }))).toBe('form');
  });
});
