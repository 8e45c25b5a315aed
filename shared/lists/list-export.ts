import { z } from 'zod';
import { packageText } from '../model/delivery.ts';
import { scopeSchema } from '../model/dossier.ts';
import { paymentFilterSchema } from '../model/payment-queries.ts';
import { reconcileSchema } from '../model/review-queries.ts';
import { rowsQuery, sortSchema } from '../model/search-query.ts';
import { documentKey, rutSchema } from '../model/value-schemas.ts';
import { dossierLists } from './dossier-lists.ts';
import { shownAs, shownRows } from './list-presentation.ts';

/** A list that the page has completely, saved as it is filtered and sorted there. */
const shownWhole = shownAs.extend({ shown: shownRows.optional() });

/** A list of a result, with the columns of its grid; main adds what their cells show beside their value. */
const resultExport = rowsQuery
  .omit({ offset: true, limit: true })
  .extend(shownAs.pick({ format: true, note: true }).shape)
  .extend({
    columns: z
      .array(z.object({ column: z.string().max(200), title: z.string().max(200) }))
      .min(1)
      .max(200),
  });

/** A list over stored dispatches; its column keys are those of `dossier/export-rows.ts` in main. */
const dossierExport = z.discriminatedUnion('list', [
  shownWhole.extend({ list: z.literal('expectations'), query: z.object({ scope: scopeSchema }) }),
  shownWhole.extend({ list: z.literal('reconcile'), query: reconcileSchema }),
  shownAs.extend({
    list: z.literal('sums'),
    query: z.object({
      scope: scopeSchema,
      by: z.enum(['state', 'analysis']),
      filter: paymentFilterSchema.optional(),
    }),
  }),
  shownWhole.extend({
    list: z.literal('handover'),
    query: z.object({ handoverId: z.string().min(1).max(200) }),
  }),
  shownWhole.extend({ list: z.literal('package'), query: packageText }),
  ...Object.values(dossierLists).map(({ saved }) => saved),
]);
export type DossierExport = z.infer<typeof dossierExport>;

/**
 * Any list to save: its query and its presentation. The column keys of those below are those of
 * `exports/list-rows.ts` in main.
 */
export const listExport = z.discriminatedUnion('list', [
  resultExport,
  dossierExport,
  shownWhole.extend({ list: z.literal('news') }),
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
