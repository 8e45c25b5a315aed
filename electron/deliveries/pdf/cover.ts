import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { withoutAccents } from '../../../shared/without-accents.ts';

/** The first pages of a merged file: client, subject and table of contents. */
export interface Cover {
  title: string;
  facts: readonly { label: string; value: string }[];
  /** Headings of the index, one per column of `rows`. */
  headings: CoverCells;
  rows: readonly { cells: CoverCells }[];
  /** Further lists, such as attached documents; their rows have no links. */
  lists: readonly { title: string; rows: readonly (string | CoverSum)[] }[];
  notes: readonly string[];
  /** Long lists, behind the notes. */
  annexes?: Cover['lists'];
}

/** A text with its amount at the right edge. */
export interface CoverSum {
  label: string;
  amount: string;
}

/** Position, type, number, date, pages, first page. */
export type CoverCells = readonly [string, string, string, string, string, string];

/**
 * The area of a table row, to become a link: the page of the cover, counted from 0, and its edges in points.
 */
export interface RowArea {
  coverPage: number;
  rect: readonly [left: number, bottom: number, right: number, top: number];
}

/** A4 in points, its margins, and the columns of the table. */
const a4 = { width: 595.28, height: 841.89, margin: 46 };
const columns = [
  { at: 0, width: 26 },
  { at: 28, width: 226 },
  { at: 258, width: 104 },
  { at: 366, width: 60 },
  { at: 430, width: 34 },
  { at: 468, width: 35 },
] as const;
const lineHeight = 14;
const textSize = 9;
/** Maximum width of the labels of facts, in points. */
const maxLabelWidth = 180;
/** Of the amounts of a list, in points: a million millions with two decimals. */
const amountWidth = 130;
/** Characters of a note in one line. */
const maxNoteLength = 110;
const grey = rgb(0.35, 0.35, 0.35);
const ink = rgb(0, 0, 0);

type Line =
  | { kind: 'title' | 'text' | 'note'; text: string }
  | { kind: 'fact'; label: string; value: string }
  | ({ kind: 'sum' } & CoverSum)
  | { kind: 'space' }
  | { kind: 'heading'; text: string }
  | { kind: 'columns'; cells: CoverCells; row?: number };

/** The number of pages of a cover, which the table needs before it is drawn. */
export function countCoverPages(cover: Cover): number {
  return paginate(linesOf(cover)).length;
}

/** Draws the cover; returns it with the areas of its rows, in order. */
export async function drawCover(cover: Cover): Promise<{ document: PDFDocument; rowAreas: RowArea[] }> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const strong = await document.embedFont(StandardFonts.HelveticaBold);
  const rowAreas: RowArea[] = [];
  paginate(linesOf(cover)).forEach((lines, coverPage, pages) => {
    const page = document.addPage([a4.width, a4.height]);
    const pen = createPen(page, plain, strong);
    const labelWidth = Math.min(
      maxLabelWidth,
      Math.max(0, ...cover.facts.map(({ label }) => pen.measure(label))),
    );
    lines.forEach((line, index) => {
      const y = a4.height - a4.margin - (index + 1) * lineHeight;
      drawLine(pen, line, y, labelWidth);
      if (line.kind === 'columns' && line.row !== undefined) {
        rowAreas[line.row] = {
          coverPage,
          rect: [a4.margin, y - 3, a4.width - a4.margin, y + lineHeight - 3],
        };
      }
    });
    pen.write(`${coverPage + 1} / ${pages.length}`, a4.width - a4.margin - 30, 26, {
      size: 8,
      color: grey,
    });
  });
  await document.flush();
  return { document, rowAreas };
}

function linesOf({ title, facts, headings, rows, lists, notes, annexes = [] }: Cover): Line[] {
  return [
    { kind: 'title', text: title },
    { kind: 'space' },
    ...facts.map((fact): Line => ({ kind: 'fact', ...fact })),
    { kind: 'space' },
    { kind: 'columns', cells: headings },
    ...rows.map(({ cells }, row): Line => ({ kind: 'columns', cells, row })),
    ...linesOfLists(lists),
    { kind: 'space' },
    ...notes.flatMap(wrapped).map((text): Line => ({ kind: 'note', text })),
    ...linesOfLists(annexes),
  ];
}

