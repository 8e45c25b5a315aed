import type { ClientNames } from '../../../shared/model/client-names.ts';
import type { ListPage } from '../../../shared/model/dossier.ts';
import type { Sort } from '../../../shared/model/search-query.ts';
import { compareBy, compareByAll, type Key } from '../list-index/sort.ts';
import { sortKey } from '../sort-keys.ts';

/** A row's value in a column; undefined and `''` are no value. */
type Value = string | number | undefined;

/** Sort values of rows in each column; later ones break ties. Unknown columns do not sort. */
export type OrderedBy<Row> = Readonly<Record<string, readonly ((row: Row) => Value)[]>>;

/** How a list is sorted; without `sort`, in its own order. */
export interface Order {
  sort?: Sort | undefined;
  names?: ClientNames | undefined;
}

/** A page of rows in an order. */
export interface Window extends Order {
  offset: number;
  limit: number;
}

/**
 * Sorts rows by columns; ties keep their order. Numbers in text sort by value, accents and case do not count,
 * and no value sorts last.
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

/** The page that a window cuts out of rows in its order; without columns, in the order they are in. */
export function pageOf<Row>(
  rows: readonly Row[],
  { offset, limit, sort }: Window,
  orderedBy: OrderedBy<Row> = {},
): ListPage<Row> {
  const ordered = inOrder(rows, { sort }, orderedBy);
  return { rows: ordered.slice(offset, offset + limit), offset, total: rows.length };
}

/** Columns that sort by a field of the same name. */
export function byFields<Field extends string>(
  ...fields: readonly Field[]
): Record<Field, readonly ((row: { readonly [Name in Field]?: Value }) => Value)[]> {
  const columns = fields.map((field) => [field, [(row: { [Name in Field]?: Value }) => row[field]]]);
  return Object.fromEntries(columns);
}

/** The client column: sorts by name; RUT where there is no name, and among equal names. */
export function byClient({ names = {} }: Pick<Order, 'names'>): OrderedBy<{ rut: string }> {
  return { rut: [({ rut }) => names[rut] || rut, ({ rut }) => rut] };
}

/** The same columns for rows that contain the sorted object as a part. */
export function byPart<Row, Part>(partOf: (row: Row) => Part, orderedBy: OrderedBy<Part>): OrderedBy<Row> {
  const columns = Object.entries(orderedBy).map(([column, values]) => [
    column,
    values.map((read) => (row: Row) => read(partOf(row))),
  ]);
  return Object.fromEntries(columns);
}

/** The index of a value in a fixed order; undefined when it is not in it. */
export function rankIn<T>(values: readonly T[], value: T): number | undefined {
  const rank = values.indexOf(value);
  return rank < 0 ? undefined : rank;
}

function toSortKey(value: Value): Key {
  return typeof value === 'string' ? sortKey(value) || null : (value ?? null);
}
