import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { useRef, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import PdfView from '../../../../../renderer/components/document-viewer/pdf-view.tsx';
import type { ViewHandle } from '../../../../../renderer/components/document-viewer/view-handle.ts';
import Viewer, { type ViewerProps } from '../../../../../renderer/components/document-viewer/viewer.tsx';
import type { FindAtPage } from '../../../../../renderer/ui/inspected-subject.ts';
import type { Handlers } from '../../../../../shared/contract.ts';
import type { FilePreview } from '../../../../../shared/model/file-preview.ts';
import type { RecognizedWord } from '../../../../../shared/model/text-search.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { LateViewer } from '../../../../support/page/late-viewer.tsx';
import { storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

// Before any other document: those that were shown leave a worker for the next one.
it('what reads a PDF is begun while its file is still on its way', async () => {
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  const document = Promise.withResolvers<FilePreview>();
  await view(undefined, { path: '/papers/a.pdf', handlers: { 'file.read': () => document.promise } });
  await expect.element(page.getByText('Abriendo')).toBeVisible();
  await expect.poll(() => post.mock.calls.length).toBeGreaterThan(0);
  document.resolve(await pdfOf(['Una página']));
  await expect.element(page.getByText('Una página')).toBeVisible();
});

it('documents that are read one after the other share their workers', async () => {
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  const readers = () =>
    post.mock.calls.flatMap(([message], at) =>
      message.action === 'GetDocRequest' ? [post.mock.contexts[at]] : [],
    );
  const texts = ['Primera', 'Segunda', 'Tercera', 'Cuarta', 'Quinta'];
  const documents = await Promise.all(texts.map((text) => pdfOf([text])));
  await show(<Pager count={texts.length} />, {
    ...createAgencyMain().handlers,
    'network.get': async () => ({ online: true }),
    'file.read': async ({ id }) => documents[Number(id)] ?? { kind: 'empty' },
  });
  for (const text of texts) {
    await expect.element(page.getByText(text)).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
  }
  expect(readers().length).toBe(texts.length);
  expect(new Set(readers()).size).toBeLessThan(texts.length);
});

it('a PDF shows its text, which can be selected and searched', async () => {
  await view(await pdfOf(['Factura 4711 de ACME', 'Segunda página: factura 4712', 'Sin nada']));
  await expect.element(page.getByText('Factura 4711 de ACME')).toBeVisible();
  const layer = page.getByText('Factura 4711 de ACME').element();
  document.getSelection()?.selectAllChildren(layer);
  expect(document.getSelection()?.toString()).toBe('Factura 4711 de ACME');
  await expect.element(page.getByText('Página 1 de 3')).toBeVisible();

  await userEvent.keyboard('{Control>}f{/Control}');
  const field = page.getByRole('textbox', { name: 'Buscar en el documento' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('FACTURA');
  await expect.element(page.getByText('1 de 2')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('2 de 2')).toBeVisible();
  await expect.element(page.getByText('Página 2 de 3')).toBeVisible();
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.element(page.getByText('1 de 2')).toBeVisible();
  await userEvent.fill(field, 'nada de esto');
  await expect.element(page.getByText('No aparece en el documento')).toBeVisible();
});

it('the words of a scan are searched, marked where they stand, and selected', async () => {
  const asked: number[] = [];
  const word = (text: string, left: number, endsLine = false): RecognizedWord => {
    return { text, confidence: 90, box: [left, 0.4, left + 0.2, 0.45], endsLine };
  };
  await view(await pdfOf(['']), {
    handlers: {
      'texts.recognized': async ({ page: number }) => {
        asked.push(number);
        return [word('Contenedor', 0.1), word('MSKU1234567', 0.5, true)];
      },
    },
    find: { text: 'contenedor MSKU1234567', page: 1 },
  });
  await expect.element(page.getByText('1 de 1', { exact: true })).toBeVisible();
  const found = page.getByText('MSKU1234567', { exact: true });
  await expect.element(found).toHaveClass(/highlight/);
  const [mark, pageBox] = [found.element(), document.querySelector('.page')].map((element) =>
    element?.getBoundingClientRect(),
  );
  if (!mark || !pageBox) throw new Error('nothing is marked');
  expect((mark.left - pageBox.left) / pageBox.width).toBeCloseTo(0.5, 1);
  expect((mark.right - pageBox.left) / pageBox.width).toBeCloseTo(0.7, 1);
  expect((mark.top - pageBox.top) / pageBox.height).toBeCloseTo(0.4, 1);
  document.getSelection()?.selectAllChildren(found.element());
  expect(document.getSelection()?.toString()).toBe('MSKU1234567');
  expect(new Set(asked)).toEqual(new Set([1]));
});

it('each word of a hit is marked by itself and as a whole', async () => {
  const texts = () => [...document.querySelectorAll('.highlight')].map(({ textContent }) => textContent);
  const find = { text: 'SHENZHEN flete', words: ['SHENZHEN', 'flete'], page: 1 };
  await view(await pdfOf(['Fletero de Shenzhen', 'paga el flete']), { find });
  await expect.element(page.getByText('1 de 2', { exact: true })).toBeVisible();
  await expect.poll(texts).toEqual(['Shenzhen', 'flete']);
  await userEvent.fill(page.getByRole('textbox', { name: 'Buscar en el documento' }), 'fletero');
  await expect.poll(texts).toEqual(['Fletero']);
});

it('each word of a hit is marked in a scan where it stands', async () => {
  const word = (text: string, top: number): RecognizedWord => {
    return { text, confidence: 90, box: [0.1, top, 0.3, top + 0.05], endsLine: true };
  };
  const words = [word('Fletero', 0.1), word('SHENZHEN', 0.3), word('flete', 0.5)];
  await view(await pdfOf(['']), {
    handlers: { 'texts.recognized': async () => words },
    find: { text: 'SHENZHEN flete', words: ['SHENZHEN', 'flete'], page: 1 },
  });
  await expect.element(page.getByText('1 de 2', { exact: true })).toBeVisible();
  await expect
    .poll(() => [...document.querySelectorAll('.highlight')].map(({ textContent }) => textContent))
    .toEqual(['SHENZHEN', 'flete']);
});

it('the words of a scan whose lines run downwards are marked where they stand', async () => {
  const word = (text: string, top: number, endsLine = false): RecognizedWord => {
    return { text, confidence: 90, box: [0.4, top, 0.43, top + 0.2], endsLine };
  };
  await view(await pdfOf(['']), {
    handlers: { 'texts.recognized': async () => [word('Contenedor', 0.1), word('MSKU1234567', 0.5, true)] },
    find: { text: 'contenedor MSKU1234567', page: 1 },
  });
  await expect.element(page.getByText('1 de 1', { exact: true })).toBeVisible();
  const found = page.getByText('MSKU1234567', { exact: true }).element().getBoundingClientRect();
  const shown = document.querySelector('.page')?.getBoundingClientRect();
  if (!shown) throw new Error('no page');
  expect((found.left - shown.left) / shown.width).toBeCloseTo(0.4, 1);
  expect((found.top - shown.top) / shown.height).toBeCloseTo(0.5, 1);
  expect((found.bottom - shown.top) / shown.height).toBeCloseTo(0.7, 1);
});

it('words that were recognised with little confidence are marked as such until another text is typed', async () => {
  const words: RecognizedWord[] = [
    { text: 'Puerto', confidence: 40, box: [0.1, 0.4, 0.3, 0.45], endsLine: true },
  ];
  await view(await pdfOf(['']), {
    handlers: { 'texts.recognized': async () => words },
    find: { text: 'Puerto', page: 1, isUnsure: true },
  });
  await expect.element(page.getByText('1 de 1', { exact: true })).toBeVisible();
  await expect.element(page.getByText('escaneado, letra dudosa')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Buscar en el documento' }), 'Puert');
  await expect.element(page.getByText('escaneado, letra dudosa')).not.toBeInTheDocument();
});

it('a scan with a line of its own has its recognised words beside it', async () => {
  const words: RecognizedWord[] = [
    { text: 'MSKU1234567', confidence: 90, box: [0.1, 0.4, 0.3, 0.45], endsLine: true },
  ];
  await view(await pdfOf(['Escaneado con CamScanner']), {
    handlers: { 'texts.recognized': async () => words },
    find: { text: 'MSKU1234567', page: 1 },
  });
  await expect.element(page.getByText('1 de 1', { exact: true })).toBeVisible();
  await expect.element(page.getByText('MSKU1234567', { exact: true })).toHaveClass(/highlight/);
  await expect.element(page.getByText('Escaneado con CamScanner')).toBeInTheDocument();
});

it('the pages of a PDF that is read anew have their names, too', async () => {
  const [before, after] = await Promise.all([pdfOf(['Antes']), pdfOf(['Después', 'Más'])]);
  await show(<ReadAgain documents={[before, after]} />);
  await expect.element(page.getByRole('region', { name: 'Página 1 de FACTURA 7' })).toBeVisible();
  await page.getByRole('button', { name: 'Leer de nuevo' }).click();
  await expect.element(page.getByText('Después')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Página 2 de FACTURA 7' })).toBeInTheDocument();
});

it('a PDF is zoomed, fitted and turned by keys', async () => {
  await view(await pdfOf(['Una página']));
  const shown = page.getByRole('region', { name: 'Página 1 de FACTURA 7' });
  await expect.element(shown).toBeVisible();
  const sizeOf = () => shown.element().getBoundingClientRect();
  const first = sizeOf();
  await userEvent.keyboard('+');
  await expect.poll(() => sizeOf().width).toBeGreaterThan(first.width);
  await userEvent.keyboard('9');
  await expect.poll(() => sizeOf().height).toBeLessThan(window.innerHeight);
  await userEvent.keyboard('0');
  await expect.poll(() => sizeOf().width).toBeGreaterThan(1000);
  await userEvent.keyboard('9');
  await expect.poll(() => sizeOf().height > sizeOf().width).toBe(true);
  await userEvent.keyboard('r');
  await expect.poll(() => sizeOf().height < sizeOf().width).toBe(true);
});

it('five hundred pages scroll to their end, and few of them are drawn', async () => {
  const pages = Array.from({ length: 500 }, (_, number) => `Línea de la página ${number + 1}`);
  await view(await pdfOf(pages));
  await expect.element(page.getByText('Línea de la página 1', { exact: true })).toBeVisible();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByText('Línea de la página 500')).toBeVisible();
  await expect.element(page.getByText('Página 500 de 500', { exact: true })).toBeVisible();
  expect(document.querySelectorAll('canvas').length).toBeLessThan(20);
});

it('a PDF with a password says so and is offered to its program', async () => {
  const opened: string[] = [];
  const locked = await PDFDocument.create();
  locked.addPage();
  locked.encrypt({ userPassword: 'secreto', ownerPassword: 'secreto', permissions: {} });
  await view(await base64Of(locked), openedOutside(opened));
  await expect.element(page.getByText('El PDF tiene contraseña: ábrelo con su programa.')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Abrir con su programa' }).click();
  await expect.poll(() => opened).toEqual(['d']);
});

it('a scanned fax is drawn, black on white', async () => {
  await view(await faxOf());
  await expect.poll(() => document.querySelector('canvas')?.width ?? 0).toBeGreaterThan(0);
  await expect.poll(() => darkShare()).toBeGreaterThan(0.2);
  expect(darkShare()).toBeLessThan(0.3);
});

it('a damaged scan says so and is offered to its program', async () => {
  const opened: string[] = [];
  await view({ kind: 'damaged' }, openedOutside(opened));
  await expect.element(page.getByText('La imagen está dañada')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Abrir con su programa' }).click();
  await expect.poll(() => opened).toEqual(['d']);
});

it('a damaged image says so, is offered to its program, and is not zoomed', async () => {
  const opened: string[] = [];
  await view({ kind: 'image', mediaType: 'image/png', base64: btoa('no image') }, openedOutside(opened));
  await expect.element(page.getByText('La imagen está dañada')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Abrir con su programa' }).click();
  await expect.poll(() => opened).toEqual(['d']);
  expect(page.getByRole('button', { name: 'Acercar (+)' }).elements()).toEqual([]);
});

it('a PDF without a page says so', async () => {
  const objects = '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj';
  await view({ kind: 'pdf', base64: btoa(`%PDF-1.4\n${objects}\ntrailer<</Root 1 0 R/Size 3>>\n%%EOF`) });
  await expect.element(page.getByText('El PDF no tiene páginas que mostrar')).toBeVisible();
});

it('the pictures of a button and of a note stand on their page', async () => {
  const made = await PDFDocument.create();
  const { context } = made;
  const pdfPage = made.addPage([200, 200]);
  const red = context.register(
    context.stream('1 0 0 rg 0 0 50 50 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 50, 50] }),
  );
  const button = { Subtype: 'Widget', FT: 'Btn', Ff: 65536, Rect: [20, 20, 70, 70], F: 4, AP: { N: red } };
  const note = { Subtype: 'Text', Rect: [120, 120, 140, 140], Name: 'Note' };
  pdfPage.node.set(
    PDFName.of('Annots'),
    context.obj([button, note].map((one) => context.obj({ Type: 'Annot', ...one }))),
  );
  await view(await base64Of(made));
  const canvas = () => document.querySelector<HTMLCanvasElement>('.annotationLayer canvas');
  await expect
    .poll(() => canvas()?.checkVisibility() && canvas()?.getBoundingClientRect().width)
    .toBeGreaterThan(10);
  const icon = () => document.querySelector<HTMLImageElement>('.annotationLayer .textAnnotation img');
  await expect.poll(() => icon()?.checkVisibility() && icon()?.naturalWidth).toBeGreaterThan(0);
});

it.each([
  [
    'a field that brings its picture',
    { Subtype: 'Widget', FT: 'Tx', V: 'VINA DEL SUR', picture: 'VINA DEL SUR' },
  ],
  ['a field without a picture', { Subtype: 'Widget', FT: 'Tx', V: 'VINA DEL SUR' }],
  ['a choice', { Subtype: 'Widget', FT: 'Ch', V: 'v', Opt: [['v', 'VINA DEL SUR']] }],
  ['a text beside the page', { Subtype: 'FreeText', Contents: 'VINA DEL SUR', picture: 'VINA DEL SUR' }],
  ['a note', { Subtype: 'Text', Contents: 'VINA DEL SUR', Name: 'Note' }],
  ['a stamp that says its text', { Subtype: 'Stamp', Contents: 'VINA DEL SUR' }],
])('the text of %s is found and copied once', async (_, annotation) => {
  await view(await annotatedPdf(annotation));
  const layer = () =>
    page
      .getByText('VINA DEL SUR')
      .elements()
      .filter((one) => one.closest('.textLayer'));
  await expect.poll(() => layer().length).toBe(1);
  const frame = document.querySelector('.page')?.getBoundingClientRect() ?? new DOMRect();
  const box = layer()[0]?.getBoundingClientRect() ?? new DOMRect();
  const inPoints = (pixels: number) => (pixels * 200) / frame.width;
  // The annotation stands between 20 and 40 points from the left and below the upper edge.
  expect(inPoints(box.left - frame.left)).toBeCloseTo(22, 0);
  expect(inPoints((box.top + box.bottom) / 2 - frame.top)).toBeCloseTo(30, -1);
  const copied = document.getSelection();
  copied?.selectAllChildren(document.querySelector('.textLayer') ?? document.body);
  expect(copied?.toString().split('\n').filter(Boolean)).toEqual(['Certificado', 'VINA DEL SUR']);
  await userEvent.keyboard('{Control>}f{/Control}');
  await userEvent.fill(page.getByRole('textbox', { name: 'Buscar en el documento' }), 'viña');
  await expect.element(page.getByText('1 de 1', { exact: true })).toBeVisible();
});

it.each([
  ['is hidden', 2],
  ['is only printed', 32],
])('the text of a field that %s is not found', async (_, flags) => {
  await view(await annotatedPdf({ Subtype: 'Widget', FT: 'Tx', V: 'VINA DEL SUR', F: flags }));
  await expect.element(page.getByText('Certificado')).toBeVisible();
  await userEvent.keyboard('{Control>}f{/Control}');
  await userEvent.fill(page.getByRole('textbox', { name: 'Buscar en el documento' }), 'viña');
  await expect.element(page.getByText('No aparece en el documento')).toBeVisible();
});

it('a text is said not to be in a PDF only once every page was looked through', async () => {
  await view(await pdfOf([...Array.from({ length: 120 }, (_, at) => `Hoja ${at}`), 'BUSCADA']));
  await expect.element(page.getByText('Página 1 de 121')).toBeVisible();
  await userEvent.keyboard('{Control>}f{/Control}');
  const output = document.querySelector('output');
  const said: string[] = [];
  new MutationObserver(() => said.push(output?.textContent ?? '')).observe(output ?? document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  await userEvent.fill(page.getByRole('textbox', { name: 'Buscar en el documento' }), 'BUSCADA');
  await expect.element(page.getByText('1 de 1', { exact: true })).toBeVisible();
  expect(said.filter((text) => text.includes('No aparece'))).toEqual([]);
});

it('opens at the page of the text that is looked for, though an earlier page says it, too', async () => {
  const pages = ['SHENZHEN', ...Array.from({ length: 5 }, () => 'Hoja'), 'SHENZHEN 12.450', 'SHENZHEN'];
  await view(await pdfOf(pages), { find: { text: 'SHENZHEN', page: 7 } });
  await expect.element(page.getByText('2 de 3', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Página 7 de 8')).toBeVisible();
});

it('words of a hit that come late move nobody who searches already to their page', async () => {
  const late = Promise.withResolvers<FindAtPage>();
  const pages = ['SHENZHEN', ...Array.from({ length: 5 }, () => 'Hoja'), 'SHENZHEN 12.450', 'SHENZHEN'];
  await view(await pdfOf(pages), { late: late.promise });
  await expect.element(page.getByText('Página 1 de 8')).toBeVisible();
  await userEvent.keyboard('{Control>}f{/Control}');
  const field = page.getByRole('textbox', { name: 'Buscar en el documento' });
  await field.fill('Hoja');
  await expect.element(page.getByText('1 de 5', { exact: true })).toBeVisible();
  late.resolve({ text: '12.450', page: 8 });
  await late.promise;
  await field.fill('SHENZHEN');
  await expect.element(page.getByText('2 de 3', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Página 7 de 8')).toBeVisible();
});

it('pages that are not in a PDF are told beside those that are', async () => {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.Helvetica);
  made.addPage().drawText('Primera', { x: 60, y: 700, size: 18, font });
  const second = made.addPage();
  await made.flush();
  made.context.delete(second.ref);
  await view(await base64Of(made));
  await expect.element(page.getByText('Primera')).toBeVisible();
  await expect.element(page.getByText('La página 2 no viene en el archivo')).toBeInViewport({ ratio: 1 });
});

it('an image whose file ends early says so above what there is of it', async () => {
  const canvas = new OffscreenCanvas(40, 40);
  canvas.getContext('2d')?.fillRect(0, 0, 40, 40);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
  const half = bytes.subarray(0, bytes.length - 20);
  await view({ kind: 'image', mediaType: 'image/jpeg', base64: half.toBase64(), isCut: true });
  await expect.element(page.getByText('puede faltarle una parte')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'FACTURA 7' })).toBeVisible();
});

it('a damaged PDF says so and is opened with its program by Ctrl+Enter', async () => {
  const opened: string[] = [];
  const damaged = btoa(`%PDF-1.7\n${'nothing of a PDF '.repeat(100)}`);
  await view({ kind: 'pdf', base64: damaged }, openedOutside(opened));
  await expect.element(page.getByText('El PDF está dañado y no se puede mostrar.')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => opened).toEqual(['d']);
});

it('a document that is too large, and not here, is offered for download', async () => {
  let downloads = 0;
  await view({ kind: 'too-large', bytes: 200 * 1024 * 1024 }, { onDownload: () => void downloads++ });
  await expect
    .element(page.getByText('es muy grande para mostrarlo aquí. Descárgalo primero.'))
    .toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Descargar…' }).click();
  expect(downloads).toBe(1);
});

it('what only its own program shows is said in words', async () => {
  await view({ kind: 'other' }, { path: '/papers/scan.tif' });
  await expect.element(page.getByText('Este tipo de archivo se abre con su propio programa.')).toBeVisible();
});

it('an empty file is told as empty', async () => {
  await view({ kind: 'empty' }, { path: '/papers/factura.pdf' });
  await expect.element(page.getByText('El archivo está vacío.')).toBeVisible();
});

it('XML is shown an element a line, and searched whatever its accents', async () => {
  const text =
    '<?xml version="1.0"?><DTE><Emisor><RznSoc>Compañía Ñuñoa &amp; Cía</RznSoc></Emisor><Folio>77</Folio></DTE>';
  await view({ kind: 'text', text });
  await expect.element(page.getByText('<RznSoc>Compañía Ñuñoa &amp; Cía</RznSoc>')).toBeVisible();
  const lines = document.querySelector('pre')?.textContent?.split('\n');
  expect(lines).toEqual([
    '<?xml version="1.0"?>',
    '<DTE>',
    '  <Emisor>',
    '    <RznSoc>Compañía Ñuñoa &amp; Cía</RznSoc>',
    '  </Emisor>',
    '  <Folio>77</Folio>',
    '</DTE>',
  ]);
  await userEvent.keyboard('{Control>}f{/Control}');
  await userEvent.keyboard('nunoa');
  await expect.element(page.getByText('1 de 1')).toBeVisible();
  const marked = [...(CSS.highlights.get('paper-found-here') ?? [])].map(String);
  expect(marked).toEqual(['Ñuñoa']);
});

it('a mail shows its head and its text, is searched in both, and opens what came with it', async () => {
  const inner = { from: 'b@b.cl', to: '', cc: '', subject: 'Reenviado', date: '', text: 'Adentro' };
  await view({
    kind: 'mail',
    mail: {
      from: 'Ana <ana@naviera.cl>',
      to: 'bodega@agencia.cl',
      cc: '',
      subject: 'Detención 4711',
      date: '2026-03-02T12:30:00.000Z',
      text: '<p>Falta el timbre.</p>',
      attachments: [
        { name: 'factura.pdf', bytes: 1_000, preview: await pdfOf(['Factura 4711']) },
        { name: '', bytes: 0, preview: { kind: 'mail', mail: { ...inner, attachments: [] } } },
      ],
    },
  });
  await expect.element(page.getByText('Asunto: Detención 4711')).toBeVisible();
  const shown = () => document.querySelector('pre')?.textContent?.split('\n');
  expect(shown()?.slice(0, 3)).toEqual([
    ...['De: Ana <ana@naviera.cl>', 'Para: bodega@agencia.cl', 'Asunto: Detención 4711'],
  ]);
  expect(shown()?.at(3)).toMatch(/^Fecha: 02-03/);
  expect(shown()?.slice(4)).toEqual(['', '<p>Falta el timbre.</p>']);
  await page.getByRole('button', { name: 'factura.pdf' }).click();
  await expect.element(page.getByText('Factura 4711')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'FACTURA 7', exact: true })).toHaveFocus();
  await page.getByRole('button', { name: 'Volver al correo' }).click();
  await page.getByRole('button', { name: 'Sin nombre' }).click();
  await expect.element(page.getByText('Asunto: Reenviado')).toBeVisible();
  await page.getByRole('button', { name: 'Volver al correo' }).click();
  await userEvent.keyboard('{Control>}f{/Control}');
  await userEvent.keyboard('detencion');
  await expect.element(page.getByText('1 de 1', { exact: true })).toBeVisible();
});

it('Ctrl+A chooses the text of the document alone, and in the search what is typed there', async () => {
  const chosen = () => document.getSelection()?.toString();
  await view({ kind: 'text', text: 'Guía de despacho 4711' }, { aside: <p>Lo que dice la agencia</p> });
  await expect.element(page.getByText('Guía de despacho 4711')).toBeVisible();
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(chosen()).toBe('Guía de despacho 4711');
  await userEvent.keyboard('{Control>}f{/Control}');
  await userEvent.keyboard('4711');
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(chosen()).toBe('4711');
});

it('a long text is searched to its end', async () => {
  const text = Array.from({ length: 5000 }, (_, number) => `línea ${number}`).join('\n');
  await view({ kind: 'text', text });
  await expect.element(page.getByRole('region', { name: 'FACTURA 7' })).toHaveFocus();
  await userEvent.keyboard('{Control>}f{/Control}');
  await userEvent.keyboard('línea 4999');
  await expect.element(page.getByText('1 de 1')).toBeVisible();
  const range = [...(CSS.highlights.get('paper-found-here') ?? [])][0];
  if (!(range instanceof Range)) throw new Error('nothing is marked');
  await expect
    .poll(() => {
      const { top, bottom } = range.getBoundingClientRect();
      return top > 0 && bottom < window.innerHeight;
    })
    .toBe(true);
});

it('an image is fitted, zoomed and turned', async () => {
  await view({ kind: 'image', mediaType: 'image/png', base64: await pngOf(2000, 1000) });
  const image = page.getByRole('img', { name: 'FACTURA 7' });
  const sizeOf = () => image.element().getBoundingClientRect();
  await expect.element(image).toBeVisible();
  await expect.poll(() => Math.round(sizeOf().width / Math.max(1, sizeOf().height))).toBe(2);
  await expect.poll(() => sizeOf().width).toBeLessThan(window.innerWidth);
  await userEvent.keyboard('r');
  await expect.poll(() => Math.round(sizeOf().height / sizeOf().width)).toBe(2);
  await expect.poll(() => sizeOf().height).toBeLessThan(window.innerHeight);
  const fit = sizeOf().height;
  await userEvent.keyboard('+');
  await expect.poll(() => sizeOf().height).toBeGreaterThan(fit);
});

it('an image is fitted as soon as it is there, before anybody tells of sizes', async () => {
  vi.spyOn(window, 'ResizeObserver').mockImplementation(
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  await view({ kind: 'image', mediaType: 'image/png', base64: await pngOf(2000, 1000) });
  const image = page.getByRole('img', { name: 'FACTURA 7' });
  await expect.element(image).toBeVisible();
  const { clientWidth } = page.getByRole('region', { name: 'FACTURA 7' }).element();
  expect(clientWidth).toBeGreaterThan(1000);
  expect(image.element().getBoundingClientRect().width).toBe(clientWidth - 32);
});

it('Esc closes the search before the viewer, and arrows go through the list', async () => {
  const went: string[] = [];
  let closings = 0;
  await view(await pdfOf(['Una página']), {
    onGo: (way) => void went.push(way),
    position: { at: 2, of: 14 },
    onClose: () => void closings++,
  });
  await expect.element(page.getByText('2 de 14')).toBeVisible();
  await expect.element(page.getByText('Una página')).toBeVisible();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
  expect(went).toEqual(['next', 'previous']);
  await userEvent.keyboard('{Control>}f{/Control}abc{ArrowLeft}{Escape}');
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  expect([went.length, closings]).toEqual([2, 0]);
  await userEvent.keyboard('{Escape}');
  expect(closings).toBe(1);
});

it('Esc closes the viewer from its buttons, too', async () => {
  let closings = 0;
  await view(await pdfOf(['Una página']), { onClose: () => void closings++ });
  await expect.element(page.getByText('Una página')).toBeVisible();
  await page.getByRole('button', { name: 'Acercar (+)' }).click();
  await expect.element(page.getByText('150 %')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(closings).toBe(1);
});

it('a document that takes minutes to come is waited for, and asked for once', async () => {
  const document = Promise.withResolvers<FilePreview>();
  let requestCount = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await view(undefined, {
    handlers: {
      'file.read': () => {
        requestCount++;
        return document.promise;
      },
    },
  });
  await expect.element(page.getByText('Trayéndolo de la agencia')).toBeVisible();
  await vi.advanceTimersByTimeAsync(500);
  await expect.poll(() => requestCount).toBe(1);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(page.getByRole('alert').elements()).toEqual([]);
  expect(page.getByText('Reintentar').elements(), 'nothing that would begin anew').toEqual([]);
  document.resolve({ kind: 'text', text: 'Factura 4711' });
  await expect.element(page.getByText('Factura 4711')).toBeVisible();
  expect(requestCount).toBe(1);
});

/** The pages of a document whose file is replaced by the second one. */
function ReadAgain({ documents }: { documents: readonly FilePreview[] }) {
  const [at, setAt] = useState(0);
  const [handle, scroller] = [useRef<ViewHandle>(null), useRef<HTMLDivElement>(null)];
  const document = documents[at];
  return (
    <>
      <button type="button" onClick={() => setAt(1)}>
        Leer de nuevo
      </button>
      <div ref={scroller} style={{ position: 'absolute', inset: '40px 0 0', overflow: 'auto' }}>
        {document?.kind === 'pdf' && (
          <PdfView
            previewed={storedDocument('d', '1')}
            base64={document.base64}
            name="FACTURA 7"
            handle={handle}
            scroller={scroller}
            otherwise={null}
            onState={() => undefined}
          />
        )}
      </div>
    </>
  );
}

/** The viewer over a few documents, of which the right arrow shows the next. */
function Pager({ count }: { count: number }) {
  const [at, setAt] = useState(0);
  return (
    <Viewer
      previewed={storedDocument(`${at}`, '7', `/papers/${at}.pdf`)}
      name="FACTURA 7"
      onGo={() => setAt(Math.min(at + 1, count - 1))}
      onClose={() => undefined}
    />
  );
}

interface ViewerOverrides extends Partial<ViewerProps> {
  late?: Promise<FindAtPage>;
  /** Where the document stands on this computer. */
  path?: string;
  handlers?: Partial<Handlers>;
}

/** Shows the viewer over one document, which waits for the agency when none is given. */
async function view(
  document: FilePreview | undefined,
  { path, handlers, ...props }: ViewerOverrides = {},
): Promise<void> {
  await show(
    <LateViewer
      previewed={storedDocument('d', '7', path)}
      name="FACTURA 7"
      onClose={() => undefined}
      {...props}
    />,
    {
      ...createAgencyMain().handlers,
      'network.get': async () => ({ online: true }),
      ...(document && { 'file.read': async () => document }),
      ...handlers,
    },
  );
}

/** A document on this computer; what is opened with its program is written down. */
function openedOutside(opened: string[]): ViewerOverrides {
  return { path: '/papers/a.pdf', handlers: { 'file.open': async ({ id }) => void opened.push(id) } };
}

async function pdfOf(pages: readonly string[]): Promise<FilePreview> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const text of pages) document.addPage().drawText(text, { x: 60, y: 700, size: 18, font });
  return base64Of(document);
}

/** A page of 200 points with a text and one annotation, near the upper left corner. */
async function annotatedPdf({
  picture,
  ...style
}: { picture?: string } & Record<string, unknown>): Promise<FilePreview> {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.Helvetica);
  const pdfPage = made.addPage([200, 200]);
  pdfPage.drawText('Certificado', { x: 20, y: 100, size: 12, font });
  const { context } = made;
  const form = {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 160, 20],
    Resources: { Font: { F: font.ref } },
  };
  const entries = Object.entries(style).map(([name, one]) => {
    const isText = ['V', 'Contents'].includes(name) && typeof one === 'string';
    const options = Array.isArray(one)
      ? one.map((pair: string[]) => pair.map((text) => PDFString.of(text)))
      : one;
    return [name, isText ? PDFString.of(one) : options];
  });
  const look =
    picture && context.register(context.stream(`/Tx BMC BT /F 12 Tf 2 5 Td (${picture}) Tj ET EMC`, form));
  const width = style['Subtype'] === 'Text' ? 20 : 160;
  const common = { Type: 'Annot', Rect: [20, 160, 20 + width, 180], F: 4, DA: PDFString.of('/F 12 Tf 0 g') };
  const ref = context.register(
    context.obj({ ...common, ...Object.fromEntries(entries), ...(look && { AP: { N: look } }) }),
  );
  pdfPage.node.set(PDFName.of('Annots'), context.obj([ref]));
  return base64Of(made);
}

/**
 * A page of 16 by 4 dots, its upper left quarter black, coded as a fax of group 4 as scanned documents are.
 */
async function faxOf(): Promise<FilePreview> {
  const made = await PDFDocument.create();
  const { context } = made;
  const fax = context.stream(Uint8Array.of(0x26, 0xa2, 0xf8, 0xe0, 0x02, 0x00, 0x20), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 16,
    Height: 4,
    BitsPerComponent: 1,
    ColorSpace: 'DeviceGray',
    Filter: 'CCITTFaxDecode',
    DecodeParms: { K: -1, Columns: 16, Rows: 4, EndOfBlock: false },
  });
  const pdfPage = made.addPage([160, 40]);
  pdfPage.node.setXObject(PDFName.of('Fax'), context.register(fax));
  pdfPage.node.set(PDFName.of('Contents'), context.register(context.stream('160 0 0 40 0 0 cm /Fax Do')));
  return base64Of(made);
}

/** How much of the first page is darker than light, 0 to 1. */
function darkShare(): number {
  const canvas = document.querySelector('canvas');
  const dots = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let dark = 0;
  for (let at = 0; at < dots.length; at += 4) if ((dots[at] ?? 255) < 128 && dots[at + 3] === 255) dark++;
  return dark / Math.max(1, dots.length / 4);
}

async function base64Of(document: PDFDocument): Promise<FilePreview> {
  return { kind: 'pdf', base64: await document.saveAsBase64() };
}

/** A PNG of this size, as the browser draws it. */
async function pngOf(width: number, height: number): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.fillRect(10, 10, width - 20, height - 20);
  return canvas.toDataURL('image/png').split(',')[1] ?? '';
}
