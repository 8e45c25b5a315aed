import { useMemo } from 'react';
import type { ArrangedColumns } from '../../../shared/model/settings.ts';
import { useLayout } from '../../ui/layout.ts';
import { type Arrangeable, type Arrangement, arrange, shownOf, toKeep } from './arrangement.ts';

/** How the columns of a list are arranged, and the shown ones in that order. */
export interface Arranged<Column> {
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  shown: readonly Column[];
}

/** The columns of a list that has them for itself, else as the person left this list anywhere. */
export function useArrangement<Column extends Arrangeable>(
  list: string,
  columns: readonly Column[],
  own?: { columns: ArrangedColumns | undefined; onColumns: (columns: ArrangedColumns) => void },
): Arranged<Column> {
  const { layout, arrange: keep } = useLayout();
  const kept = own?.columns ?? layout.columns[list];
  const arrangement = useMemo(() => arrange(columns, kept), [columns, kept]);
  const shown = useMemo(() => shownOf(columns, arrangement), [columns, arrangement]);
  return {
    arrangement,
    shown,
    onArrange: (next) => {
      const changed = toKeep(next, kept);
      if (own?.columns) own.onColumns(changed);
      else keep(list, changed);
    },
  };
}
