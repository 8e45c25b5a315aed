import type { DatabaseSync } from 'node:sqlite';
import { mergeUnique } from '../merge-unique.ts';
import { closedDispatchReads, closedDispatchWrites } from './closed-dispatches.ts';
import { deliveryWrites } from './deliveries.ts';
import { documentRequestReads, documentRequestWrites } from './document-requests.ts';
import { expectationReads, expectationWrites } from './expected-documents.ts';
import { findingReads, findingWrites } from './findings.ts';
import { missingDocumentReads } from './missing-documents.ts';
import { paymentReads } from './payments.ts';
import { reconciliationReads } from './reconciliation.ts';

/** All report queries: each works over all documents of a scope. */
export function reportQueries(database: DatabaseSync) {
  return mergeUnique(
    expectationReads(database),
    missingDocumentReads(database),
    documentRequestReads(database),
    closedDispatchReads(database),
    paymentReads(database),
    findingReads(database),
    reconciliationReads(database),
  );
}

type ReportQuery = keyof ReturnType<typeof reportQueries>;

/** Every name of `reportQueries`. */
export const reportQueryNames: readonly ReportQuery[] = Object.keys({
  listExpectations: true,
  getMatrix: true,
  listMissingDocuments: true,
  listPartial: true,
  listDocumentRequests: true,
  listClosedDispatches: true,
  agencyRut: true,
  listPayments: true,
  countKnown: true,
  listFindings: true,
  derivedAgencyRut: true,
  reconcileLines: true,
} satisfies Record<ReportQuery, true>) as ReportQuery[];

/** Queries that store what users decide and note about dossiers. */
export function reportWrites(database: DatabaseSync) {
  return mergeUnique(
    expectationWrites(database),
    documentRequestWrites(database),
    closedDispatchWrites(database),
    findingWrites(database),
    deliveryWrites(database),
    {
      /** Deletes the notes of a connection, or of one of its clients. */
      purgeDossiers(connectionId: string, rut?: string): void {
        const client = rut ?? null;
        for (const table of ['type_decision', 'chase', 'folder_keep']) {
          database
            .prepare(`DELETE FROM ${table} WHERE connection_id = ?1 AND (?2 IS NULL OR rut = ?2)`)
            .run(connectionId, client);
        }
        if (client !== null) return;
        for (const table of ['finding_dismissal', 'agency_rut']) {
          database.prepare(`DELETE FROM ${table} WHERE connection_id = ?`).run(connectionId);
        }
      },
    },
  );
}
