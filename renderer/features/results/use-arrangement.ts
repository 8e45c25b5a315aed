import { useMemo, useState } from 'react';
import type { ListName } from '../../../shared/model/question.ts';
import type { ArrangedColumns } from '../../../shared/model/settings.ts';
import { useLayout } from '../desk/layout.ts';
import { type Arrangeable, type Arrangement, arrange, toKeep } from '../grid/arrangement.ts';

/**
 * How the columns of a list are arranged: as a saved search has them (`ownColumns`, the shown ones in order), else as the person left
 * this list. A saved search's columns change for good only when it is saved again.
 */
export function useArrangement(
  list: ListName,
  columns: readonly Arrangeable[],
  ownColumns: readonly string[] | undefined,
): [Arrangement, (arrangement: Arrangement) => void] {
  const { layout, arrange: keep } = useLayout();
  const [own, setOwn] = useState<ArrangedColumns | undefined>(() =>
    ownColumns && ownColumns.length > 0
      ? { order: [...ownColumns], shown: [...ownColumns], widths: layout.columns[list]?.widths ?? {} }
      : undefined,
  );
  const kept = own ?? layout.columns[list];
  const arrangement = useMemo(() => arrange(columns, kept), [columns, kept]);
  return [
    arrangement,
    (next) => {
      const changed = toKeep(next);
      if (own) setOwn(changed);
      else keep(list, changed);
    },
  ];
}
