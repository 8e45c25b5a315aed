/** A cell of a worksheet. */
export type Cell =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; number: number }
  /** `YYYY-MM-DD`. */
  | { kind: 'day'; day: string }
  /** Wall-clock time in Santiago, `YYYY-MM-DDTHH:mm:ss`. */
  | { kind: 'time'; time: string }
  /** A formula as the file format writes it, without `=`, and its value now; undefined shows nothing. */
  | { kind: 'formula'; formula: string; value: number | undefined };

/** A text, or an empty cell for `''`. */
export function textCell(text: string): Cell {
  return text === '' ? { kind: 'empty' } : { kind: 'text', text };
}

export function numberCell(number: number | undefined): Cell {
  return number === undefined ? { kind: 'empty' } : { kind: 'number', number };
}

/** A day, or an empty cell for `''`. */
export function dayCell(day: string): Cell {
  return day === '' ? { kind: 'empty' } : { kind: 'day', day };
}

/** The letters of a column; `index` counts from 0. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${columnName(Math.floor(index / 26) - 1)}${last}`;
}

/** A name that a sheet may have. */
export function worksheetTitle(name: string): string {
  return name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
}
