import { z } from 'zod';
import { lists } from './lists.ts';
import { rangeSchema, rutSchema } from './value-schemas.ts';

/** A dispatch number that is safe in a path: `.` and `..` would change the endpoint. */
export const dispatchNumberSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((number) => number !== '.' && number !== '..');

/** The document types: all of the catalogue (plus those seen in responses), or these names. */
const typeChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all'), operation: z.enum(['impo', 'expo', 'both']) }),
  z.object({ kind: z.literal('some'), names: z.array(z.string().trim().min(1).max(300)).min(1).max(500) }),
]);
export type TypeChoice = z.infer<typeof typeChoice>;

/**
 * A query to the service: a range of dates by type, or a list of dispatches; each for several agencies and
 * clients.
 */
export const searchQuerySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('range'),
    connectionIds: z.array(z.string().min(1)).min(1).max(50),
    ruts: z.array(rutSchema).min(1).max(1000),
    range: rangeSchema,
    types: typeChoice,
    /**
     * Also request `/dispatch/{n}/files` for each dispatch found; until then a dispatch is labelled
     * "parcial".
     */
    complete: z.boolean(),
  }),
  z.object({
    kind: z.literal('dispatches'),
    connectionIds: z.array(z.string().min(1)).min(1).max(50),
    /**
     * Each number with the clients to try, in order, until one has it; none means the whole client directory,
     * the likeliest first.
     */
    dispatches: z
      .array(z.object({ number: dispatchNumberSchema, ruts: z.array(rutSchema).max(1000) }))
      .min(1)
      .max(5000),
  }),
]);
export type SearchQuery = z.infer<typeof searchQuerySchema>;

/**
 * The sort columns of a list, the first one first; unsortable columns are ignored. Main and the page use the
 * same column ids.
 */
export const sortSchema = z.array(z.object({ column: z.string().max(400), descending: z.boolean() })).max(4);
export type Sort = z.infer<typeof sortSchema>;

/** A query for stored rows: sorted, filtered and grouped by the database, a page at a time. */
export const rowsQuery = z.object({
  resultSetId: z.string().min(1),
  list: z.enum(lists),
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
  /** Column keys: a field of the row, or a path into `item` such as `infoDoc.issuer.name`. */
  sort: sortSchema,
  /** Words that must all occur in the row, ignoring accents and case; `''` for no filter. */
  filter: z.string().max(500),
  /** Rows are ordered by group; groups carry their counts. */
  group: z.enum(['none', 'dispatch', 'type', 'client']),
});
export type RowsQuery = z.infer<typeof rowsQuery>;

/** A selection of documents: these, all of a filtered result set except these, or those of dispatches. */
export const selectionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('some'),
    documents: z
      .array(z.object({ connectionId: z.string(), id: z.string() }))
      .min(1)
      .max(100_000),
  }),
  z.object({
    kind: z.literal('all'),
    resultSetId: z.string(),
    filter: z.string().max(500),
    except: z.array(z.object({ connectionId: z.string(), id: z.string() })).max(100_000),
  }),
  z.object({
    kind: z.literal('dispatches'),
    /** Limits them to this result set; if absent, all stored ones. */
    resultSetId: z.string().optional(),
    dispatches: z
      .array(z.object({ connectionId: z.string(), number: z.string() }))
      .min(1)
      .max(20_000),
  }),
]);
export type Selection = z.infer<typeof selectionSchema>;
