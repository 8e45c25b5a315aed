import { z } from 'zod';
import { rangeSchema } from './date-schemas.ts';
import { lists } from './lists.ts';
import { rutSchema } from './rut-schema.ts';

/** A dispatch number that can stand in a path: `.` and `..` would change the endpoint. */
export const dispatchNumberSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((number) => number !== '.' && number !== '..');

/** Which document types: all of the catalogue (plus those seen in answers), or these names. */
const typeChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all'), operation: z.enum(['impo', 'expo', 'both']) }),
  z.object({ kind: z.literal('some'), names: z.array(z.string().trim().min(1).max(300)).min(1).max(500) }),
]);
export type TypeChoice = z.infer<typeof typeChoice>;

/**
 * What is asked of the service: a range of dates by type, or a list of dispatches; each of several agencies
 * and clients.
 */
export const searchQuerySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('range'),
    connectionIds: z.array(z.string().min(1)).min(1).max(50),
    ruts: z.array(rutSchema).min(1).max(1000),
    range: rangeSchema,
    types: typeChoice,
    /** Also ask `/dispatch/{n}/files` for each dispatch found; until then a dispatch reads "parcial". */
    complete: z.boolean(),
  }),
  z.object({
    kind: z.literal('dispatches'),
    connectionIds: z.array(z.string().min(1)).min(1).max(50),
    /**
     * Each number with the clients to try, in order, until one has it; none means all of the client
     * directory, the likely ones first.
     */
    dispatches: z
      .array(z.object({ number: dispatchNumberSchema, ruts: z.array(rutSchema).max(1000) }))
      .min(1)
      .max(5000),
  }),
]);
export type SearchQuery = z.infer<typeof searchQuerySchema>;

/**
 * What a list is sorted by, the first column first; of a column that has no order, nothing. Main and the page
 * name columns alike.
 */
export const sortSchema = z.array(z.object({ column: z.string().max(400), descending: z.boolean() })).max(4);
export type Sort = z.infer<typeof sortSchema>;

/** Rows asked of the store: sorted, filtered and grouped there, a page at a time. */
export const rowsQuery = z.object({
  resultSetId: z.string().min(1),
  list: z.enum(lists),
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
  /** Column keys: a field of the row, or a path into `item` such as `infoDoc.issuer.name`. */
  sort: sortSchema,
  /** Words that must all stand somewhere in the row, accents and case ignored; `''` for no filter. */
  filter: z.string().max(500),
  /** Rows arrive ordered by group; groups carry their counts. */
  group: z.enum(['none', 'dispatch', 'type', 'client']),
});
export type RowsQuery = z.infer<typeof rowsQuery>;

/**
 * Which documents are meant: these, all of a result set that a filter shows but for these, or those of
 * dispatches.
 */
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
    /** Only what of them is in this one; left out, all that is kept of them. */
    resultSetId: z.string().optional(),
    dispatches: z
      .array(z.object({ connectionId: z.string(), number: z.string() }))
      .min(1)
      .max(20_000),
  }),
]);
export type Selection = z.infer<typeof selectionSchema>;
