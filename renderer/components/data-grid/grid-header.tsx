import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '../../../shared/model/search-query.ts';
import { isMac } from '../../ui/keyboard/use-command.ts';
import type { Column } from './column.ts';
import { type Arrangement, leaveWidth, moveBefore, moveBy, widen } from './column-arrangement.ts';
import grid from './grid.module.css';
import styles from './grid-header.module.css';
import { nextSort } from './next-sort.ts';

interface Props<Row> {
  /** The visible ones, in the person's order. */
  columns: readonly Column<Row>[];
  sort: Sort;
  /** Absent if the list has a fixed order. */
  onSort: ((sort: Sort) => void) | undefined;
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  box: 'none' | 'some' | 'all';
  onBox: () => void;
}

function DrawnHeader<Row>({ columns, sort, onSort, arrangement, onArrange, box, onBox }: Props<Row>) {
  const { t } = useTranslation('grid');
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();

  function drop(event: DragEvent, before: string) {
    event.preventDefault();
    if (dragged !== undefined && dragged !== before) onArrange(moveBefore(arrangement, dragged, before));
    endDrag();
  }

  function endDrag() {
    setDragged(undefined);
    setOver(undefined);
  }

  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.headRow}>
        <th scope="col" className={styles.boxCell}>
          <input
            ref={(input) => {
              if (input) input.indeterminate = box === 'some';
            }}
            type="checkbox"
            className={grid.box ?? ''}
            data-box={box}
            aria-label={t('chooseAll')}
            checked={box === 'all'}
            onChange={onBox}
          />
        </th>
        {columns.map((column, index) => (
          <HeadCell
            key={column.id}
            column={column}
            isFirst={index === 0}
            sort={sort}
            onSort={onSort}
            arrangement={arrangement}
            onArrange={onArrange}
            isOver={over === column.id && dragged !== column.id}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', column.title);
              setDragged(column.id);
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setOver(column.id);
            }}
            onDragEnd={endDrag}
            onDrop={(event) => drop(event, column.id)}
          />
        ))}
      </tr>
    </thead>
  );
}

/**
 * The column headers: click sorts, drag moves, the edge resizes; the arrow keys do the same. Re-rendered only
 * when a prop changes: its callbacks must be stable.
 */
export const GridHeader = memo(DrawnHeader) as typeof DrawnHeader;

/** Pixels by which a key press changes a column's width. */
const widthStepPx = 16;

type DragHandler = (event: DragEvent) => void;

interface HeadCellProps<Row> extends Pick<Props<Row>, 'sort' | 'onSort' | 'arrangement' | 'onArrange'> {
  column: Column<Row>;
  isFirst: boolean;
  /** Whether another column is dragged over it. */
  isOver: boolean;
  onDragStart: DragHandler;
  onDragOver: DragHandler;
  onDragEnd: DragHandler;
  onDrop: DragHandler;
}

/** The header of one column; the first one is in the tab order. */
function HeadCell<Row>(props: HeadCellProps<Row>) {
  const { column, sort, onSort, arrangement, onArrange } = props;
  const { id, title } = column;
  const { t } = useTranslation('grid');
  const sorted = sort.find((each) => each.column === id);
  const order = sorted ? (sorted.descending ? 'descending' : 'ascending') : 'none';
  const canSort = onSort !== undefined && column.isUnsorted !== true;
  return (
    <th
      scope="col"
      {...(canSort && { 'aria-sort': order })}
      className={styles.headCell}
      data-column={id}
      data-over={props.isOver ? true : undefined}
      data-align={column.align}
      data-upright={column.isUpright}
      draggable
      onDragStart={props.onDragStart}
      onDragOver={props.onDragOver}
      onDragEnd={props.onDragEnd}
      onDrop={props.onDrop}
    >
      <button
        type="button"
        className={styles.headButton}
        tabIndex={props.isFirst ? 0 : -1}
        title={t(canSort ? 'headHint' : 'headHintUnsorted', { column: title })}
        onClick={(event) => canSort && onSort(nextSort(sort, id, event.shiftKey))}
        onKeyDown={(event) => pressOnHead(event, id, arrangement, onArrange)}
      >
        <span>{title}</span>
        {order === 'ascending' && <IconArrowUp size={13} aria-hidden />}
        {order === 'descending' && <IconArrowDown size={13} aria-hidden />}
      </button>
      <ColumnEdge
        id={id}
        arrangement={arrangement}
        onArrange={onArrange}
        onLeave={() => onArrange(leaveWidth(arrangement, id))}
      />
    </th>
  );
}

/** An arrow key moves the focus; with Shift it resizes the column, with Ctrl or Cmd it moves it. */
function pressOnHead(
  event: KeyboardEvent<HTMLButtonElement>,
  id: string,
  arrangement: Arrangement,
  onArrange: (arrangement: Arrangement) => void,
): void {
  const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined;
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) {
    const seen = withRenderedWidths(event.currentTarget, arrangement, id);
    onArrange(widen(seen, id, (seen.widths[id] ?? 0) + by * widthStepPx));
  } else if (isMac ? event.metaKey : event.ctrlKey) onArrange(moveBy(arrangement, id, by));
  else neighbour(event.currentTarget, by)?.focus();
}

/** The adjacent column header. */
function neighbour(button: HTMLElement, by: -1 | 1): HTMLElement | undefined {
  const heads = [...(button.closest('tr')?.querySelectorAll<HTMLElement>('th[data-column] > button') ?? [])];
  return heads[heads.indexOf(button) + by];
}

interface ColumnEdgeProps {
  id: string;
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  /** Resets the column to its default width. */
  onLeave: () => void;
}

/** Pixels that the pointer may move in a double click without resizing. */
const dragThresholdPx = 3;

/** The edge of a column header: dragging it resizes the column. */
function ColumnEdge({ id, arrangement, onArrange, onLeave }: ColumnEdgeProps) {
  const pulled = useRef<{ from: number; width: number; arrangement: Arrangement; isFar: boolean }>(undefined);

  function take(event: PointerEvent<HTMLElement>) {
    event.stopPropagation();
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const seen = withRenderedWidths(event.currentTarget, arrangement, id);
    pulled.current = { from: event.clientX, width: seen.widths[id] ?? 0, arrangement: seen, isFar: false };
  }

  function pull(event: PointerEvent) {
    const { current } = pulled;
    if (!current) return;
    const by = event.clientX - current.from;
    current.isFar ||= Math.abs(by) >= dragThresholdPx;
    if (current.isFar) onArrange(widen(current.arrangement, id, current.width + by));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done by Shift and the arrow keys on the head.
    <span
      className={styles.edge}
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={take}
      onPointerMove={pull}
      onLostPointerCapture={() => {
        pulled.current = undefined;
      }}
      onDoubleClick={onLeave}
    />
  );
}

/**
 * The arrangement with the columns up to this one at their rendered width: setting one width then moves
 * nothing before it.
 */
function withRenderedWidths(within: Element, arrangement: Arrangement, id: string): Arrangement {
  const heads = [...(within.closest('tr')?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])];
  const last = heads.findIndex(({ dataset }) => dataset['column'] === id);
  return heads
    .slice(0, last + 1)
    .reduce((seen, head) => widen(seen, head.dataset['column'] ?? id, head.offsetWidth), arrangement);
}
