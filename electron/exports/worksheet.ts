import type { Cell } from '../lib/worksheet-cell.ts';
import { columnName, worksheetTitle } from '../lib/worksheet-cell.ts';

/** Maximum rows of one sheet, including its heading (Excel specifications and limits). */
export const maxWorksheetRows = 1_048_576;

/** Cell formats, in the order of `stylesXml`. */
const style = { general: 0, text: 1, day: 2, time: 3, heading: 4, whole: 5, decimals: 6 } as const;

/** Maximum characters of a cell (Excel specifications and limits). */
const cellCharacters = 32_767;

/**
 * The XML before the rows: the heading stays visible, and columns are as wide as their widest value so far
 * (in characters).
 */
export function worksheetHead(widths: readonly number[], frozenRows = 1): string {
  const columns = widths.map((width, index) => {
    const shown = Math.min(Math.max(width + 2, 8), 60);
    return `<col min="${index + 1}" max="${index + 1}" width="${shown}" customWidth="1"/>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetViews><sheetView workbookViewId="0">',
    `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`,
    '</sheetView></sheetViews>',
    `<cols>${columns.join('')}</cols><sheetData>`,
  ].join('');
}

/** The XML after the rows: a filter over all of them. */
export function worksheetTail(columns: number, rows: number): string {
  return `</sheetData><autoFilter ref="A1:${columnName(columns - 1)}${rows}"/></worksheet>`;
}

/** The XML after the rows of a sheet without a filter. */
export const worksheetEnd = '</sheetData></worksheet>';

/** One row; `number` counts from 1. */
export function rowXml(number: number, cells: readonly Cell[], isHeading = false): string {
  const written = cells.map((cell, index) => cellXml(`${columnName(index)}${number}`, cell, isHeading));
  return `<row r="${number}">${written.join('')}</row>`;
}

function cellXml(reference: string, cell: Cell, isHeading: boolean): string {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'text': {
      // A text is never a formula here: it is a string, in a format that keeps it one when it is edited.
      const text = xmlText(fitted(cell.text));
      const format = isHeading ? style.heading : style.text;
      return `<c r="${reference}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
    }
    case 'number':
      return `<c r="${reference}" s="${style.general}"><v>${cell.number}</v></c>`;
    case 'formula': {
      const { formula, value } = cell;
      const format = value === undefined || Number.isInteger(value) ? style.whole : style.decimals;
      const result = value === undefined ? '<v></v>' : `<v>${value}</v>`;
      const kind = value === undefined ? ' t="str"' : '';
      return `<c r="${reference}" s="${format}"${kind}><f>${xmlText(formula)}</f>${result}</c>`;
    }
    case 'day':
      return `<c r="${reference}" s="${style.day}"><v>${serialDay(`${cell.day}T00:00:00`)}</v></c>`;
    case 'time':
      return `<c r="${reference}" s="${style.time}"><v>${serialDay(cell.time)}</v></c>`;
  }
}

// Calendar days since 1899-12-30: a spreadsheet has no time zone.
function serialDay(wallClock: string): number {
  return (Date.parse(`${wallClock}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
}

/** A text that fits a cell; a truncated one ends with the number of missing characters. */
function fitted(text: string): string {
  if (text.length <= cellCharacters) return text;
  // Leaves room for the mark and a count of nine digits; a lone surrogate is invalid.
  const shown = text.slice(0, cellCharacters - 16).replace(/[\ud800-\udbff]$/, '');
  return `${shown} [… +${text.length - shown.length}]`;
}

/**
 * Escapes text for XML: removes characters that XML forbids, and escapes what spreadsheets read as an escape
 * (ECMA-376, 22.9.2.19).
 */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (mark) => (mark === '&' ? '&amp;' : mark === '<' ? '&lt;' : '&gt;'))
    .replace(/\r/g, '&#13;');
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The path of a sheet in the file; `index` counts from 0. */
export function worksheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

/** The parts of a workbook other than its sheets, by path (ECMA-376, part 1). */
export function workbookFiles(worksheetNames: readonly string[]): ReadonlyMap<string, string> {
  const each = (text: (name: string, index: number) => string) => worksheetNames.map(text).join('');
  const nameOf = (name: string) => xmlText(worksheetTitle(name)).replaceAll('"', '&quot;');
  const stylesId = worksheetNames.length + 1;
  return new Map([
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${each((_, index) => `<Override PartName="/${worksheetPath(index)}" ContentType="${spreadsheet}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((name, index) => `<sheet name="${nameOf(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packageRelations}">${each((_, index) => `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`)}<Relationship Id="rId${stylesId}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', stylesXml],
  ]);
}

// 49 is the built-in text format; the date formats are Chilean, which are not built in.
const stylesXml = [
  `${declaration}<styleSheet xmlns="${main}">`,
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/><numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy\\ hh:mm"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="7">',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
  '<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '</cellXfs></styleSheet>',
].join('');
