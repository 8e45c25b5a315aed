import { useMemo, useState } from 'react';
import type { ArrangedColumns, ArrangedList } from '../../../shared/model/settings.ts';
import { useLayout } from '../desk/layout.ts';
import { type Arrangeable, type Arrangement, arrange, shownOf, toKeep } from './arrangement.ts';

/** How the columns of a list are arranged, and the shown ones in that order. */
interface Arranged<Column> {
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  shown: readonly Column[];
}

/**
 * The columns of a list as a saved search has them (`ownColumns`, the shown ones in order), else as the person left this list. A saved
 * search's columns change for good only when it is saved again.
 */
export function useArrangement<Column extends Arrangeable>(
  list: ArrangedList,
  columns: readonly Column[],
  ownColumns: readonly string[] = [],
): Arranged<Column> {
  const { layout, arrange: keep } = useLayout();
  const [own, setOwn] = useState<ArrangedColumns | undefined>(() =>
    ownColumns.length > 0
      ? { order: [...ownColumns], shown: [...ownColumns], widths: layout.columns[list]?.widths ?? {} }
      : undefined,
  );
  const kept = own ?? layout.columns[list];
  const arrangement = useMemo(() => arrange(columns, kept), [columns, kept]);
  const shown = useMemo(() => shownOf(columns, arrangement), [columns, arrangement]);
  return {
    arrangement,
    shown,
    onArrange: (next) => {
      const changed = toKeep(next, kept);
      if (own) setOwn(changed);
      else keep(list, changed);
    },
  };
}
