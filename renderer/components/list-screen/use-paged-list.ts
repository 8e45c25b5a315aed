import { useEffect, useState } from 'react';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { CallInput, CallOutput } from '../../../shared/contract.ts';
import type { RowGroup, RowsPage } from '../../../shared/model/search.ts';
import type { Sort } from '../../../shared/model/search-query.ts';
import type { ShownRows } from '../../../shared/model/shown-as.ts';
import { invoke, useOnInvalidate, withTimeout } from '../../ipc/invoke-hooks.ts';
import { listOf, useRoute } from '../../ui/route.ts';
import { restoreListState, useStoredSort } from '../data-grid/list-view-state.ts';
import { PagedRows } from '../data-grid/paged-rows.ts';

/** What the calls give that tell of folders a page at a time, with numbers of the whole list. */
interface ResultOf {
  'carpeta.gaps': CallOutput<'carpeta.gaps'>;
  'carpeta.matrix': CallOutput<'carpeta.matrix'>;
  'carpeta.chases': CallOutput<'carpeta.chases'>;
  'carpeta.folders': CallOutput<'carpeta.folders'>;
  'carpeta.payments': CallOutput<'carpeta.payments'>;
  'carpeta.findings': CallOutput<'carpeta.findings'>;
}

export type ListCall = keyof ResultOf;

/** A row of what a call gives. */
export type RowOf<Name extends ListCall> = ResultOf[Name]['rows'][number];

/** How a list is sorted, and how that is changed. */
export interface Sorting {
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Which rows are shown, where the page has the whole list. */
  shown?: () => ShownRows;
}

/**
 * Pages of a list, how it is sorted, and the latest answer for the numbers that it tells of the whole list.
 */
export interface PagedList<Name extends ListCall> {
  /** What its `ListScreen` is given. */
  shown: {
    pages: PagedRows<RowOf<Name>>;
    sorting: Sorting;
    /** The query, as a text. */
    about: string;
  };
  latest: ResultOf[Name] | undefined;
}

/**
 * A list that main gives a page at a time: asked anew when the query or the sort changes, and again when what
 * is kept has changed. `groupsOf` says which headings stand between its rows; nothing but the query and the
 * answer may decide them.
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
      // That a query with a window is an input of this call, and that it gives this answer, the types cannot
      // tell for any name.
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
  return { shown: { pages, sorting: { sort, onSort }, about: JSON.stringify(query) }, latest };
}
