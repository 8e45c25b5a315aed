import type { Sort } from '../../../shared/model/search-query.ts';
import type { ClientNames } from '../client-names.ts';
import { compareBy, compareByAll, type Key } from '../list-index/sort.ts';
import { sortKey } from '../search-text.ts';

/** What a row has in a column; undefined and `''` are nothing. */
type Value = string | number | undefined;

/**
 * What rows are ordered by in each column; the later ones where the earlier ones are the same. A column that
 * is not there orders nothing.
 */
export type OrderedBy<Row> = Readonly<Record<string, readonly ((row: Row) => Value)[]>>;

/** How the rows of a list are ordered; left out, as they come. */
export interface Order {
  sort?: Sort | undefined;
  names?: ClientNames | undefined;
}

/**
 * Rows by the columns that they are sorted by, otherwise as they come: as people count and regardless of
 * accents and case, nothing last.
 */
export function inOrder<Row>(
  rows: readonly Row[],
  { sort = [] }: Pick<Order, 'sort'>,
  orderedBy: OrderedBy<Row>,
): readonly Row[] {
  const compares = sort.flatMap(({ column, descending }) => {
    const values = Object.hasOwn(orderedBy, column) ? orderedBy[column] : undefined;
    return (values ?? []).map((read) =>
      compareBy(
        rows.map((row) => toSortKey(read(row))),
        descending,
      ),
    );
  });
  if (compares.length === 0) return rows;
  const positions = rows.map((_, index) => index).sort(compareByAll(compares));
  return positions.flatMap((index) => rows.slice(index, index + 1));
}

/** Columns of rows that are ordered by a field of the same name. */
export function byFields<Field extends string>(
  ...fields: readonly Field[]
): Record<Field, readonly ((row: { readonly [Name in Field]?: Value }) => Value)[]> {
  const columns = fields.map((field) => [field, [(row: { [Name in Field]?: Value }) => row[field]]]);
  return Object.fromEntries(columns);
}

/** The column of clients: by their names, those without one, and those of one name, by their RUT. */
export function byClient({ names = {} }: Pick<Order, 'names'>): OrderedBy<{ rut: string }> {
  return { rut: [({ rut }) => names[rut] || rut, ({ rut }) => rut] };
}

/** The same columns of rows of which what they tell of is a part. */
export function byPart<Row, Part>(partOf: (row: Row) => Part, orderedBy: OrderedBy<Part>): OrderedBy<Row> {
  const columns = Object.entries(orderedBy).map(([column, values]) => [
    column,
    values.map((read) => (row: Row) => read(partOf(row))),
  ]);
  return Object.fromEntries(columns);
}

/** The place of a value among those that have an order of their own; undefined when it is not one of them. */
export function rankIn<T>(values: readonly T[], value: T): number | undefined {
  const rank = values.indexOf(value);
  return rank < 0 ? undefined : rank;
}

function toSortKey(value: Value): Key {
  return typeof value === 'string' ? sortKey(value) || null : (value ?? null);
}
