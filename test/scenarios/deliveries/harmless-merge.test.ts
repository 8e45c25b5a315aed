import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { PDFDocument, PDFName, type PDFObject, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import { AnnotationMode, getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import OtherProgram from 'pdfkit';
import { expect, test } from 'vitest';
import { mergeDocuments } from '../../../electron/deliveries/pdf/merge.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { armed, texts } from '../../support/faults/armed-file.ts';
import { madePng } from '../../support/samples/made-png.ts';

async function merged(document: Uint8Array): Promise<{ target: string; text: string }> {
  const folder = temporaryFolder();
  const path = join(folder, 'a.pdf');
  const target = join(folder, 'all.pdf');
  writeFileSync(path, document);
  const [documentId, bookmark, type, folio, date] = ['a', 'a', 'a', '', ''];
  const documents = [{ documentId, path, bookmark, type, folio, date }];
  const language = 'es-CL';
  const madeAt = '2026-11-20T12:00:00.000Z';
  const outcome = await mergeDocuments(
    { target, documents, notHere: [], texts, language, madeAt },
    () => undefined,
  );
  expect(outcome.merged).toHaveLength(1);
  return { target, text: await everyObject(target) };
}

/** All objects of a PDF as text, streams inflated. */
async function everyObject(path: string): Promise<string> {
  const document = await PDFDocument.load(readFileSync(path));
  return document.context
    .enumerateIndirectObjects()
    .map(([, object]) => {
      if (!(object instanceof PDFRawStream)) return object.toString();
      const isDeflated = object.dict.lookup(PDFName.of('Filter')) === PDFName.of('FlateDecode');
      const contents = Buffer.from(isDeflated ? inflateSync(object.contents) : object.contents);
      return `${object.dict.toString()} ${contents.toString('latin1')}`;
    })
    .join('\n');
}

const link = (action: Record<string, unknown>) => ({ Subtype: 'Link', A: { Type: 'Action', ...action } });
const uri = (text: string) => link({ S: 'URI', URI: PDFString.of(text) });

test.each<[string, Record<string, unknown>]>([
  ['JavaScript', link({ S: 'JavaScript', JS: PDFString.of('HARM') })],
  ['the start of a program', link({ S: 'Launch', F: PDFString.of('HARM.exe') })],
  ['a file on a share', link({ S: 'GoToR', F: PDFString.of('\\\\\\\\HARM\\\\x.pdf'), D: [0, 'Fit'] })],
  ['an attached paper', link({ S: 'GoToE', T: { R: 'C', N: PDFString.of('HARM') } })],
  ['the sending of a form', link({ S: 'SubmitForm', F: PDFString.of('http://HARM.example') })],
  ['the reading of a file into a form', link({ S: 'ImportData', F: PDFString.of('HARM.fdf') })],
  [
    'an action behind a harmless one',
    link({ S: 'GoTo', D: PDFString.of('x'), Next: { S: 'Launch', F: PDFString.of('HARM') } }),
  ],
  ['an address of a file', uri('file:///c:/HARM.exe')],
  ['an address of a share', uri('\\\\\\\\HARM\\\\share')],
  ['an address without a protocol', uri('//HARM/share')],
  ['an address that is a script', uri('javascript:HARM()')],
  [
    'an annotation that acts when it is seen',
    { Subtype: 'Text', AA: { PV: { S: 'JavaScript', JS: PDFString.of('HARM') } } },
  ],
  ['an attached file', { Subtype: 'FileAttachment', FS: { Type: 'Filespec', F: PDFString.of('HARM.exe') } }],
  ['rich media', { Subtype: 'RichMedia', RichMediaContent: { Assets: { Names: [PDFString.of('HARM')] } } }],
  ['a screen with its rendition', { Subtype: 'Screen', A: { S: 'Rendition', JS: PDFString.of('HARM') } }],
  ['a kind that nobody knows', { Subtype: 'HARM' }],
  [
    'a field with its script',
    { Subtype: 'Widget', FT: 'Tx', AA: { K: { S: 'JavaScript', JS: PDFString.of('HARM') } } },
  ],
])('a merged file has none of %s', async (_, annotation) => {
  const { text } = await merged(await (await armed([annotation])).save());
  expect(text).not.toContain('HARM');
  expect(text).not.toMatch(
    /\/(JavaScript|Launch|GoToR|GoToE|SubmitForm|ImportData|EmbeddedFile|RichMedia|AA)\b/,
  );
});

test('a merged file has none of what the document and its page do, attach or keep for their own program', async () => {
  const js = { S: 'JavaScript', JS: PDFString.of('HARM') };
  const document = await armed([], {
    AA: { O: js },
    AF: [{ Type: 'Filespec', F: PDFString.of('HARM') }],
    PieceInfo: { HARM: {} },
  });
  document.addJavaScript('start', 'HARM');
  await document.attach(Buffer.from('HARM'), 'HARM.exe');
  document.catalog.set(PDFName.of('OpenAction'), document.context.obj(js));
  document.catalog.set(PDFName.of('AA'), document.context.obj({ WC: js }));
  const { text } = await merged(await document.save());
  expect(text).not.toContain('HARM');
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['a page whose content is in another file', { F: PDFString.of('HARM') }, {}],
  ['a picture whose content is in another file', {}, { Subtype: 'Image', F: { F: PDFString.of('HARM') } }],
  [
    'a form that shows a page of another file',
    {},
    { Subtype: 'Form', Ref: { F: PDFString.of('HARM'), Page: 0 } },
  ],
  [
    'a form that is replaced when it is printed',
    {},
    { Subtype: 'Form', OPI: { '2.0': { F: PDFString.of('HARM') } } },
  ],
  ['a picture with files that belong to it', {}, { Subtype: 'Image', AF: [{ F: PDFString.of('HARM') }] }],
  ['a form with an entry that nobody knows', {}, { Subtype: 'Form', Source: { F: PDFString.of('HARM') } }],
  ['a form with the data of its program', {}, { Subtype: 'Form', PieceInfo: { HARM: {} } }],
])('a merged file reaches for no other file: %s', async (_, content, drawn) => {
  const document = await armed([]);
  const { context } = document;
  const stream = (dict: Record<string, unknown>) =>
    context.register(context.stream('q Q', { Width: 1, Height: 1, ...dict } as never));
  const pageNode = document.getPage(0).node;
  pageNode.set(PDFName.of('Contents'), stream(content));
  pageNode.set(
    PDFName.of('Resources'),
    context.obj({ XObject: { a: stream({ Type: 'XObject', ...drawn }) } }),
  );
  const { text } = await merged(await document.save());
  expect(text).toContain('q Q');
  expect(text).not.toContain('HARM');
});

/**
 * The entries of all streams of a PDF, each once, but for what they say of their lengths, in whatever
 * letters.
 */
async function streamKeys(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes);
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => object);
  const keys = objects.flatMap((object) => (object instanceof PDFRawStream ? object.dict.keys() : []));
  return [...new Set(keys.map((key) => key.toString()))].filter((key) => !/^\/length$/i.test(key)).sort();
}

