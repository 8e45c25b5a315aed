import { z } from 'zod';
import {
  type ClosedDispatches,
  type DocumentRequests,
  type ListPage,
  type Matrix,
  type MissingDocuments,
  matrixQuery,
  missingQuery,
  requestsQuery,
  scopeSchema,
  windowSchema,
} from '../model/dossier.ts';
import type { Findings, Payments } from '../model/review.ts';
import { findingsQuery, paymentsQuery } from '../model/review-queries.ts';
import { sortSchema } from '../model/search-query.ts';
import { shownAs } from './list-presentation.ts';

/** A list with these pages; its id and the schema of its query are passed next. */
function list<Page extends ListPage<object>>() {
  return <Id extends string, Shape extends z.ZodRawShape>(id: Id, query: z.ZodObject<Shape>) => ({
    id,
    /** The input of the call for one page. */
    window: windowSchema.extend(query.shape),
    /** The request to save the whole list in its displayed order. */
    saved: shownAs.extend({ sort: sortSchema.optional(), list: z.literal(id), query }),
    /** Never set; carries the type. */
    page: undefined as Page | undefined,
  });
}

/**
 * The lists over stored dispatches that main returns a page at a time. The call `dossier.<id>`, its handler,
 * its refresh and its saved file derive from this.
 */
export const dossierLists = {
  gaps: list<MissingDocuments>()('gaps', missingQuery),
  matrix: list<Matrix>()('matrix', matrixQuery),
  chases: list<DocumentRequests>()('chases', requestsQuery),
  folders: list<ClosedDispatches>()('folders', z.object({ scope: scopeSchema })),
  payments: list<Payments>()('payments', paymentsQuery),
  findings: list<Findings>()('findings', findingsQuery),
} as const;

export type DossierListId = keyof typeof dossierLists;
/** A page of this list. */
export type DossierListPage<Id extends DossierListId> = NonNullable<(typeof dossierLists)[Id]['page']>;
/** What selects and orders the rows of this list's page, as parsed. */
export type DossierListWindow<Id extends DossierListId> = z.output<(typeof dossierLists)[Id]['window']>;
