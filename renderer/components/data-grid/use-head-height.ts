import { useMediaQuery } from '@mantine/hooks';
import type { Column } from './column.ts';

const plainHeightPx = 29;
/** Of titles that stand on end. */
const uprightHeightPx = 149;
/** Of the same in a low window: rows go before the whole of each title where there is room for few. */
const uprightInLow = 85;

/** How high the sticky head above the rows is: pixels, with the line under it. */
export function useHeadHeight(columns: readonly Pick<Column<never>, 'isUpright'>[]): number {
  const isLow = useMediaQuery('(max-height: 480px)', false, { getInitialValueInEffect: false });
  if (!columns.some(({ isUpright }) => isUpright)) return plainHeightPx;
  return isLow ? uprightInLow : uprightHeightPx;
}