/** Lists with their titles; none for an empty one. */
function linesOfLists(lists: Cover['lists']): Line[] {
  return lists
    .filter((list) => list.rows.length > 0)
    .flatMap((list): Line[] => [
      { kind: 'space' },
      { kind: 'heading', text: list.title },
      ...list.rows.map(
        (row): Line => (typeof row === 'string' ? { kind: 'text', text: row } : { kind: 'sum', ...row }),
      ),
    ]);
}

/** A note in lines that the width of a page holds in the size of notes. */
function wrapped(note: string): string[] {
  const lines: string[] = [];
  for (const word of note.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > maxNoteLength) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** All lines have one height, so that pagination needs no drawing. A heading stays with its first row. */
function paginate(lines: readonly Line[]): Line[][] {
  const perPage = Math.floor((a4.height - 2 * a4.margin) / lineHeight);
  const pages: Line[][] = [];
  for (let at = 0; at < lines.length; ) {
    const end = at + perPage;
    const length = end < lines.length && lines[end - 1]?.kind === 'heading' ? perPage - 1 : perPage;
    pages.push(lines.slice(at, at + length));
    at += length;
  }
  return pages;
}

interface Style {
  size?: number;
  isStrong?: boolean;
  color?: ReturnType<typeof rgb>;
  /** In points; longer text ends with an ellipsis. */
  width?: number;
  /** Whether the text ends at the right edge of its width. */
  isRight?: boolean;
}

function drawLine(pen: Pen, line: Line, y: number, labelWidth: number): void {
  const left = a4.margin;
  const width = a4.width - 2 * a4.margin;
  switch (line.kind) {
    case 'space':
      break;
    case 'title':
      pen.write(line.text, left, y, { size: 16, isStrong: true, width });
      break;
    case 'fact':
      pen.write(line.label, left, y, { color: grey, width: labelWidth });
      pen.write(line.value, left + labelWidth + 8, y, { width: width - labelWidth - 8 });
      break;
    case 'sum':
      pen.write(line.label, left, y, { width: width - amountWidth - 8 });
      pen.write(line.amount, left + width - amountWidth, y, { width: amountWidth, isRight: true });
      break;
    case 'heading':
      pen.write(line.text, left, y, { size: 11, isStrong: true, width });
      break;
    case 'text':
      pen.write(line.text, left, y, { width });
      break;
    case 'note':
      pen.write(line.text, left, y, { size: 8, color: grey, width });
      break;
    case 'columns':
      line.cells.forEach((text, index) => {
        const column = columns[index];
        const isStrong = line.row === undefined;
        if (column) pen.write(text, left + column.at, y, { isStrong, width: column.width });
      });
  }
}

interface Pen {
  write(text: string, x: number, y: number, style: Style): void;
  /** The width of a plain text, in points. */
  measure(text: string): number;
}

function createPen(page: PDFPage, plain: PDFFont, strong: PDFFont): Pen {
  const known = new Set(plain.getCharacterSet());
  return {
    measure: (text) => plain.widthOfTextAtSize(drawable(text, known), textSize),
    write: (text, x, y, { size = textSize, isStrong = false, color = ink, width, isRight = false }) => {
      const font = isStrong ? strong : plain;
      const shown = truncateToFit(
        drawable(text, known),
        (part) => width === undefined || font.widthOfTextAtSize(part, size) <= width,
      );
      const indent = isRight && width !== undefined ? width - font.widthOfTextAtSize(shown, size) : 0;
      page.drawText(shown, { x: x + indent, y, size, font, color });
    },
  };
}

/**
 * The text in characters of the standard fonts: without accents where only those are missing, `?` for other
 * missing ones.
 */
function drawable(text: string, known: ReadonlySet<number>): string {
  const has = (letter: string) => known.has(letter.codePointAt(0) ?? 0);
  return [...text.normalize('NFC').replace(/\s+/g, ' ')]
    .map((letter) => {
      if (has(letter)) return letter;
      const bare = withoutAccents(letter);
      return bare !== '' && [...bare].every(has) ? bare : '?';
    })
    .join('');
}

function truncateToFit(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text;
  let [short, long] = [0, text.length];
  while (long - short > 1) {
    const middle = (short + long) >> 1;
    if (fits(`${text.slice(0, middle)}…`)) short = middle;
    else long = middle;
  }
  return `${text.slice(0, short).trimEnd()}…`;
}
