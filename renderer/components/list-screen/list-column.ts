import type { Column } from '../data-grid/column.ts';

/** A column of a list of folders, with its columns in a saved file. */
export interface ListColumn<Row> extends Column<Row> {
  /** Keys that main exports, with their titles; the column's own if absent. */
  saved?: readonly SavedColumn[];
}

/** A column of a saved file. */
export interface SavedColumn {
  column: string;
  title: string;
}

/** The exported columns of the visible ones, in their order, each key once. */
export function savedColumns<Row>(columns: readonly ListColumn<Row>[]): SavedColumn[] {
  const all = columns.flatMap(({ id, title, saved }) => saved ?? [{ column: id, title }]);
  return all.filter(({ column }, index) => all.findIndex((other) => other.column === column) === index);
}
