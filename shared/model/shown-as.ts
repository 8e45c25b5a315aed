import { z } from 'zod';

/**
 * Which rows of a whole list are shown, by their places in it, in the order in which they are; `of` is how
 * many the list has.
 */
export const shownRows = z.object({
  places: z.array(z.number().int().nonnegative()).max(1_000_000),
  of: z.number().int().nonnegative(),
});
export type ShownRows = z.infer<typeof shownRows>;

/**
 * The rows of a whole list that are shown, in that order; all of them where the list has come to be another
 * one since.
 */
export function rowsShown<Row>(rows: readonly Row[], shown: ShownRows | undefined): readonly Row[] {
  if (shown?.of !== rows.length) return rows;
  return shown.places.flatMap((index) => rows.slice(index, index + 1));
}

/** How a list is shown: what main needs beside its rows to save it as it is. */
export const shownAs = z.object({
  format: z.enum(['csv', 'xlsx']),
  /** What the list is called, for the sheet and the file. */
  name: z.string().trim().min(1).max(120),
  /** Keys of the rows that main makes, with their headings. */
  columns: z
    .array(z.object({ column: z.string().max(400), title: z.string().max(300) }))
    .min(1)
    .max(600),
  /** Words for the values of columns. */
  words: z.record(z.string().max(400), z.record(z.string().max(100), z.string().max(300))),
  /** What the list says of itself, such as of how many dispatches it speaks; stands below its rows. */
  note: z.string().max(2000).optional(),
});
