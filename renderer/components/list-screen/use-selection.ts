import { type Dispatch, type SetStateAction, useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { PagedRows } from '../data-grid/paged-rows.ts';
import { noRows, onlyRows, type RowSelection, selectedAmong } from '../data-grid/row-selection.ts';

interface State {
  selection: RowSelection;
  /** Keys of selected rows that the query leaves out: a query that has them selects them again. */
  hidden: ReadonlySet<string>;
  /** The query under which the selection was made or checked. */
  about: string | number | undefined;
}

const noKeys: ReadonlySet<string> = new Set();

/**
 * The selection of a list whose rows change: a row that leaves the list is deselected, and "all" ends with
 * its query. A row that only another query (`about`) leaves out, such as one with a filter, is selected again
 * with a query that has it. In a list too long to be loaded, the selection is checked when it is read.
 */
export function useSelection<Row>(
  pages: PagedRows<Row>,
  rowKey: (row: Row) => string,
  about: string | number | undefined,
): [RowSelection, Dispatch<SetStateAction<RowSelection>>] {
  const [state, setState] = useState<State>({ selection: noRows, hidden: noKeys, about });
  const { selection, hidden } = state;
  const isNothing = selection.kind === 'some' && selection.keys.size === 0 && hidden.size === 0;
  const check = useEffectEvent(() => {
    if (pages.shown().isStale) {
      setState((before) => (before.selection.kind === 'all' ? { ...before, selection: noRows } : before));
    } else if (pages.isWhole()) {
      const here = new Set(pages.here().map(rowKey));
      setState((before) => checked(before, here, about));
    }
  });
  useEffect(() => {
    // A batch's list updates ten times a second: without a selection there is nothing to check.
    if (isNothing) return;
    return pages.subscribe(() => check());
  }, [pages, isNothing]);
  const setSelection = useCallback(
    (next: SetStateAction<RowSelection>) =>
      setState((before) => {
        const chosen = typeof next === 'function' ? next(before.selection) : next;
        if (chosen === before.selection) return before;
        const isNone = chosen.kind === 'some' && chosen.keys.size === 0;
        return { selection: chosen, hidden: isNone ? noKeys : before.hidden, about };
      }),
    [about],
  );
  return [selection, setSelection];
}

/** The selection among the rows of a query; the same object if nothing changes. */
function checked(before: State, here: ReadonlySet<string>, about: State['about']): State {
  const { selection, hidden } = before;
  const left = selectedAmong(selection, here);
  if (about === before.about || selection.kind === 'all' || left.kind === 'all') {
    return left === selection ? before : { ...before, selection: left };
  }
  const all = [...selection.keys, ...hidden];
  const shown = all.filter((key) => here.has(key));
  const isSame = shown.length === selection.keys.size && left === selection;
  return {
    selection: isSame ? selection : onlyRows(shown),
    hidden: new Set(all.filter((key) => !here.has(key))),
    about,
  };
}
