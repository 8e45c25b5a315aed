import type { Column } from '../data-grid/column.ts';

/** A column of a list of folders, and what of it stands in a saved file. */
export interface ListColumn<Row> extends Column<Row> {
  /** Keys that main writes under, with their titles; the column's own when left out. */
  saved?: readonly SavedColumn[];
}

/** A column of a saved file. */
export interface SavedColumn {
  column: string;
  title: string;
}

/** What stands in a saved file of the columns that are shown, in their order, each key once. */
export function savedColumns<Row>(columns: readonly ListColumn<Row>[]): SavedColumn[] {
  const all = columns.flatMap(({ id, title, saved }) => saved ?? [{ column: id, title }]);
  return all.filter(({ column }, index) => all.findIndex((other) => other.column === column) === index);
}
