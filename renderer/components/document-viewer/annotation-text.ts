import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

/** The properties of a pdf.js field or note that its text needs. */
interface Annotation {
  lines: readonly string[];
  /** Left, bottom, right, top, in points of the page. */
  rect: readonly [number, number, number, number];
  /** Rotation of its text in degrees, counterclockwise. */
  angle: number;
  /** Points; undefined if the text is fitted to its rectangle. */
  fontSize: number | undefined;
  /** Its text is clipped to its rectangle. */
  isWithin: boolean;
}

/** Appends the text of fields and notes to that of each page: search and selection work on both. */
export function includeAnnotationText(document: PDFDocumentProxy): void {
  const getPage = document.getPage.bind(document);
  const done = new WeakSet<PDFPageProxy>();
  document.getPage = async (number) => {
    const page = await getPage(number);
    if (!done.has(page)) includeText(page);
    done.add(page);
    return page;
  };
}

function includeText(page: PDFPageProxy): void {
  const stream = page.streamTextContent.bind(page);
  page.streamTextContent = (options) =>
    stream(options).pipeThrough(
      new TransformStream({
        async flush(controller) {
          // If the fields cannot be read, the page keeps its own text.
          const raw: unknown[] = await page.getAnnotations({ intent: 'display' }).catch(() => []);
          const annotations = raw.flatMap((one) => annotationOf(one) ?? []);
          if (annotations.length > 0) controller.enqueue(textContentOf(annotations));
        },
      }),
    );
}

const fontName = 'annotation';
const styles = { [fontName]: { fontFamily: 'sans-serif', ascent: 0.9, descent: -0.2, vertical: false } };
const nothing = { str: '', dir: 'ltr', width: 0, height: 0, transform: [1, 0, 0, 1, 0, 0], fontName };

function textContentOf(annotations: readonly Annotation[]) {
  // The first item ends the last line of the page.
  return { items: [{ ...nothing, hasEOL: true }, ...annotations.flatMap(itemsOf)], styles, lang: null };
}

/** Points: the maximum font size of text without one, and its distance from the edge. */
const maxFontSize = 12;
const edge = 2;
/** Relative to the font size: line distance and character width. */
const lineHeight = 1.15;
const letterWidth = 0.5;

/** The lines of a text in the format that pdf.js uses for those of a page. */
function itemsOf({ lines, rect, angle, isWithin, ...style }: Annotation) {
  const [left, bottom, right, top] = rect;
  const isUpright = angle % 180 === 0;
  const [across, down] = isUpright ? [right - left, top - bottom] : [top - bottom, right - left];
  const height = style.fontSize ?? Math.min(maxFontSize, down / lines.length / lineHeight);
  const [cos, sin] = [
    Math.round(Math.cos((angle * Math.PI) / 180)),
    Math.round(Math.sin((angle * Math.PI) / 180)),
  ];
  const startX = angle < 180 ? left : right;
  const startY = angle === 0 || angle === 270 ? top : bottom;
  // A single line is centered vertically, several start at the top.
  const above = lines.length === 1 ? Math.max(0, (down - height * lineHeight) / 2) : 0;
  return lines.map((str, line) => {
    const baseline = above + height * (line * lineHeight + 0.95);
    const natural = str.length * height * letterWidth;
    const x = startX + edge * cos + baseline * sin;
    const y = startY + edge * sin - baseline * cos;
    return {
      str,
      dir: 'auto',
      fontName,
      height,
      hasEOL: true,
      width: isWithin ? Math.min(natural, Math.max(1, across - 2 * edge)) : natural,
      transform: [height * cos, height * sin, -height * sin, height * cos, x, y],
    };
  });
}

/** Types without text of their own, or whose text another annotation has. */
const without = new Set(['Popup', 'Link']);

/** The flags Hidden and NoView (ISO 32000-1, 12.5.3). */
const notShown = 2 | 32;

/** Undefined if it has no text, or is not shown. */
function annotationOf(raw: unknown): Annotation | undefined {
  const { subtype, rect, rotation, defaultAppearanceData, annotationFlags } = recordOf(raw);
  if (Number(annotationFlags) & notShown) return undefined;
  if (typeof subtype !== 'string' || without.has(subtype) || !isRect(rect)) return undefined;
  const lines = linesOf(recordOf(raw));
  if (lines.length === 0) return undefined;
  const { fontSize } = recordOf(defaultAppearanceData);
  const angle = typeof rotation === 'number' ? ((rotation % 360) + 360) % 360 : 0;
  return {
    lines,
    rect,
    angle: angle % 90 === 0 ? angle : 0,
    fontSize: typeof fontSize === 'number' && fontSize > 0 ? fontSize : undefined,
    isWithin: subtype === 'Widget' || subtype === 'FreeText',
  };
}

/** The displayed value of a field or note, else its stored value, else its contents. */
function linesOf({
  textContent,
  fieldType,
  fieldValue,
  options,
  contentsObj,
  password,
}: RawAnnotation): string[] {
  if (password === true) return [];
  const seen = listOf(textContent).filter(isString);
  const isText = fieldType === 'Tx' || fieldType === 'Ch';
  const values = isText ? (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(isString) : [];
  const { str } = recordOf(contentsObj);
  const texts =
    seen.length > 0 ? seen : values.length > 0 ? values.map((one) => nameOf(one, options)) : [str];
  return texts
    .filter(isString)
    .flatMap((text) => text.split(/\r\n?|\n/))
    .filter((line) => line.trim() !== '');
}

/** The displayed name of an option's value. */
function nameOf(value: string, options: unknown): string {
  const option = listOf(options)
    .map(recordOf)
    .find(({ exportValue }) => exportValue === value);
  return isString(option?.['displayValue']) ? option['displayValue'] : value;
}

type RawAnnotation = Readonly<Record<string, unknown>>;

function recordOf(value: unknown): RawAnnotation {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isRect(value: unknown): value is Annotation['rect'] {
  return Array.isArray(value) && value.length === 4 && value.every((one) => Number.isFinite(one));
}
