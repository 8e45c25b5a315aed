import type { PagedRows } from '../data-grid/paged-rows.ts';
import { isSelected, type RowSelection } from '../data-grid/row-selection.ts';

/** The selection of a list, for its actions. */
export interface SelectedRows<Row> {
  count: number;
  /** Reads the selected rows, including those not loaded. */
  read: () => Promise<readonly Row[]>;
  /** Reads them and runs an action on them, unless all of them have left the list. */
  with: (action: (rows: readonly Row[]) => void) => void;
  /** Replaces the selection. */
  choose: (selection: RowSelection) => void;
  /** Copies them as a table. */
  copy: () => void;
}

/** Maximum number of rows for the clipboard; more go into a file. */
export const copyLimit = 20_000;

/**
 * The selected rows in list order, read in pages and yielded one by one; ends once all selected rows were
 * found. `count` is the number of rows of the list.
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

/** The selected rows in list order; those not loaded are read first. */
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

/** The selected rows if all of them are in loaded pages; undefined if some must be read. */
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
