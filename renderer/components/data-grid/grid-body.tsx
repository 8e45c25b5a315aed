import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import {
  memo,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useState,
  useSyncExternalStore,
} from 'react';
import type { RowGroup } from '../../../shared/model/search.ts';
import { formatCount } from '../../ui/format.ts';
import screen from '../../ui/screen.module.css';
import type { Column } from './column.ts';
import styles from './grid.module.css';
import { type LineLayout, rowsBetween } from './group-layout.ts';
import type { PagedRows } from './paged-rows.ts';
import { isSelected, type RowSelection } from './row-selection.ts';
import { revealLine, useLineInView, useVisibleLines } from './use-visible-lines.ts';

/** The methods that the grid calls on its body. */
export interface BodyControl {
  /** Brings a line into view. */
  reveal(line: number): void;
}

interface Props<Row> {
  scroller: RefObject<HTMLElement | null>;
  control: Ref<BodyControl>;
  id: string;
  pages: PagedRows<Row>;
  layout: LineLayout;
  columns: readonly Column<Row>[];
  /** Pixels of the sticky header above the rows. */
  headHeight: number;
  rowHeight: number;
  rowKey: (row: Row) => string;
  isDimmed: (row: Row) => boolean;
  selection: RowSelection;
  cursor: number | undefined;
  isGrouped: boolean;
  isDraggable: boolean;
}

/** Lines rendered above and below the visible ones. */
const overscan = 4;

/** The visible lines and a few around them. */
export function GridBody<Row>(props: Props<Row>) {
  const {
    scroller,
    control,
    id,
    pages,
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
  useSyncExternalStore(pages.subscribe, pages.version);
  const { count } = layout;
  const { first, end, isMoving } = useVisibleLines({
    scroller,
    count,
    lineHeight: rowHeight,
    headHeight,
    around: overscan,
  });
  useLineInView(scroller, cursor, rowHeight, headHeight);
  useImperativeHandle(
    control,
    () => ({
      reveal: (line) => scroller.current && revealLine(scroller.current, line, rowHeight, headHeight),
    }),
    [scroller, rowHeight, headHeight],
  );
  useEffect(() => {
    pages.show(rowsBetween(layout, first, Math.max(first, end - 1)));
  }, [pages, layout, first, end]);

  // A line reuses the DOM slot of one that scrolled out: scrolling creates and moves no elements.
  const [slots, setSlots] = useState(Math.max(1, end - first));
  if (end - first > slots) setSlots(end - first);
  const slotOf = (line: number) => line % slots;
  const firstSlot = useFirstSlot(slotOf(first), slots, isMoving);
  const slotIndexOf = (line: number) => (slotOf(line) - firstSlot + slots) % slots;
  const lines = Array.from({ length: end - first }, (_, index) => first + index);
  const drawn = lines.toSorted((one, other) => slotIndexOf(one) - slotIndexOf(other));

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
        const row = pages.row(at.offset);
        return (
          <GridRow
            key={slotOf(line)}
            {...shared}
            row={row}
            columns={columns}
            isSelected={row !== undefined && isSelected(selection, rowKey(row))}
            isDimmed={row !== undefined && isDimmed(row)}
            isGrouped={isGrouped}
            isDraggable={isDraggable}
          />
        );
      })}
    </tbody>
  );
}

/** Maximum number of lines moved in the DOM within one frame: each takes half a millisecond. */
const movedAtOnce = 6;

/**
 * The slot that is first in the DOM. The slots keep their DOM order while the list scrolls. When it is idle,
 * a few per frame return to visual order, for screen readers.
 */
function useFirstSlot(due: number, slots: number, isMoving: boolean): number {
  const [first, setFirst] = useState(due);
  useEffect(() => {
    if (isMoving || first === due) return;
    // React moves the slots that come last.
    const next = first + Math.min(movedAtOnce, (due - first + slots) % slots);
    const frame = requestAnimationFrame(() => setFirst(next % slots));
    return () => cancelAnimationFrame(frame);
  }, [first, due, slots, isMoving]);
  return first;
}

interface RowProps<Row> {
  /** The row's key in the list, for the cursor. */
  id: string;
  line: number;
  /** Pixels from the top of the rows. */
  top: number;
  /** Absent until it is loaded. */
  row: Row | undefined;
  columns: readonly Column<Row>[];
  isSelected: boolean;
  isCursor: boolean;
  isDimmed: boolean;
  /** Whether it is under a group heading. */
  isGrouped: boolean;
  /** Whether it can be dragged out of the window. */
  isDraggable: boolean;
}

function DrawnRow<Row>({
  id,
  line,
  top,
  row,
  columns,
  isSelected,
  isCursor,
  isDimmed,
  isGrouped,
  isDraggable,
}: RowProps<Row>) {
  return (
    <tr
      id={isCursor ? id : undefined}
      className={styles.row}
      aria-rowindex={line + 2}
      aria-selected={isSelected}
      {...(isGrouped && { 'aria-level': 2 })}
      draggable={isDraggable && row !== undefined}
      data-line={line}
      data-cursor={isCursor ? true : undefined}
      data-dimmed={isDimmed ? true : undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td className={styles.boxCell}>
        <span className={styles.box} data-box={isSelected ? 'all' : 'none'} data-choose={row && true} />
      </td>
      <RowCells row={row} columns={columns} />
    </tr>
  );
}

function DrawnCells<Row>({ row, columns }: Pick<RowProps<Row>, 'row' | 'columns'>) {
  return (
    <>
      {columns.map((column) => (
        <td
          key={column.id}
          className={styles.cell}
          data-align={column.align}
          data-waiting={row === undefined ? true : undefined}
        >
          {row === undefined ? <span className={styles.placeholder} /> : shown(column, row)}
        </td>
      ))}
    </>
  );
}

/** The cells of a row: not re-rendered when the row moves, is selected, or replaces another unloaded row. */
const RowCells = memo(DrawnCells) as typeof DrawnCells;

function shown<Row>(column: Column<Row>, row: Row) {
  if (column.node) return column.node(row);
  const cell = column.cell(row);
  return cell.kind === 'number' ? cell.value : cell.text;
}

/** A row of a list; re-rendered only when its props change. */
const GridRow = memo(DrawnRow) as typeof DrawnRow;

interface GroupProps {
  id: string;
  line: number;
  top: number;
  group: RowGroup;
  isCollapsed: boolean;
  isCursor: boolean;
}

/** The heading of a group of rows. */
const GroupRow = memo(({ id, line, top, group, isCollapsed, isCursor }: GroupProps) => {
  const Chevron = isCollapsed ? IconChevronRight : IconChevronDown;
  return (
    <tr
      id={isCursor ? id : undefined}
      className={styles.group}
      aria-rowindex={line + 2}
      aria-expanded={!isCollapsed}
      aria-level={1}
      data-line={line}
      data-cursor={isCursor ? true : undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td className={styles.groupCell}>
        <Chevron size={14} aria-hidden />
        <b>{group.label}</b>
        <span className={screen.soft}>{formatCount(group.rows)}</span>
      </td>
    </tr>
  );
});
