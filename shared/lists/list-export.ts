import { z } from 'zod';
import { sortSchema } from '../model/search-query.ts';
import { documentKey, rutSchema } from '../model/value-schemas.ts';
import { shownAs, shownRows } from './list-presentation.ts';

/**
 * A list other than those of results and folders, to be saved completely; its column keys are those of
 * `list-rows.ts` in main.
 */
export const listExport = z.discriminatedUnion('list', [
  shownAs.extend({ list: z.literal('news'), shown: shownRows.optional() }),
  /** Stored documents found by a search, in their displayed order. */
  shownAs.extend({
    list: z.literal('found'),
    text: z.string().min(1).max(500),
    documents: z.array(documentKey).max(1000),
  }),
  shownAs.extend({
    list: z.literal('batch'),
    batchId: z.string().max(200),
    problemsOnly: z.boolean(),
    sort: sortSchema.optional(),
  }),
  shownAs.extend({ list: z.literal('handovers') }),
  /** Clients of the directory, in their displayed order. */
  shownAs.extend({ list: z.literal('clients'), ruts: z.array(rutSchema).max(100_000) }),
]);
export type ListExport = z.infer<typeof listExport>;
