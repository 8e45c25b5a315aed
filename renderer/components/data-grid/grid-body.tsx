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
import { revealLine, useLines } from './use-lines.ts';

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

/** Lines drawn above and below those in sight. */
const around = 4;

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
  const { count } = layout;
  const { first, end, isMoving } = useLines({ scroller, count, lineHeight: rowHeight, headHeight, around });
  useImperativeHandle(
    control,
    () => ({
      reveal: (line) => scroller.current && revealLine(scroller.current, line, rowHeight, headHeight),
    }),
    [scroller, rowHeight, headHeight],
  );
  useEffect(() => {
    windows.show(rowsBetween(layout, first, Math.max(first, end - 1)));
  }, [windows, layout, first, end]);

  // A line takes the place in the document of one that has left: nothing is made and nothing moved for each line that flies past.
  const [slots, setSlots] = useState(end - first);
  if (end - first > slots) setSlots(end - first);
  const slotOf = (line: number) => line % Math.max(slots, end - first);
  const lines = Array.from({ length: end - first }, (_, place) => first + place);
  // At rest they stand in their own order, for whoever reads them one after the other.
  const drawn = isMoving ? lines.toSorted((one, other) => slotOf(one) - slotOf(other)) : lines;

  return (
    <tbody className={styles.body} style={{ height: count * rowHeight }}>
      {drawn.map((line) => {
        const at = layout.at(line);
        const shared = {
          id: `${id}-${line}`,
          line,
          top: line * rowHeight,
          isCursor: cursor === line,
        };
        if (at.kind === 'group') {
          return <GroupRow key={slotOf(line)} {...shared} group={at.group} isCollapsed={at.isCollapsed} />;
        }
        const row = windows.row(at.offset);
        return (
          <GridRow
            key={slotOf(line)}
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
