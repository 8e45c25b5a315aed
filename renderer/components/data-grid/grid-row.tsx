import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import type { RowGroup } from '../../../shared/model/search.ts';
import { formatCount } from '../../ui/format.ts';
import type { Column } from './column.ts';
import styles from './grid.module.css';

interface RowProps<Row> {
  /** What the list names the row at its cursor by. */
  id: string;
  line: number;
  /** Pixels from the top of the rows. */
  top: number;
  /** Absent until it has arrived. */
  row: Row | undefined;
  columns: readonly Column<Row>[];
  isChosen: boolean;
  isCursor: boolean;
  isDimmed: boolean;
  /** Whether it stands under the heading of a group. */
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
  isChosen,
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
      aria-selected={isChosen}
      {...(isGrouped && { 'aria-level': 2 })}
      draggable={isDraggable && row !== undefined}
      data-line={line}
      data-cursor={isCursor ? true : undefined}
      data-dimmed={isDimmed ? true : undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td className={styles.boxCell}>
        <span className={styles.box} data-box={isChosen ? 'all' : 'none'} data-choose={row && true} />
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

/** The cells of a row: the same while it is moved or chosen, or takes the place of another that has not arrived either. */
const RowCells = memo(DrawnCells) as typeof DrawnCells;

function shown<Row>(column: Column<Row>, row: Row) {
  if (column.node) return column.node(row);
  const cell = column.cell(row);
  return cell.kind === 'number' ? cell.value : cell.text;
}

/** A row of a list; drawn anew only when something of it has changed. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow;

interface GroupProps {
  id: string;
  line: number;
  top: number;
  group: RowGroup;
  isCollapsed: boolean;
  isCursor: boolean;
}

/** The heading of a group of rows. */
export const GroupRow = memo(({ id, line, top, group, isCollapsed, isCursor }: GroupProps) => {
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
        <span className={styles.soft}>{formatCount(group.rows)}</span>
      </td>
    </tr>
  );
});