/**
 * A document as another program draws it: gradients, a pattern, pictures that can be seen through and such
 * that cannot, a group, text.
 */
async function drawnByAnother(): Promise<Buffer> {
  const pdf = new OtherProgram({ size: 'A4', pdfVersion: '1.7' });
  const ended = buffer(pdf);
  const gradient = pdf.linearGradient(0, 0, 99, 99).stop(0, 'red', 0.5).stop(0.5, 'blue').stop(1, 'white');
  pdf.rect(0, 0, 99, 99).fill(gradient);
  pdf.rect(0, 99, 99, 99).fill(pdf.radialGradient(50, 50, 0, 50, 50, 50).stop(0, 'red').stop(1, 'blue'));
  const tile = pdf.pattern([0, 0, 9, 9], 9, 9, '0 0 5 5 re f');
  pdf.rect(99, 0, 99, 99).fill([tile, 'green']);
  for (const type of [0, 2, 6]) pdf.image(madePng({ width: 9, height: 9, type }, 1).bytes, 200, 200);
  pdf.opacity(0.5).text('factura');
  pdf.end();
  return ended;
}

test('a merged file keeps all that streams of another program say of how they are drawn', async () => {
  const document = await drawnByAnother();
  const { target } = await merged(document);
  const keys = await streamKeys(document);
  expect(keys.length).toBeGreaterThan(12);
  expect(await streamKeys(readFileSync(target))).toEqual(expect.arrayContaining(keys));
});

