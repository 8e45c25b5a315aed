import type { Handlers } from '../../shared/contract.ts';
import { deliveredLines, readLines } from '../../shared/dossier/delivered-lines.ts';
import {
  type DossierListId,
  type DossierListPage,
  type DossierListWindow,
  dossierLists,
} from '../../shared/lists/dossier-lists.ts';
import type { DossierExport } from '../../shared/lists/list-export.ts';
import { rowsShown } from '../../shared/lists/list-presentation.ts';
import type { ClientNames } from '../../shared/model/client-names.ts';
import type { Day } from '../../shared/model/dates.ts';
import type { Scope } from '../../shared/model/dossier.ts';
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

type Store = DossierContext['store'];

/** What selects and orders the rows of a page. */
type ListQuery<Id extends DossierListId> = DossierListWindow<Id> & {
  scope?: Scope;
  names?: ClientNames | undefined;
};

/** How a list is read and saved. */
interface ListReport<Id extends DossierListId> {
  /** Whether its rows show requests: those whose documents arrived are closed first. */
  showsRequests?: boolean;
  read(
    store: Store,
    scope: Scope,
    window: Omit<ListQuery<Id>, 'scope'>,
    today: Day,
  ): Promise<DossierListPage<Id>>;
  /** What follows from a page that was read. */
  onRead?(context: DossierContext, query: ListQuery<Id>, page: DossierListPage<Id>): void;
  /** The rows of its saved file. */
  toGridRows(page: DossierListPage<Id>): readonly GridRow[];
}

const reports: { readonly [Id in DossierListId]: ListReport<Id> } = {
  gaps: {
    showsRequests: true,
    read: (store, scope, window, today) => store.listMissingDocuments(scope, window, today),
    onRead: (
      { onCounted },
      { scope = {}, responsible, isAsked, isOver, filter },
      { total, byResponsible, partial },
    ) => {
      const limits = [...Object.values(scope), responsible, isAsked, isOver, filter];
      if (limits.every((limit) => limit === undefined)) onCounted({ total, byResponsible, partial });
    },
    toGridRows: ({ rows }) => missingRows(rows),
  },
  matrix: {
    read: (store, scope, window, today) => store.getMatrix(scope, window, today),
    toGridRows: matrixRows,
  },
  chases: {
    showsRequests: true,
    read: (store, _scope, { connectionIds, ruts, ...window }) =>
      store.listDocumentRequests({ connectionIds, ruts }, window),
    toGridRows: ({ rows }) => requestRows(rows),
  },
  folders: {
    read: (store, scope, window, today) => store.listClosedDispatches(scope, window, today),
    toGridRows: ({ rows }) => folderRows(rows),
  },
  payments: {
    read: (store, scope, window, today) => store.listPayments(scope, window, today),
    toGridRows: ({ rows }) => paymentRows(rows),
  },
  findings: {
    read: (store, scope, window, today) => store.listFindings(scope, window, today),
    toGridRows: ({ rows }) => findingRows(rows),
  },
};

/** The handlers of calls for a page of a list. */
export function listHandlers(
  context: DossierContext,
  dossier: Dossier,
): Pick<Handlers, `dossier.${DossierListId}`> {
  const handlers = Object.values(dossierLists).map(({ id }) => [
    `dossier.${id}`,
    (query: DossierListWindow<typeof id>) => readPage(context, dossier, id, query),
  ]);
  return Object.fromEntries(handlers);
}

/** A request to save one of these lists. */
type SavedList = Extract<DossierExport, { list: DossierListId }>;

function isPagedList(request: DossierExport): request is SavedList {
  return Object.hasOwn(reports, request.list);
}

/** The rows of a list as its saved file has them. */
async function readGridRows<Id extends DossierListId>(
  context: DossierContext,
  dossier: Dossier,
  list: Id,
  query: ListQuery<Id>,
): Promise<readonly GridRow[]> {
  return reports[list].toGridRows(await readPage(context, dossier, list, query));
}

async function readPage<Id extends DossierListId>(
  context: DossierContext,
  dossier: Dossier,
  list: Id,
  query: ListQuery<Id>,
): Promise<DossierListPage<Id>> {
  const { store, clients } = context;
  const report: ListReport<Id> = reports[list];
  if (report.showsRequests) await dossier.closeArrived();
  const { scope = {}, ...window }: ListQuery<Id> = withClientNames(query, clients);
  const page = await report.read(store, await dossier.storedScope(scope), window, dossier.today());
  report.onRead?.(context, query, page);
  return page;
}

/** All rows of a list: saved lists are never paged. */
const all = { offset: 0, limit: 1_000_000 };

/** All rows of a list to save, in the order shown. */
export async function rowsToSave(
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
