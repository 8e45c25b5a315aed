import { isLikeFormula } from '../../../shared/spreadsheet-text.ts';

/** A copied cell: text stays text in Excel, numbers and days become Excel's own types. */
export type CopiedCell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'day'; text: string };

/**
 * A table for the clipboard: tab-separated text for every program, HTML for those that read it, such as
 * Excel.
 */
interface CopiedTable {
  text: string;
  html: string;
}

/**
 * Rows as a table that Excel reads correctly. RUTs and long numbers keep every digit, text that starts like a
 * formula stays text, and numbers have the decimal comma of es-CL.
 */
export function copyTable(titles: readonly string[], rows: readonly (readonly CopiedCell[])[]): CopiedTable {
  const text = [titles.map(oneLine), ...rows.map((row) => row.map(asText))]
    .map((cells) => cells.join('\t'))
    .join('\r\n');
  const head = titles.map((title) => `<th>${escapeHtml(title)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map(asHtml).join('')}</tr>`).join('');
  return {
    text,
    html: `<meta charset="utf-8"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`,
  };
}

function asText(cell: CopiedCell): string {
  if (cell.kind === 'number') return String(cell.value).replace('.', ',');
  const text = oneLine(cell.text);
  return cell.kind === 'text' && isLikeFormula(text) ? `'${text}` : text;
}

function asHtml(cell: CopiedCell): string {
  switch (cell.kind) {
    case 'number':
      return `<td x:num="${cell.value}">${String(cell.value).replace('.', ',')}</td>`;
    case 'day':
      return `<td style="mso-number-format:'dd\\-mm\\-yyyy'">${escapeHtml(cell.text)}</td>`;
    case 'text':
      return `<td style="mso-number-format:'\\@'">${escapeHtml(cell.text)}</td>`;
  }
}

function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
