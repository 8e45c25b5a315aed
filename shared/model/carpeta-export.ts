import { z } from 'zod';
import { chasesQuery, gapsQuery, matrixQuery, scopeSchema } from './carpeta.ts';
import { packageText } from './handover.ts';
import { findingsQuery, paymentsQuery, reconcileSchema } from './review-queries.ts';
import { shownAs } from './shown-as.ts';

/** A list to be saved whole: which, asked as for the screen, and how it is shown; its column keys are those of `export-rows.ts` in main. */
export const carpetaExport = z.discriminatedUnion('list', [
  shownAs.extend({ list: z.literal('expectations'), query: z.object({ scope: scopeSchema }) }),
  shownAs.extend({ list: z.literal('matrix'), query: matrixQuery }),
  shownAs.extend({ list: z.literal('gaps'), query: gapsQuery }),
  shownAs.extend({ list: z.literal('chases'), query: chasesQuery }),
  shownAs.extend({ list: z.literal('folders'), query: z.object({ scope: scopeSchema }) }),
  shownAs.extend({ list: z.literal('payments'), query: paymentsQuery }),
  shownAs.extend({ list: z.literal('findings'), query: findingsQuery }),
  shownAs.extend({ list: z.literal('reconcile'), query: reconcileSchema }),
  shownAs.extend({
    list: z.literal('sums'),
    query: z.object({ scope: scopeSchema, by: z.enum(['state', 'analysis']) }),
  }),
  shownAs.extend({
    list: z.literal('handover'),
    query: z.object({ handoverId: z.string().min(1).max(200) }),
  }),
  shownAs.extend({ list: z.literal('package'), query: packageText }),
]);
export type CarpetaExport = z.infer<typeof carpetaExport>;
