import { deliveredLines, readLines } from '../../shared/dossier/delivered-lines.ts';
import { type Day, dayInSantiago } from '../../shared/model/dates.ts';
import type { DocumentRequest, MissingDocument, RequestMessage, Scope } from '../../shared/model/dossier.ts';
import type { DossierExport } from '../../shared/model/dossier-export.ts';
import type { Language } from '../../shared/model/languages.ts';
import type { Reconciliation } from '../../shared/model/review.ts';
import type { Sort } from '../../shared/model/search-query.ts';
import { rowsShown } from '../../shared/model/shown-as.ts';
import { withClientNames } from '../database/index.ts';
import type { GridRow } from '../exports/index.ts';
import { createTranslator } from '../i18n/index.ts';
import type { DossierDeps } from './deps.ts';
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
import { composeMessages } from './messages.ts';

/** All rows of a list: saved lists and messages are never paged. */
const all = { offset: 0, limit: 1_000_000 };

/** Expected, missing and requested documents, matches and findings: lists that take more than one query. */
export interface Dossier {
  readonly deps: DossierDeps;
  today(): Day;
  /** Closes requests whose documents arrived, and emits events; lists of requests call it first. */
  closeArrived(): Promise<DocumentRequest[]>;
  /**
   * The scope as the database takes it: that of a delivery is its dispatches. Rejects with `HANDOVER_GONE`.
   */
  within(scope: Scope): Promise<Scope>;
  reconcile(text: string, connectionIds?: readonly string[]): Promise<Reconciliation>;
  messages(missingDocuments: readonly MissingDocument[], language: Language): RequestMessage[];
  save(request: DossierExport): Promise<{ path: string } | undefined>;
}

export function createDossier(deps: DossierDeps): Dossier {
  const { store, clock, emit, clients, userRole, deliveries, saveTable } = deps;
  const today = () => dayInSantiago(clock.now());

  async function closeArrived(): Promise<DocumentRequest[]> {
    const requests = await store.closeRequests();
    if (requests.length > 0) emit('carpeta.arrived', { requests });
    return requests;
  }
  /** A database worker parses the text: a million characters take a second. */
  function reconcile(text: string, connectionIds?: readonly string[]): Promise<Reconciliation> {
    const asked = {
      connectionIds: connectionIds ?? deps.connectionIds(),
      ruts: clients().map(({ rut }) => rut),
      today: today(),
    };
    return store.reconcileLines(text, connectionIds, asked);
  }

  async function within({ handoverId: deliveryId, ...scope }: Scope): Promise<Scope> {
    if (deliveryId === undefined) return scope;
    const { dispatches, list = '' } = await deliveries.get(deliveryId);
    const named = dispatches.length > 0 ? dispatches : (await deliveries.readPackage({ text: list })).found;
    return { ...scope, dispatches: named.map(({ connectionId, number }) => ({ connectionId, number })) };
  }

  /** All rows of a list to save, in the order shown. */
  function whole<Query>({ query, sort }: { query: Query; sort?: Sort | undefined }) {
    return withClientNames({ ...query, ...all, sort }, clients);
  }

  async function rowsOf(request: DossierExport): Promise<readonly GridRow[]> {
    switch (request.list) {
      case 'expectations':
        return rowsShown(
          expectationRows(await store.listExpectations(await within(request.query.scope), today())),
          request.shown,
        );
      case 'matrix': {
        const scope = await within(request.query.scope);
        return matrixRows(await store.getMatrix(scope, whole(request), today()));
      }
      case 'gaps': {
        await closeArrived();
        const scope = await within(request.query.scope);
        return missingRows((await store.listMissingDocuments(scope, whole(request), today())).rows);
      }
      case 'chases':
        await closeArrived();
        return requestRows((await store.listDocumentRequests(request.query, whole(request))).rows);
      case 'folders': {
        const scope = await within(request.query.scope);
        return folderRows((await store.listClosedDispatches(scope, whole(request), today())).rows);
      }
      case 'payments': {
        const scope = await within(request.query.scope);
        return paymentRows((await store.listPayments(scope, whole(request), today())).rows);
      }
      case 'findings': {
        const scope = await within(request.query.scope);
        return findingRows((await store.listFindings(scope, whole(request), today())).rows);
      }
      case 'sums': {
        const scope = await within(request.query.scope);
        const { sums } = await store.listPayments(scope, { offset: 0, limit: 1 }, today());
        return sumRows(request.query.by === 'state' ? sums.byState : sums.byAnalysis);
      }
      case 'handover': {
        const delivery = await deliveries.get(request.query.handoverId);
        const stored = await store.dispatchesToDeliver(delivery.dispatches, today());
        const documents = stored.flatMap(({ documents }) => documents);
        return rowsShown(deliveredLines(delivery, documents), request.shown);
      }
      case 'package':
        return rowsShown(readLines(await deliveries.readPackage(request.query)), request.shown);
      case 'reconcile': {
        const { lines } = await reconcile(request.query.text, request.query.connectionIds);
        return reconciledRows(rowsShown(lines, request.shown));
      }
    }
  }

  return {
    deps,
    today,
    closeArrived,
    within,
    reconcile,
    messages: (missingDocuments, language) =>
      composeMessages(missingDocuments, clients(), userRole(), createTranslator(language)),
    save: async (request) => {
      const { format, name, columns, words: labels, note } = request;
      return saveTable({ format, name, columns, words: labels, note, rows: await rowsOf(request) });
    },
  };
}
