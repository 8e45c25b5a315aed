import { z } from 'zod';

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
});
