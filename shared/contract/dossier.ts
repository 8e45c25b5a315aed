import { z } from 'zod';
import { type DossierListId, type DossierListPage, dossierLists } from '../lists/dossier-lists.ts';
import { savedPaymentTable } from '../lists/saved-payment-table.ts';
import type { ClientMonthShown } from '../model/client-month.ts';
import type { DeliveryMail } from '../model/delivery.ts';
import {
  type AgencyRut,
  askSchema,
  type DraftOpened,
  dispatchKeySchema,
  expectationGroupSchema,
  type GroupExpectations,
  type KnownDispatches,
  missingKeySchema,
  missingQuery,
  type OwnDispatch,
  partialQuery,
  type RequestMessage,
  scopeSchema,
} from '../model/dossier.ts';
import type { HomeView, Pin } from '../model/home.ts';
import { languages } from '../model/languages.ts';
import { paymentTableSchema } from '../model/payment-queries.ts';
import type { PaymentTable } from '../model/payment-table.ts';
import type { Reconciliation } from '../model/review.ts';
import { reconcileSchema, registerWorkbook } from '../model/review-queries.ts';
import type { SearchQuery } from '../model/search-query.ts';
import { clientMonthSchema, daySchema, periodSchema, rutSchema } from '../model/value-schemas.ts';
import { type Call, call, dispatchKey, nothing } from './define-call.ts';

type ListCalls = {
  readonly [Id in DossierListId as `dossier.${Id}`]: Call<
    (typeof dossierLists)[Id]['window'],
    DossierListPage<Id>
  >;
};

const listEntries = Object.values(dossierLists).map(({ id, window }) => [`dossier.${id}`, call()(window)]);
/** The call for a page of each list. */
const listCalls: ListCalls = Object.fromEntries(listEntries);

/** Calls about dossiers: their lists, expected and missing documents, requests, findings, and retention. */
export const dossierCalls = {
  ...listCalls,
  /** Everything of the start screen: one read of what is stored. */
  'home.view': call<HomeView>()(nothing),
  'dossier.expectations': call<readonly GroupExpectations[]>()(z.object({ scope: scopeSchema })),
  /** Confirms or overrides what is expected of a group. */
  'dossier.setExpectations': call<void>()(
    z.object({
      group: expectationGroupSchema,
      types: z
        .array(z.object({ type: z.string().min(1).max(300), isExpected: z.boolean() }))
        .min(1)
        .max(500),
    }),
  ),
  /** Reverts to the learned expectation. */
  'dossier.resetExpectations': call<void>()(
    z.object({ group: expectationGroupSchema, types: z.array(z.string().min(1).max(300)).min(1).max(500) }),
  ),
  /**
   * The incomplete dispatches: read when needed, never with a list, because they would be larger than its
   * result.
   */
  'dossier.incomplete': call<readonly OwnDispatch[]>()(partialQuery),
  'dossier.known': call<KnownDispatches>()(z.object({ scope: scopeSchema })),
  /** Disbursements by month, client, supplier, concept or dispatch, two of them, with sums. */
  'dossier.paymentTable': call<PaymentTable>()(paymentTableSchema),
  /**
   * The queries for what was never requested of a period, in a scope of agencies and clients; none if all of
   * it was.
   */
  'dossier.paymentsToRequest': call<{ queries: readonly SearchQuery[]; requests: number }>()(
    z.object({ scope: scopeSchema, period: periodSchema }),
  ),
  /** Saves that table, with formulas over its disbursements, at a path that the person selects. */
  'dossier.savePaymentTable': call<{ path: string } | undefined>()(savedPaymentTable),
  /** A client's month: its dispatches, documents, what is missing, disbursements, and what was not asked. */
  'dossier.month': call<ClientMonthShown>()(clientMonthSchema),
  /** Saves a client's month at a path that the person selects. */
  'dossier.saveMonth': call<{ path: string } | undefined>()(
    clientMonthSchema.extend({ format: z.enum(['pdf', 'xlsx']) }),
  ),
  /** Opens a draft to the client with the month as PDF and Excel. */
  'dossier.mailMonth': call<DeliveryMail>()(clientMonthSchema),
  /** Records requests; returns the id of each. */
  'dossier.saveRequests': call<{ ids: readonly string[] }>()(askSchema),
  'dossier.changeRequest': call<void>()(
    askSchema.omit({ missingDocuments: true }).extend({ id: z.string().min(1) }),
  ),
  'dossier.removeRequests': call<void>()(z.object({ ids: z.array(z.string().min(1)).min(1).max(5000) })),
  /**
   * Messages that request the missing documents of a scope, one per responsible party; a message to a client
   * names no other client.
   */
  'dossier.messages': call<readonly RequestMessage[]>()(
    missingQuery.extend({
      language: z.enum(languages),
      missingDocuments: z.array(missingKeySchema).max(5000).optional(),
    }),
  ),
  'dossier.mail': call<void>()(
    z.object({ to: z.string().max(254), subject: z.string().max(500), body: z.string().max(100_000) }),
  ),
  /**
   * Opens a message of any length in the person's mail program, for review. Attaches the documents of
   * dispatches, after downloading missing ones, up to the size limit. Documents that are unavailable are
   * named in its text, in the message's language.
   */
  'dossier.draft': call<DraftOpened>()(
    z.object({
      to: z.string().max(254),
      subject: z.string().max(500),
      body: z.string().max(1_000_000),
      documentsOf: z.array(dispatchKeySchema).max(500),
      language: z.enum(languages),
    }),
  ),
  /** Sets a folder's retention date; without a day, the legal rule applies again. */
  'dossier.setRetention': call<void>()(
    dispatchKey.extend({ until: daySchema.optional(), note: z.string().trim().max(2000) }),
  ),
  /** The person's own note on a dispatch; only a delivery that asks for it takes it off this computer. */
  'dossier.note': call<{ note: string }>()(dispatchKeySchema),
  'dossier.setNote': call<void>()(dispatchKey.extend({ note: z.string().trim().max(2000) })),
  'dossier.pins': call<readonly Pin[]>()(nothing),
  'dossier.setPin': call<void>()(
    z.object({ rut: rutSchema, dispatch: dispatchKeySchema.optional(), isPinned: z.boolean() }),
  ),
  'dossier.dismissFinding': call<void>()(
    z.object({
      finding: z.string().min(1).max(100_000),
      connectionId: z.string().min(1).max(200),
      note: z.string().trim().max(2000),
    }),
  ),
  'dossier.restoreFinding': call<void>()(z.object({ finding: z.string().min(1).max(100_000) })),
  'dossier.agencyRut': call<AgencyRut>()(z.object({ connectionId: z.string().min(1) })),
  'dossier.setAgencyRut': call<void>()(
    z.object({ connectionId: z.string().min(1), rut: rutSchema.optional() }),
  ),
  /** The text of a purchase register in a workbook, as it would be pasted. */
  'dossier.readLedger': call<{ text: string }>()(registerWorkbook),
  /** Ends the reading of a workbook: its call rejects with `CANCELLED`. */
  'dossier.cancelLedger': call<void>()(nothing),
  'dossier.reconcile': call<Reconciliation>()(reconcileSchema),
} as const;
