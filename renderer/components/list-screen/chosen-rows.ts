import type { PagedRows } from '../data-grid/paged-rows.ts';
import { isChosen, type RowSelection } from '../data-grid/row-selection.ts';

/** What is chosen in a list, for what can be done with it. */
export interface Chosen<Row> {
  count: number;
  /** Reads the chosen rows, those that are not here too. */
  read: () => Promise<readonly Row[]>;
  /** Reads them and does something with them, unless all of them have left the list. */
  with: (act: (rows: readonly Row[]) => void) => void;
  /** Chooses others, such as none. */
  choose: (selection: RowSelection) => void;
  /** Copies them as a table. */
  copy: () => void;
}

/** More rows than this are not for the clipboard but for a file. */
export const copyLimit = 20_000;

/**
 * The chosen rows in the list's order, read in pages and given one by one; ends as soon as all that are chosen have come. `count` is how
 * many rows the list has.
 */
async function* chosenRows<Row>(
  pages: PagedRows<Row>,
  selection: RowSelection,
  rowKey: (row: Row) => string,
  count: number,
): AsyncGenerator<Row> {
  if (count === 0) return;
  let missing = selection.kind === 'some' ? selection.keys.size : count - selection.except.size;
  for await (const row of pages.between(0, count - 1)) {
    if (missing === 0) return;
    if (!isChosen(selection, rowKey(row))) continue;
    missing--;
    yield row;
  }
}

/** The chosen rows in the list's order, those that are not here read first. */
export async function readChosenRows<Row>(
  pages: PagedRows<Row>,
  selection: RowSelection,
  rowKey: (row: Row) => string,
  count: number,
): Promise<readonly Row[]> {
  const here = chosenRowsHere(pages, selection, rowKey);
  if (here) return here;
  const read: Row[] = [];
  for await (const row of chosenRows(pages, selection, rowKey, count)) read.push(row);
  return read;
}

/** The chosen rows when all of them are among the pages that are here; undefined when some must be read. */
export function chosenRowsHere<Row>(
  pages: PagedRows<Row>,
  selection: RowSelection,
  rowKey: (row: Row) => string,
): Row[] | undefined {
  if (selection.kind === 'all') return undefined;
  const rows = new Map<string, Row>();
  for (const row of pages.here()) {
    const key = rowKey(row);
    if (selection.keys.has(key)) rows.set(key, row);
  }
  return rows.size === selection.keys.size ? [...rows.values()] : undefined;
}
