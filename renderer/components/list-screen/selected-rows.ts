import type { PagedRows } from '../data-grid/paged-rows.ts';
import { isSelected, type RowSelection } from '../data-grid/row-selection.ts';

/** What is selected in a list, for what can be done with it. */
export interface SelectedRows<Row> {
  count: number;
  /** Reads the selected rows, those that are not here too. */
  read: () => Promise<readonly Row[]>;
  /** Reads them and does something with them, unless all of them have left the list. */
  with: (action: (rows: readonly Row[]) => void) => void;
  /** Chooses others, such as none. */
  choose: (selection: RowSelection) => void;
  /** Copies them as a table. */
  copy: () => void;
}

/** More rows than this are not for the clipboard but for a file. */
export const copyLimit = 20_000;

/**
 * The selected rows in the list's order, read in pages and given one by one; ends as soon as all that are
 * selected have come. `count` is how many rows the list has.
 */
async function* selectedRows<Row>(
  pages: PagedRows<Row>,
  selection: RowSelection,
  rowKey: (row: Row) => string,
  count: number,
): AsyncGenerator<Row> {
  if (count === 0) return;
  let missing = selection.kind === 'some' ? selection.keys.size : count - selection.except.size;
  for await (const row of pages.between(0, count - 1)) {
    if (missing === 0) return;
    if (!isSelected(selection, rowKey(row))) continue;
    missing--;
    yield row;
  }
}

/** The selected rows in the list's order, those that are not here read first. */
export async function readSelectedRows<Row>(
  pages: PagedRows<Row>,
  selection: RowSelection,
  rowKey: (row: Row) => string,
  count: number,
): Promise<readonly Row[]> {
  const here = selectedRowsHere(pages, selection, rowKey);
  if (here) return here;
  const read: Row[] = [];
  for await (const row of selectedRows(pages, selection, rowKey, count)) read.push(row);
  return read;
}

/** The selected rows when all of them are among the pages that are here; undefined when some must be read. */
export function selectedRowsHere<Row>(
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
