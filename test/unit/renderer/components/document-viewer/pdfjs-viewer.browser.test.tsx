import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import 'pdfjs-dist/web/pdf_viewer.css';
import { expect, it, onTestFinished } from 'vitest';
import { openPdf } from '../../../../../renderer/components/document-viewer/open-pdf.ts';
import { PdfJsViewer } from '../../../../../renderer/components/document-viewer/pdfjs-viewer.ts';
import type { ViewState } from '../../../../../renderer/components/document-viewer/view-handle.ts';

/** A PDF with a text near the bottom of each page, of this height in points, open. */
async function opened(texts: readonly string[], height = 200): Promise<PDFDocumentProxy> {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.Helvetica);
  for (const text of texts) made.addPage([300, height]).drawText(text, { x: 30, y: 50, size: 18, font });
  const open = Promise.withResolvers<PDFDocumentProxy>();
  const close = openPdf(new Uint8Array(await made.save()), (state) => {
    if (state.kind === 'open') open.resolve(state.document);
    else if (state.kind !== 'opening') open.reject(new Error(state.kind));
  });
  onTestFinished(close);
  return open.promise;
}

/** Holds the search's reading of each page but one until the promise resolves. */
function holdTexts(document: PDFDocumentProxy, but: number, until: Promise<void>): void {
  const getPage = document.getPage.bind(document);
  document.getPage = async (number) => {
    const page = await getPage(number);
    const own = page.getTextContent.bind(page);
    if (number !== but)
      page.getTextContent = async (options) => {
        await until;
        return own(options);
      };
    return page;
  };
}

/** The viewer in a window of its own, and what it told last. */
async function shown(pdf: PDFDocumentProxy) {
  const container = document.createElement('div');
  container.style.cssText = 'position: absolute; inset: 0; overflow: auto';
  const viewer = document.createElement('div');
  viewer.className = 'pdfViewer';
  container.append(viewer);
  document.body.append(container);
  const state: Partial<ViewState> = {};
  const searched: number[] = [];
  const view = new PdfJsViewer(pdf, { container, viewer }, (change) => {
    Object.assign(state, change);
    if (change.searched) searched.push(change.searched.pages);
  });
  onTestFinished(() => {
    view.stop();
    container.remove();
  });
  await expect.poll(() => state.abilities).toContain('find');
  const mark = () => viewer.querySelector('.highlight.selected');
  return {
    view,
    state,
    /** The numbers of searched pages that it told. */
    searched,
    container,
    marked: () => mark()?.textContent,
    /** The number of the page that the mark is on. */
    markedPage: () => Number(mark()?.closest<HTMLElement>('.page')?.dataset['pageNumber']),
    isMarkVisible() {
      const box = mark()?.getBoundingClientRect();
      return box !== undefined && box.top >= 0 && box.bottom <= window.innerHeight;
    },
  };
}

const pages = 40;
const texts = Array.from({ length: pages }, (_, at) => (at % 13 === 0 ? 'Flete' : `Hoja ${at + 1}`));

/** The view with the match of the last page marked, before the text of another page can be read: `read`. */
async function markedLastPage() {
  const pdf = await opened(texts);
  const read = Promise.withResolvers<void>();
  holdTexts(pdf, pages, read.promise);
  const all = await shown(pdf);
  all.view.find(['Flete'], 'typed', pages);
  await expect.poll(all.marked, { timeout: 10_000 }).toBe('Flete');
  return { ...all, read };
}

it('a match on a late page is marked before the other pages are searched, and counted after them', async () => {
  const { state, searched, marked, read } = await markedLastPage();
  expect(state.page).toEqual({ number: pages, of: pages });
  expect(state.found).toBeUndefined();
  read.resolve();
  await expect.poll(() => state.found, { timeout: 10_000 }).toEqual({ at: 4, of: 4 });
  expect(state.searched).toBeUndefined();
  expect(searched).toEqual(searched.toSorted((a, b) => a - b));
  expect(marked()).toBe('Flete');
});

it('a search that goes on meanwhile looks through all pages', async () => {
  const { view, state, read } = await markedLastPage();
  view.find('Hoja 2', 'typed');
  read.resolve();
  await expect.poll(() => state.found?.of, { timeout: 10_000 }).toBe(10);
});

it('a match low on a late page stays in sight once the other pages are searched', async () => {
  const pdf = await opened(texts, 3000);
  const read = Promise.withResolvers<void>();
  holdTexts(pdf, pages, read.promise);
  const { view, state, container, isMarkVisible } = await shown(pdf);
  view.find(['Flete'], 'typed', pages);
  await expect.poll(isMarkVisible, { timeout: 10_000 }).toBe(true);
  const { scrollTop } = container;
  read.resolve();
  await expect.poll(() => state.found, { timeout: 10_000 }).toEqual({ at: 4, of: 4 });
  expect(container.scrollTop).toBe(scrollTop);
  expect(isMarkVisible()).toBe(true);
});

it('a match low on a late page comes into sight where the other pages are searched before it is drawn', async () => {
  const pdf = await opened(texts, 3000);
  const { view, state, isMarkVisible } = await shown(pdf);
  view.find(['Flete'], 'typed', pages);
  await expect.poll(() => state.found, { timeout: 10_000 }).toEqual({ at: 4, of: 4 });
  await expect.poll(isMarkVisible, { timeout: 10_000 }).toBe(true);
});

it('a person who scrolls on while the other pages are searched stays there', async () => {
  const pdf = await opened(texts, 3000);
  const read = Promise.withResolvers<void>();
  holdTexts(pdf, pages, read.promise);
  const { view, state, container, isMarkVisible } = await shown(pdf);
  view.find(['Flete'], 'typed', pages);
  await expect.poll(isMarkVisible, { timeout: 10_000 }).toBe(true);
  container.scrollTop /= 2;
  const { scrollTop } = container;
  await expect.poll(() => state.page?.number, { timeout: 10_000 }).toBeLessThan(pages);
  read.resolve();
  await expect.poll(() => state.found, { timeout: 10_000 }).toEqual({ at: 4, of: 4 });
  expect(container.scrollTop).toBe(scrollTop);
});

it('steps asked for while the other pages are read are made after them, and the mark stays', async () => {
  const { view, state, marked, markedPage, isMarkVisible, read } = await markedLastPage();
  view.find(['Flete'], 'next');
  view.find(['Flete'], 'next');
  view.find(['Flete'], 'next');
  view.find(['Flete'], 'previous');
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(marked()).toBe('Flete');
  read.resolve();
  await expect.poll(() => state.found, { timeout: 10_000 }).toEqual({ at: 2, of: 4 });
  // Of two small pages in sight, the window's height decides which is the current one.
  await expect.poll(() => [markedPage(), isMarkVisible()], { timeout: 10_000 }).toEqual([14, true]);
});
