import { useMediaQuery } from '@mantine/hooks';
import type { Column } from './column.ts';

const plainHeightPx = 29;
/** With vertical titles, in pixels. */
const uprightHeightPx = 149;
/** The same in a low window: rows take precedence over full titles. */
const uprightInLow = 85;

/** Height of the sticky header above the rows: pixels, including its border. */
export function useHeadHeight(columns: readonly Pick<Column<never>, 'isUpright'>[]): number {
  const isLow = useMediaQuery('(max-height: 480px)', false, { getInitialValueInEffect: false });
  if (!columns.some(({ isUpright }) => isUpright)) return plainHeightPx;
  return isLow ? uprightInLow : uprightHeightPx;
}
