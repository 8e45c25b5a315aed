import type { PDFPageProxy } from 'pdfjs-dist';

/** An annotation as pdf.js gives it, which declares no type for it. */
type Annotation = Readonly<Record<string, unknown>>;

/** A shift to the right behind a letter, thousandths of its size, that parts two words. */
const blankShift = -200;

/** Values of form fields, notes, and what stamps and signatures have drawn. */
export async function annotationTexts(page: PDFPageProxy): Promise<string[]> {
  const annotations: readonly Annotation[] = await page.getAnnotations();
  const said = annotations.flatMap(saidBy);
  const drawing = new Set(annotations.filter(isDrawnAlone).map(({ id }) => String(id)));
  // Drawing decodes the pictures of the page: only where an annotation needs it.
  const drawn = drawing.size > 0 ? await drawnTexts(page, drawing) : [];
  return [...new Set([...said, ...drawn])];
}

/** Whether a page has a picture beside those of its annotations. */
export async function hasPicture(page: PDFPageProxy): Promise<boolean> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pictures = new Set(
    Object.entries(OPS).flatMap(([name, operator]) => (/^paint.*Image/.test(name) ? [operator] : [])),
  );
  const { fnArray } = await page.getOperatorList();
  const end = fnArray.indexOf(OPS.beginAnnotation);
  return fnArray.slice(0, end < 0 ? fnArray.length : end).some((operator) => pictures.has(operator));
}

function saidBy({ fieldValue, contentsObj, alternativeText, textContent }: Annotation): string[] {
  const note = typeof contentsObj === 'object' && contentsObj !== null && 'str' in contentsObj;
  return [fieldValue, note ? contentsObj.str : undefined, alternativeText, textContent]
    .flat()
    .filter((text) => typeof text === 'string')
    .filter((text) => text.trim() !== '');
}

/** Whether an annotation may have words in its drawing that pdf.js tells nowhere else. */
function isDrawnAlone({ hasAppearance, textContent, subtype, fieldType }: Annotation): boolean {
  if (hasAppearance !== true || textContent !== undefined) return false;
  if (subtype === 'Widget') return fieldType === 'Sig' || fieldType === 'Ch';
  return subtype === 'Stamp' || subtype === 'FreeText' || subtype === 'Watermark';
}

/** The text that the annotations of these ids draw, each in its lines. */
async function drawnTexts(page: PDFPageProxy, ids: ReadonlySet<string>): Promise<string[]> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const moves = new Set([
    ...[OPS.beginText, OPS.moveText, OPS.setLeadingMoveText, OPS.setTextMatrix, OPS.nextLine],
  ]);
  const { fnArray, argsArray } = await page.getOperatorList();
  const texts: string[] = [];
  let text: string | undefined;
  for (const [index, operator] of fnArray.entries()) {
    // pdf.js says nothing of their types.
    const args = (argsArray[index] ?? []) as readonly unknown[];
    if (operator === OPS.beginAnnotation) text = ids.has(String(args[0])) ? '' : undefined;
    if (text === undefined) continue;
    if (operator === OPS.showText) text += lettersOf(args[0]);
    else if (moves.has(operator)) text += '\n';
    else if (operator === OPS.endAnnotation) {
      texts.push(text.trim());
      text = undefined;
    }
  }
  return texts.filter((each) => each !== '');
}

/** The letters of a row of glyphs and shifts between them. */
function lettersOf(glyphs: unknown): string {
  if (!Array.isArray(glyphs)) return '';
  return glyphs
    .map((glyph: { unicode?: unknown } | number | null) => {
      if (typeof glyph === 'number') return glyph < blankShift ? ' ' : '';
      return typeof glyph?.unicode === 'string' ? glyph.unicode : '';
    })
    .join('');
}
