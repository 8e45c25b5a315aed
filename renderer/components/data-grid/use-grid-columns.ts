import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, useMemo } from 'react';
import { type Arrangement, shownOf, tracks } from './arrangement.ts';
import type { Column } from './column.ts';

/** Pixels of the checkbox at the left of each row. */
const boxWidth = 32;

type GridSizes = CSSProperties & Record<'--grid-head' | '--grid-columns' | '--grid-width', string>;

/** The visible columns of a list in the person's order, and the sizes that its styles use. */
export function useGridColumns<Row>(columns: readonly Column<Row>[], arrangement: Arrangement) {
  const visible = useMemo(() => shownOf(columns, arrangement), [columns, arrangement]);
  const { template, minWidth } = useMemo(
    () => tracks(visible, arrangement, boxWidth),
    [visible, arrangement],
  );
  const headHeight = useHeadHeight(visible);
  const sizes: GridSizes = {
    '--grid-head': `${headHeight}px`,
    '--grid-columns': `${boxWidth}px ${template} minmax(0, 1fr)`,
    '--grid-width': `${minWidth}px`,
  };
  return { visible, headHeight, sizes };
}

const plainHeightPx = 29;
/** With vertical titles, in pixels. */
const uprightHeightPx = 149;
/** The same in a low window: rows take precedence over full titles. */
const lowUprightHeightPx = 85;

/** Height of the sticky header above the rows: pixels, including its border. */
function useHeadHeight(columns: readonly Pick<Column<never>, 'isUpright'>[]): number {
  const isLow = useMediaQuery('(max-height: 480px)', false, { getInitialValueInEffect: false });
  if (!columns.some(({ isUpright }) => isUpright)) return plainHeightPx;
  return isLow ? lowUprightHeightPx : uprightHeightPx;
}
