import { z } from 'zod';
import { packageText } from './delivery.ts';
import { matrixQuery, missingQuery, requestsQuery, scopeSchema } from './dossier.ts';
import { shownAs, shownRows } from './list-presentation.ts';
import { findingsQuery, paymentsQuery, reconcileSchema } from './review-queries.ts';
import { sortSchema } from './search-query.ts';

/** A list that is saved in its displayed order. */
const shownSorted = shownAs.extend({ sort: sortSchema.optional() });

/** A list that the page has completely, saved as it is filtered and sorted there. */
const shownWhole = shownAs.extend({ shown: shownRows.optional() });

/** A list to save: its query and its presentation; its column keys are those of `export-rows.ts` in main. */
export const dossierExport = z.discriminatedUnion('list', [
  shownWhole.extend({ list: z.literal('expectations'), query: z.object({ scope: scopeSchema }) }),
  shownSorted.extend({ list: z.literal('matrix'), query: matrixQuery }),
  shownSorted.extend({ list: z.literal('gaps'), query: missingQuery }),
  shownSorted.extend({ list: z.literal('chases'), query: requestsQuery }),
  shownSorted.extend({ list: z.literal('folders'), query: z.object({ scope: scopeSchema }) }),
  shownSorted.extend({ list: z.literal('payments'), query: paymentsQuery }),
  shownSorted.extend({ list: z.literal('findings'), query: findingsQuery }),
  shownWhole.extend({ list: z.literal('reconcile'), query: reconcileSchema }),
  shownAs.extend({
    list: z.literal('sums'),
    query: z.object({ scope: scopeSchema, by: z.enum(['state', 'analysis']) }),
  }),
  shownWhole.extend({
    list: z.literal('handover'),
    query: z.object({ handoverId: z.string().min(1).max(200) }),
  }),
  shownWhole.extend({ list: z.literal('package'), query: packageText }),
]);
export type DossierExport = z.infer<typeof dossierExport>;
