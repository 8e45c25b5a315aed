import { type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Column } from './column.ts';
import styles from './grid.module.css';
import { GridRow, GroupRow } from './grid-row.tsx';
import { type LineLayout, rowsBetween } from './group-layout.ts';
import { isChosen, type RowSelection } from './row-selection.ts';
import type { RowWindows } from './row-windows.ts';

/** What the grid asks of its body. */
export interface BodyControl {
  /** Brings a line into view. */
  reveal(line: number): void;
}

interface Props<Row> {
  scroller: RefObject<HTMLElement | null>;
  control: Ref<BodyControl>;
  id: string;
  windows: RowWindows<Row>;
  layout: LineLayout;
  columns: readonly Column<Row>[];
  /** Pixels of the sticky head above the rows. */
  headHeight: number;
  rowHeight: number;
  rowKey: (row: Row) => string;
  isDimmed: (row: Row) => boolean;
  selection: RowSelection;
  cursor: number | undefined;
  isGrouped: boolean;
  isDraggable: boolean;
}

const overscan = 4;
/** Pixels of the window's height that a list leaves at least to what stands above and below it. */
const around = 230;

/** The lines that are in sight, and a few around them. */
export function GridBody<Row>(props: Props<Row>) {
  const {
    scroller,
    control,
    id,
    windows,
    layout,
    columns,
    headHeight,
    rowHeight,
    rowKey,
    isDimmed,
    selection,
    cursor,
    isGrouped,
    isDraggable,
  } = props;
  useSyncExternalStore(windows.subscribe, windows.version);
  const virtualizer: Virtualizer<HTMLElement, HTMLElement> = useVirtualizer({
    count: layout.count,
    getScrollElement: () => scroller.current,
    // Until it has been measured: rows that are here are drawn at once.
    initialRect: { width: window.innerWidth, height: Math.max(0, window.innerHeight - around) },
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: (range) =>
      sameMany(range, Math.ceil((virtualizer.scrollRect?.height ?? 0) / rowHeight) + 1),
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are measured again when the height of all rows changes.
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);
  useImperativeHandle(control, () => ({ reveal: (line) => virtualizer.scrollToIndex(line) }), [virtualizer]);

  const items = virtualizer.getVirtualItems();
  const [firstLine, lastLine] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    windows.show(rowsBetween(layout, firstLine, lastLine));
  }, [windows, layout, firstLine, lastLine]);

  // A line takes the place in the document of one that has left: nothing is made and nothing moved for each line that flies past.
  const [slots, setSlots] = useState(items.length);
  if (items.length > slots) setSlots(items.length);
  const slotOf = ({ index }: { index: number }) => index % Math.max(slots, items.length);
  // At rest they stand in their own order, for whoever reads them one after the other.
  const drawn = virtualizer.isScrolling ? items.toSorted((one, other) => slotOf(one) - slotOf(other)) : items;

  return (
    <tbody className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
      {drawn.map((item) => {
        const { index, start } = item;
        const at = layout.at(index);
        const shared = {
          id: `${id}-${index}`,
          line: index,
          top: start - headHeight,
          isCursor: cursor === index,
        };
        if (at.kind === 'group') {
          return <GroupRow key={slotOf(item)} {...shared} group={at.group} isCollapsed={at.isCollapsed} />;
        }
        const row = windows.row(at.offset);
        return (
          <GridRow
            key={slotOf(item)}
            {...shared}
            row={row}
            columns={columns}
            isChosen={row !== undefined && isChosen(selection, rowKey(row))}
            isDimmed={row !== undefined && isDimmed(row)}
            isGrouped={isGrouped}
            isDraggable={isDraggable}
          />
        );
      })}
    </tbody>
  );
}

/** The lines to draw: always as many, though one more is in sight at some places than at others, so that no row is made while they move. */
function sameMany({ startIndex, endIndex, overscan, count }: Range, inSight: number): number[] {
  const first = Math.max(0, startIndex - overscan);
  const end = Math.min(count, Math.max(endIndex, startIndex + inSight) + 1 + overscan);
  return Array.from({ length: end - first }, (_, place) => first + place);
}