test.each<[string, string]>([
  ['a form', 'Type Subtype FormType BBox Matrix Resources Group OC Metadata Measure PtData Name'],
  [
    'a picture',
    'Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate Alternates SMask SMaskInData Matte',
  ],
  ['a pattern', 'PatternType PaintType TilingType BBox XStep YStep Resources Matrix'],
  [
    'a shading',
    'ShadingType ColorSpace Background BBox AntiAlias BitsPerCoordinate BitsPerComponent BitsPerFlag Decode VerticesPerRow Function',
  ],
  ['a function', 'FunctionType Domain Range Size BitsPerSample Order Encode Decode'],
  ['the colours of a profile', 'N Alternate Range Metadata'],
  ['the program of a font', 'Length1 Length2 Length3 Subtype Metadata'],
  ['what codes of a font stand for', 'Type CMapName CIDSystemInfo WMode UseCMap'],
  ['a halftone', 'HalftoneType HalftoneName Width Height Width2 Height2 Xsquare Ysquare TransferFunction'],
  ['data about data', 'Type Subtype Filter DecodeParms DL'],
])('a merged file keeps what %s says of how it is drawn', async (_, keys) => {
  const document = await armed([]);
  const { context } = document;
  const dict = context.obj({});
  for (const key of keys.split(' ')) dict.set(PDFName.of(key), context.obj(key === 'Type' ? 'XObject' : [1]));
  const ref = context.register(PDFRawStream.of(dict, Buffer.from('q Q')));
  document.getPage(0).node.set(PDFName.of('Resources'), context.obj({ XObject: { a: ref } }));
  const { target } = await merged(await document.save({ useObjectStreams: false }));
  const stored = await streamKeys(readFileSync(target));
  expect(stored).toEqual(expect.arrayContaining(keys.split(' ').map((key) => `/${key}`)));
});

test('a bookmark of a merged file keeps an address of the web and loses every other action', async () => {
  const document = await armed([]);
  const { context, catalog } = document;
  const outline = context.nextRef();
  const [first, second] = [context.nextRef(), context.nextRef()];
  const entry = (entries: Record<string, PDFObject | string>) =>
    context.obj({ Parent: outline, ...entries } as never);
  context.assign(
    first,
    entry({
      Title: PDFString.of('a'),
      Next: second,
      A: context.obj({ S: 'URI', URI: PDFString.of('file://HARM/x') }),
    }),
  );
  context.assign(
    second,
    entry({
      Title: PDFString.of('b'),
      Prev: first,
      A: context.obj({ S: 'URI', URI: PDFString.of('https://agencia.example/x') }),
    }),
  );
  context.assign(outline, context.obj({ First: first, Last: second, Count: 2 }));
  catalog.set(PDFName.of('Outlines'), outline);
  const { text } = await merged(await document.save());
  expect(text).not.toContain('HARM');
  expect(text).toContain('https://agencia.example/x');
});

