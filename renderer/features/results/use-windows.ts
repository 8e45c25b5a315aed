import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CallOutput } from '../../../shared/contract.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { RowsQuery } from '../../../shared/model/question.ts';
import type { RowsByList } from '../../../shared/model/search.ts';
import { type ReadWindow, RowWindows } from '../../components/data-grid/row-windows.ts';
import { ask, patient } from '../../ipc/bridge.ts';
import { answerKey } from '../../ipc/keys.ts';
import { firstWindow } from './first-rows.ts';
import type { ListState, RowOf } from './list-state.ts';

/** Before a list that was still being counted is asked for its count again. */
const recountMs = 200;
/** Rows that leave the screen within this time can be read by nobody, and what comes holds up the page: they are not asked for. */
const flyingMs = 60;

const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * The windows of one list of a result, asked anew whenever its sort, filter or grouping changes, and refreshed when the list is shown
 * again; a list that is not shown asks for nothing.
 */
export function useWindows<List extends ListName>(
  resultSetId: string,
  list: List,
  { sort, filter, group }: Pick<ListState, 'sort' | 'filter' | 'group'>,
  isShown: boolean,
): RowWindows<RowOf<List>> {
  const queries = useQueryClient();
  const [{ windows, first }] = useState(() => {
    const made = new RowWindows<RowOf<List>>({
      moment: () => after(recountMs),
      pause: () => after(flyingMs),
    });
    const query = { list, resultSetId, sort, filter, group };
    const known = isShown ? preloaded(queries, query) : undefined;
    // The first rows are here, or on their way while the list that will show them is drawn.
    if (isShown) made.ask(readingOf(query, made), known);
    const isKnown = known !== undefined;
    return { windows: made, first: isShown ? { text: JSON.stringify(query), isKnown } : undefined };
  });
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!isShown) return;
    const query = { list, resultSetId, sort, filter, group };
    const text = JSON.stringify(query);
    const isFirst = asked.current === undefined && text === first?.text;
    // What is told of rows is heard from now on: those that were asked for before may be older.
    if (asked.current === text || (isFirst && first?.isKnown)) windows.refresh();
    else if (!isFirst) windows.ask(readingOf(query, windows));
    if (isFirst)
      queries.removeQueries({ queryKey: answerKey('rows.window', firstWindow(query)), exact: true });
    asked.current = text;
  }, [queries, windows, first, resultSetId, list, sort, filter, group, isShown]);
  return windows;
}

/** What is asked of a list, whatever part of it. */
type ListQuery<List extends ListName> = Omit<RowsQuery, 'list' | 'offset' | 'limit'> & { list: List };

// The contract gives the three lists' rows as one type; which one it is, is what was asked for.
type RowsOf<List extends ListName> = RowsByList[List];

function readingOf<List extends ListName>(
  query: ListQuery<List>,
  windows: RowWindows<RowOf<List>>,
): ReadWindow<RowOf<List>> {
  return async (offset, limit) => {
    const reading = ask('rows.window', { ...query, offset, limit });
    return (await patient('rows.window', reading, () => windows.refresh())) as RowsOf<List>;
  };
}

function preloaded<List extends ListName>(
  queries: QueryClient,
  query: ListQuery<List>,
): RowsOf<List> | undefined {
  const known = queries.getQueryData<CallOutput<'rows.window'>>(answerKey('rows.window', firstWindow(query)));
  return known as RowsOf<List> | undefined;
}
