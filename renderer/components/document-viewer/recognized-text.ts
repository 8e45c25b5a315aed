import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { RecognizedWord } from '../../../shared/model/text-search.ts';
import { baselineOf, type PagePoint, type TextTurn, turnOfText } from '../../../shared/recognized-line.ts';

/** The words that were recognised on a page, counted from 1. */
export type RecognizedWordsOf = (page: number) => Promise<readonly RecognizedWord[]>;

/**
 * Gives scanned pages the words that were recognised: to search, select and copy. They stand behind what a
 * scan has of its own, as the line of an app or a fax.
 */
export function includeRecognizedText(document: PDFDocumentProxy, wordsOf: RecognizedWordsOf): void {
  const getPage = document.getPage.bind(document);
  const done = new WeakSet<PDFPageProxy>();
  document.getPage = async (number) => {
    const page = await getPage(number);
    if (!done.has(page)) includeText(page, wordsOf);
    done.add(page);
    return page;
  };
}

function includeText(page: PDFPageProxy, wordsOf: RecognizedWordsOf): void {
  const stream = page.streamTextContent.bind(page);
  page.streamTextContent = (options) =>
    stream(options).pipeThrough(
      new TransformStream({
        async flush(controller) {
          // Without its words the page is a picture, as before.
          const words = await wordsOf(page.pageNumber).catch(() => []);
          if (words.length > 0) controller.enqueue(textContentOf(words, page.getViewport({ scale: 1 })));
        },
      }),
    );
}

const fontName = 'recognized';
/** Of the height of a box that letters with descenders fill. */
const descent = 0.2;
const styles = {
  [fontName]: { fontFamily: 'sans-serif', ascent: 1 - descent, descent: -descent, vertical: false },
};

function textContentOf(words: readonly RecognizedWord[], viewport: PageViewport) {
  const turn = turnOfText(words, viewport);
  return { items: words.flatMap((word) => itemsOf(word, turn, viewport)), styles, lang: null };
}

/** A word, and the blank behind it, in the format of pdf.js: points of the page before it is turned. */
function itemsOf({ text, box, endsLine }: RecognizedWord, turn: TextTurn, viewport: PageViewport) {
  const point = ([x, y]: PagePoint): number[] =>
    viewport.convertToPdfPoint(x * viewport.width, y * viewport.height);
  const { start, end, top } = baselineOf(box, turn);
  const [x0 = 0, y0 = 0] = point(start);
  const [x1 = 0, y1 = 0] = point(end);
  const [x2 = 0, y2 = 0] = point(top);
  const [width, height] = [Math.hypot(x1 - x0, y1 - y0), Math.hypot(x2 - x0, y2 - y0)];
  if (width === 0 || height === 0) return [];
  const [a, b] = [((x1 - x0) / width) * height, ((y1 - y0) / width) * height];
  const [c, d] = [x2 - x0, y2 - y0];
  const transform = [a, b, c, d, x0 + c * descent, y0 + d * descent];
  const item = { str: text, dir: 'ltr', width, height, transform, fontName, hasEOL: endsLine };
  if (endsLine) return [item];
  const blank = [a, b, c, d, x1 + c * descent, y1 + d * descent];
  return [item, { ...item, str: ' ', width: 0, transform: blank }];
}
