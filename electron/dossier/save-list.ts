import { deliveredLines, readLines } from '../../shared/dossier/delivered-lines.ts';
import type { DossierExport } from '../../shared/model/dossier-export.ts';
import { rowsShown } from '../../shared/model/list-presentation.ts';
import type { Sort } from '../../shared/model/search-query.ts';
import { withClientNames } from '../database/index.ts';
import type { GridRow } from '../exports/index.ts';
import type { Dossier, DossierContext } from './dossier.ts';
import {
  expectationRows,
  findingRows,
  folderRows,
  matrixRows,
  missingRows,
  paymentRows,
  reconciledRows,
  requestRows,
  sumRows,
} from './export-rows.ts';

/** All rows of a list: saved lists are never paged. */
const all = { offset: 0, limit: 1_000_000 };

/** Saves a list with all its rows, in the order shown; undefined when the user cancels. */
export async function saveList(
  context: DossierContext,
  dossier: Dossier,
  request: DossierExport,
): Promise<{ path: string } | undefined> {
  const { format, name, columns, words: labels, note } = request;
  const rows = await rowsOf(context, dossier, request);
  return context.saveTable({ format, name, columns, words: labels, note, rows });
}

async function rowsOf(
  context: DossierContext,
  dossier: Dossier,
  request: DossierExport,
): Promise<readonly GridRow[]> {
  const { store, clients, deliveries } = context;
  switch (request.list) {
    case 'expectations': {
      const scope = await dossier.storedScope(request.query.scope);
      const groups = await store.listExpectations(scope, dossier.today());
      return rowsShown(expectationRows(groups), request.shown);
    }
    case 'chases': {
      await dossier.closeArrived();
      return requestRows((await store.listDocumentRequests(request.query, whole(request, clients))).rows);
    }
    case 'handover': {
      const delivery = await deliveries.get(request.query.handoverId);
      const stored = await store.dispatchesToDeliver(delivery.dispatches, dossier.today());
      const documents = stored.flatMap((dispatch) => dispatch.documents);
      return rowsShown(deliveredLines(delivery, documents), request.shown);
    }
    case 'package':
      return rowsShown(readLines(await deliveries.readPackage(request.query)), request.shown);
    case 'reconcile': {
      const { lines } = await dossier.reconcile(request.query.text, request.query.connectionIds);
      return reconciledRows(rowsShown(lines, request.shown));
    }
    default:
      return rowsInScope(context, dossier, request);
  }
}

/** The rows of a list that is limited to a scope. */
async function rowsInScope(
  { store, clients }: DossierContext,
  dossier: Dossier,
  request: Extract<DossierExport, { list: 'matrix' | 'gaps' | 'folders' | 'payments' | 'findings' | 'sums' }>,
): Promise<readonly GridRow[]> {
  if (request.list === 'gaps') await dossier.closeArrived();
  const scope = await dossier.storedScope(request.query.scope);
  const today = dossier.today();
  switch (request.list) {
    case 'matrix':
      return matrixRows(await store.getMatrix(scope, whole(request, clients), today));
    case 'gaps':
      return missingRows((await store.listMissingDocuments(scope, whole(request, clients), today)).rows);
    case 'folders':
      return folderRows((await store.listClosedDispatches(scope, whole(request, clients), today)).rows);
    case 'payments':
      return paymentRows((await store.listPayments(scope, whole(request, clients), today)).rows);
    case 'findings':
      return findingRows((await store.listFindings(scope, whole(request, clients), today)).rows);
    case 'sums': {
      const { sums } = await store.listPayments(scope, { offset: 0, limit: 1 }, today);
      return sumRows(request.query.by === 'state' ? sums.byState : sums.byAnalysis);
    }
  }
}

/** The query of all rows of a list, in the order shown. */
function whole<Query>(
  { query, sort }: { query: Query; sort?: Sort | undefined },
  clients: DossierContext['clients'],
) {
  return withClientNames({ ...query, ...all, sort }, clients);
}
