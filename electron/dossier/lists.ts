import type { Handlers } from '../../shared/contract.ts';
import type { DossierExport } from '../../shared/lists/dossier-export.ts';
import {
  type DossierListId,
  type DossierListPage,
  type DossierListWindow,
  dossierLists,
} from '../../shared/lists/dossier-lists.ts';
import type { ClientNames } from '../../shared/model/client-names.ts';
import type { Day } from '../../shared/model/dates.ts';
import type { Scope } from '../../shared/model/dossier.ts';
import { withClientNames } from '../database/index.ts';
import type { GridRow } from '../exports/index.ts';
import type { Dossier, DossierContext } from './dossier.ts';
import { findingRows, folderRows, matrixRows, missingRows, paymentRows, requestRows } from './export-rows.ts';

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
      { total, byResponsible },
    ) => {
      const limits = [...Object.values(scope), responsible, isAsked, isOver, filter];
      if (limits.every((limit) => limit === undefined)) onCounted({ total, byResponsible });
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

/** The calls for a page of a list. */
export type ListCall = `carpeta.${DossierListId}`;

/** The handlers of these calls. */
export function listHandlers(context: DossierContext, dossier: Dossier): Pick<Handlers, ListCall> {
  const handlers = Object.values(dossierLists).map(({ id }) => [
    `carpeta.${id}`,
    (query: DossierListWindow<typeof id>) => readPage(context, dossier, id, query),
  ]);
  return Object.fromEntries(handlers);
}

/** A request to save one of these lists. */
type SavedList = Extract<DossierExport, { list: DossierListId }>;

export function isPagedList(request: DossierExport): request is SavedList {
  return Object.hasOwn(reports, request.list);
}

/** The rows of a list as its saved file has them. */
export async function readGridRows<Id extends DossierListId>(
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
