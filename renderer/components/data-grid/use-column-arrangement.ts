import { useMemo } from 'react';
import type { ArrangedColumns } from '../../../shared/model/settings.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useLayout } from '../../ui/stored-layout.ts';
import {
  type Arrangeable,
  type Arrangement,
  arrange,
  shownOf,
  toStore,
  withClientSecond,
} from './column-arrangement.ts';

/** The arrangement of a list's columns, and the visible ones in that order. */
export interface Arranged<Column> {
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  shown: readonly Column[];
}

/** The list's own column arrangement, else the person's last one for lists of this name. */
export function useArrangement<Column extends Arrangeable>(
  list: string,
  columns: readonly Column[],
  own?: { columns: ArrangedColumns | undefined; onColumns: (columns: ArrangedColumns) => void },
): Arranged<Column> {
  const { layout, arrange: save } = useLayout();
  const stored = own?.columns ?? layout.columns[list];
  const hasSeveralClients = (useInvokeQuery('clients.list', undefined).data?.length ?? 0) > 1;
  const atFirst = useMemo(
    () => (hasSeveralClients ? withClientSecond(columns) : columns),
    [columns, hasSeveralClients],
  );
  const arrangement = useMemo(() => arrange(atFirst, stored), [atFirst, stored]);
  const shown = useMemo(() => shownOf(columns, arrangement), [columns, arrangement]);
  return {
    arrangement,
    shown,
    onArrange: (next) => {
      const changed = toStore(next, stored);
      if (own?.columns) own.onColumns(changed);
      else save(list, changed);
    },
  };
}
