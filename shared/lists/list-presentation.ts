import { z } from 'zod';

/** The displayed rows of a whole list, by their indexes, in displayed order; `of` is the list's length. */
export const shownRows = z.object({
  indexes: z.array(z.number().int().nonnegative()).max(1_000_000),
  of: z.number().int().nonnegative(),
});
export type ShownRows = z.infer<typeof shownRows>;

/** The displayed rows of a whole list, in that order; all of them if the list has changed since. */
export function rowsShown<Row>(rows: readonly Row[], shown: ShownRows | undefined): readonly Row[] {
  if (shown?.of !== rows.length) return rows;
  return shown.indexes.flatMap((index) => rows.slice(index, index + 1));
}

/** The presentation of a list: what main needs in addition to its rows to save it. */
export const shownAs = z.object({
  format: z.enum(['csv', 'xlsx']),
  /** The list's name, for the sheet and the file. */
  name: z.string().trim().min(1).max(120),
  /** Keys of the rows that main makes, with their headings. */
  columns: z
    .array(z.object({ column: z.string().max(400), title: z.string().max(300) }))
    .min(1)
    .max(600),
  /** Labels of column values. */
  words: z.record(z.string().max(400), z.record(z.string().max(100), z.string().max(300))),
  /** The list's note, such as the number of dispatches it covers; written below its rows. */
  note: z.string().max(2000).optional(),
});
