import { deliveredLines, readLines } from '../../shared/dossier/delivered-lines.ts';
import type { DossierExport } from '../../shared/lists/dossier-export.ts';
import { rowsShown } from '../../shared/lists/list-presentation.ts';
import { withClientNames } from '../database/index.ts';
import type { GridRow } from '../exports/index.ts';
import type { Dossier, DossierContext } from './dossier.ts';
import { expectationRows, reconciledRows, sumRows } from './export-rows.ts';
import { isPagedList, readGridRows } from './lists.ts';

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
  const { store, deliveries } = context;
  if (isPagedList(request)) {
    const { list, query, sort } = request;
    return readGridRows(context, dossier, list, { ...query, ...all, sort });
  }
  switch (request.list) {
    case 'expectations': {
      const scope = await dossier.storedScope(request.query.scope);
      const groups = await store.listExpectations(scope, dossier.today());
      return rowsShown(expectationRows(groups), request.shown);
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
      const { lines } = await dossier.reconcile(request.query);
      return reconciledRows(rowsShown(lines, request.shown));
    }
    case 'sums': {
      const scope = await dossier.storedScope(request.query.scope);
      const { filter } = request.query;
      const window = withClientNames({ offset: 0, limit: 1, filter }, context.clients);
      const { sums } = await store.listPayments(scope, window, dossier.today());
      return sumRows(request.query.by === 'state' ? sums.byState : sums.byAnalysis);
    }
  }
}
