import { useEffect, useState } from 'react';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { CallInput } from '../../../shared/contract.ts';
import type { DossierListId, DossierListPage } from '../../../shared/lists/dossier-lists.ts';
import type { ShownRows } from '../../../shared/lists/list-presentation.ts';
import type { RowGroup, RowsPage } from '../../../shared/model/search.ts';
import type { Sort } from '../../../shared/model/search-query.ts';
import { invoke, useInvokeQuery, useOnInvalidate, withTimeout } from '../../ipc/invoke-hooks.ts';
import { listOf, useRoute } from '../../ui/route.ts';
import { PagedRows } from '../data-grid/paged-rows.ts';
import { restoreListState, useStoredSort } from '../data-grid/scroll-groups-and-sort.ts';

/** The results of the calls for a page of a list, with counts of the whole list. */
type ResultOf = { [Id in DossierListId as `dossier.${Id}`]: DossierListPage<Id> };

export type ListCall = keyof ResultOf;

/** A row of a call's result. */
export type RowOf<Name extends ListCall> = ResultOf[Name]['rows'][number];

/** A list's sort order and its setter. */
export interface Sorting {
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** The visible rows, if the page has the whole list. */
  shown?: () => ShownRows;
}

/** Pages of a list, its sort order, and the latest result, which has counts of the whole list. */
export interface PagedList<Name extends ListCall> {
  /** The props of its `ListScreen`. */
  shown: {
    pages: PagedRows<RowOf<Name>>;
    sorting: Sorting;
    /** The query as JSON. */
    about: string;
    /** The number of rows that the query's filter hides; undefined until counted. */
    leftOut: number | undefined;
  };
  latest: ResultOf[Name] | undefined;
}

/**
 * A list that main returns a page at a time: loaded when the query or the sort order changes, refreshed when
 * stored data changes. `groupsOf` returns its group headings; they must depend only on the query and the
 * result.
 */
export function usePagedList<Name extends ListCall>(
  name: Name,
  query: Omit<CallInput<Name>, 'offset' | 'limit' | 'sort'>,
  groupsOf?: (result: ResultOf[Name]) => RowGroup[],
): PagedList<Name> {
  const [pages] = useState(() => new PagedRows<RowOf<Name>>({ moment: () => Promise.resolve() }));
  const [latest, setLatest] = useState<ResultOf[Name]>();
  const [sort, onSort] = useStoredSort(restoreListState(compositeKey(name, listOf(useRoute()))));
  const text = JSON.stringify([query, sort]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query and the sort are their text, and the groups follow from it.
  useEffect(() => {
    let isCurrent = true;
    pages.start(async (offset, limit): Promise<RowsPage<RowOf<Name>>> => {
      // The types cannot tell, for a generic name, that a query with a page is an input of this call.
      const input = { ...query, sort, offset, limit } as CallInput<Name>;
      const result = (await withTimeout(name, invoke<ListCall>(name, input), () =>
        pages.refresh(),
      )) as ResultOf[Name];
      if (isCurrent) setLatest(result);
      const { rows, total } = result;
      return { rows, offset, total, ...(groupsOf && { groups: groupsOf(result) }) };
    });
    return () => {
      isCurrent = false;
    };
  }, [pages, name, text]);
  useOnInvalidate(name, query, () => pages.refresh());
  const { filter, ...whole }: { filter?: unknown } = query;
  const all = useInvokeQuery<ListCall>(name, { ...whole, offset: 0, limit: 1 } as CallInput<Name>, {
    enabled: filter !== undefined,
  }).data;
  const leftOut = filter === undefined || !all || !latest ? undefined : all.total - latest.total;
  return { shown: { pages, sorting: { sort, onSort }, about: JSON.stringify(query), leftOut }, latest };
}
