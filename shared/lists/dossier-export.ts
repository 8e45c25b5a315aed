import { z } from 'zod';
import { packageText } from '../model/delivery.ts';
import { scopeSchema } from '../model/dossier.ts';
import { paymentFilterSchema } from '../model/payment-queries.ts';
import { reconcileSchema } from '../model/review-queries.ts';
import { dossierLists } from './dossier-lists.ts';
import { shownAs, shownRows } from './list-presentation.ts';

/** A list that the page has completely, saved as it is filtered and sorted there. */
const shownWhole = shownAs.extend({ shown: shownRows.optional() });

/** A list to save: its query and its presentation; its column keys are those of `export-rows.ts` in main. */
export const dossierExport = z.discriminatedUnion('list', [
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