test('links to pages, the web and mail stay, and so do notes and marks', async () => {
  const document = await armed([
    uri('https://agencia.example/a'),
    uri('mailto:ana@agencia.example'),
    { Subtype: 'Text', Contents: PDFString.of('una nota') },
    { Subtype: 'Highlight', QuadPoints: [0, 0, 9, 0, 0, 9, 9, 9] },
    { Subtype: 'Stamp', Name: 'Approved' },
  ]);
  const { text } = await merged(await document.save());
  for (const stored of ['https://agencia.example/a', 'mailto:ana', 'una nota', 'Highlight', 'Stamp']) {
    expect(text).toContain(stored);
  }
});

/**
 * What pdf.js draws of the annotations of a file's pages: how many have a picture with something in it, and
 * the texts in them.
 */
async function drawnAnnotations(path: string, annotationMode: number) {
  const task = getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 });
  const document = await task.promise;
  let pictures = 0;
  let text = '';
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList({ annotationMode });
    let isInside = false;
    fnArray.forEach((operator, at) => {
      if (operator === OPS.beginAnnotation) isInside = true;
      if (operator === OPS.endAnnotation) isInside = false;
      if (!isInside) return;
      if (operator === OPS.beginAnnotation) pictures++;
      if (operator !== OPS.showText) return;
      const glyphs: ({ unicode?: string } | number)[] = argsArray[at]?.[0] ?? [];
      text += `${glyphs.map((one) => (typeof one === 'number' ? '' : (one.unicode ?? ''))).join('')}|`;
    });
  }
  await task.destroy();
  return { pictures, text };
}

test.each([
  ['pictures alone', AnnotationMode.ENABLE],
  ['forms to be filled in', AnnotationMode.ENABLE_FORMS],
])('a merged file shows what a form was filled in with, in a reader that draws %s', async (_, mode) => {
  const document = await PDFDocument.create();
  const pdfPage = document.addPage([400, 400]);
  const form = document.getForm();
  const text = form.createTextField('aduana.rut');
  text.setText('76543210');
  text.addToPage(pdfPage, { x: 10, y: 10, width: 100, height: 20 });
  const check = form.createCheckBox('aduana.conforme');
  check.addToPage(pdfPage, { x: 10, y: 40, width: 20, height: 20 });
  check.check();
  const radio = form.createRadioGroup('aduana.via');
  radio.addOptionToPage('mar', pdfPage, { x: 10, y: 70, width: 20, height: 20 });
  radio.addOptionToPage('aire', pdfPage, { x: 40, y: 70, width: 20, height: 20 });
  radio.select('aire');
  const choice = form.createDropdown('aduana.puerto');
  choice.setOptions(['Iquique', 'Coronel']);
  choice.select('Coronel');
  choice.addToPage(pdfPage, { x: 10, y: 100, width: 100, height: 20 });
  const bytes = await document.save();
  const before = join(temporaryFolder(), 'before.pdf');
  writeFileSync(before, bytes);
  const { target, text: objects } = await merged(bytes);
  const shown = await drawnAnnotations(target, mode);
  expect(shown).toEqual(await drawnAnnotations(before, AnnotationMode.ENABLE));
  expect(shown).toMatchObject({ pictures: 5, text: expect.stringMatching(/76543210.*Coronel/) });
  expect(objects).not.toMatch(/\/(Widget|FT|AcroForm)\b/);
});

test('a field of a form that has no picture stays behind, instead of being drawn as a stamp that nobody set', async () => {
  const fields = [{ FT: 'Tx' }, { FT: 'Btn', AS: 'Off', AP: { N: {} } }, { FT: 'Tx', AP: {} }];
  const document = await armed([
    ...fields.map((field) => ({ Subtype: 'Widget', ...field })),
    { Subtype: 'Text', Contents: PDFString.of('una nota') },
  ]);
  const { text } = await merged(await document.save());
  expect(text).toContain('una nota');
  expect(text).not.toMatch(/\/(Widget|Stamp)\b/);
});
