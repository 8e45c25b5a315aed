import type { DatabaseSync } from 'node:sqlite';
import { countTextDocuments } from '../queries/indexable-files.ts';
import { agencyRut, derivedAgencyRut, setAgencyRut } from './agency-rut.ts';
import { readClientMonth, readClientMonthSheets } from './client-month.ts';
import { listClosedDispatches, setRetention } from './closed-dispatches.ts';
import { periodToAsk } from './coverage.ts';
import { forgetDelivery, saveDelivery } from './deliveries.ts';
import {
  changeDocumentRequest,
  closeRequests,
  insertDocumentRequests,
  listDocumentRequests,
  removeDocumentRequests,
} from './document-requests.ts';
import { decideTypes, listExpectations, undecideTypes } from './expected-documents.ts';
import { dismissFinding, listFindings, restoreFinding } from './findings.ts';
import { getMatrix, listMissingDocuments, listPartial } from './missing-documents.ts';
import { readTabulatedPayments, tabulatePayments } from './payment-table.ts';
import { countKnown, listPayments } from './payments.ts';
import { reconcileLines } from './reconciliation.ts';

/** All report queries: each works over all documents of a scope. */
export const reportQueries = {
  listExpectations,
  getMatrix,
  listMissingDocuments,
  listPartial,
  listDocumentRequests,
  listClosedDispatches,
  agencyRut,
  listPayments,
  countKnown,
  tabulatePayments,
  readTabulatedPayments,
  periodToAsk,
  readClientMonth,
  readClientMonthSheets,
  listFindings,
  derivedAgencyRut,
  reconcileLines,
  countTextDocuments,
};

/** Deletes the notes of a connection, or of one of its clients. */
function purgeDossiers(database: DatabaseSync, connectionId: string, rut?: string): void {
  const client = rut ?? null;
  for (const table of ['type_decision', 'chase', 'folder_keep', 'dispatch_note', 'pin']) {
    database
      .prepare(`DELETE FROM ${table} WHERE connection_id = ?1 AND (?2 IS NULL OR rut = ?2)`)
      .run(connectionId, client);
  }
  if (client !== null) return;
  for (const table of ['finding_dismissal', 'agency_rut']) {
    database.prepare(`DELETE FROM ${table} WHERE connection_id = ?`).run(connectionId);
  }
}

/** Queries that store what users decide and note about dossiers. */
export const reportWrites = {
  decideTypes,
  undecideTypes,
  insertDocumentRequests,
  changeDocumentRequest,
  removeDocumentRequests,
  closeRequests,
  setRetention,
  setAgencyRut,
  dismissFinding,
  restoreFinding,
  saveDelivery,
  forgetDelivery,
  purgeDossiers,
};
