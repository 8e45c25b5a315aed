import { useCallbackRef, useMediaQuery } from '@mantine/hooks';
import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { toErrorData } from '../../../shared/errors.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import type { Column } from './column.ts';
import { type Arrangement, shownOf, tracks } from './column-arrangement.ts';
import styles from './grid.module.css';
import { GridBody } from './grid-body.tsx';
import { GridHeader } from './grid-header.tsx';
import { type KeyActions, pressKey } from './grid-keyboard.ts';
import {
  clickLine,
  doubleClickLine,
  dragLineOut,
  openRowMenu,
  type PointerActions,
  pointerDownOnLine,
} from './grid-pointer.ts';
import { flatLayout } from './group-layout.ts';
import { PointerMenu } from './pointer-menu.tsx';
import { boxState } from './row-selection.ts';
import { type GridOptions, type GridState, useGrid } from './use-grid.ts';
import { useNumberWidths } from './use-number-widths.ts';

interface Props<Row> extends GridOptions<Row>, KeyActions<Row>, PointerActions<Row> {
  /** The list's name for screen readers. */
  name: string;
  columns: readonly Column<Row>[];
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  sort?: RowsQuery['sort'];
  /** Absent if the list has a fixed order. */
  onSort?: (sort: RowsQuery['sort']) => void;
  rowHeight: number;
  isDimmed?: (row: Row) => boolean;
  /** The context menu of a row. */
  menu: (row: Row) => ReactNode;
  /** Shown when there are no rows. */
  empty: ReactNode;
}

const noDimming = () => false;
const unsorted: RowsQuery['sort'] = [];

/** A list: paged rows under a sticky header, for mouse and keyboard. */
export function Grid<Row>(props: Props<Row>) {
  const { columns, arrangement, sort = unsorted, onSort, rowHeight, rowKey, selection } = props;
  const grid = useGrid(props);
  const { id, shown, layout, selector, cursor, menu } = grid;
  const showTruncatedTitle = useTruncatedTitles();
  const { visible, headHeight, sizes } = useGridColumns(columns, arrangement, grid.scroller);
  const box = boxState(selection, shown.count);
  const sortBy = useCallbackRef(onSort);
  const arrangeBy = useCallbackRef(props.onArrange);
  const toggleAll = useCallbackRef(() => (box === 'all' ? selector.none() : selector.all()));
  const isEmpty = hasNoRows(grid);
  return (
    <div className={styles.frame} style={sizes}>
      {shown.error !== undefined && <ErrorMessage error={toErrorData(shown.error)} />}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a table whose rows are selected and moved through is a grid. */}
      <table
        ref={grid.scroller}
        role={shown.groups ? 'treegrid' : 'grid'}
        aria-label={props.name}
        aria-rowcount={shown.isCounted ? layout.count + 1 : -1}
        aria-colcount={visible.length + 1}
        aria-multiselectable
        aria-busy={shown.isFirst || shown.isStale}
        data-empty={isEmpty || undefined}
        {...(cursor.line !== undefined && { 'aria-activedescendant': `${id}-${cursor.line}` })}
        className={styles.grid}
        tabIndex={0}
        onKeyDown={(event) => pressKey(event, grid, props, rowHeight)}
        onClick={(event) => clickLine(event, grid, props)}
        onPointerOver={showTruncatedTitle}
        onDoubleClick={(event) => doubleClickLine(event, grid, props)}
        onContextMenu={(event) => openRowMenu(event, grid)}
        onPointerDown={(event) => pointerDownOnLine(event, grid, props)}
        onDragStart={(event) => dragLineOut(event, grid, props)}
      >
        <GridHeader
          columns={visible}
          sort={sort}
          onSort={onSort && sortBy}
          arrangement={arrangement}
          onArrange={arrangeBy}
          box={box}
          onBox={toggleAll}
        />
        <GridBody
          scroller={grid.scroller}
          control={grid.body}
          id={id}
          pages={props.pages}
          layout={shown.isFirst ? firstLayout : layout}
          columns={visible}
          headHeight={headHeight}
          rowHeight={rowHeight}
          rowKey={rowKey}
          isDimmed={props.isDimmed ?? noDimming}
          selection={selection}
          cursor={cursor.line}
          isGrouped={shown.groups !== undefined}
          isDraggable={props.onDragOut !== undefined}
        />
      </table>
      {isEmpty && <div className={styles.empty}>{props.empty}</div>}
      <PointerMenu at={menu} onClose={grid.closeMenu}>
        {menu && props.menu(menu.row)}
      </PointerMenu>
    </div>
  );
}

/** Until rows are loaded, a screenful of empty lines is shown. */
const firstLayout = flatLayout(40);

function hasNoRows({ shown }: Pick<GridState<never>, 'shown'>): boolean {
  return !shown.isFirst && shown.isCounted && shown.count === 0;
}

/**
 * How long the pointer rests before truncation is measured: rows fly past under a resting pointer, and
 * measuring costs layout.
 */
const idleMs = 250;

/** Shows the full text of a truncated cell while the pointer rests on it. */
function useTruncatedTitles(): (event: PointerEvent) => void {
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return ({ target }) => {
    clearTimeout(timer.current);
    const cell = target instanceof Element ? target.closest('td') : null;
    if (!cell) return;
    // The slot may have shown another row before.
    cell.removeAttribute('title');
    timer.current = window.setTimeout(() => {
      if (isTruncated(cell)) cell.title = cell.innerText;
    }, idleMs);
  };
}

function isTruncated(cell: HTMLElement): boolean {
  return [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
}

/** Pixels of the checkbox at the left of each row. */
const boxWidth = 32;

type GridSizes = CSSProperties & Record<'--grid-head' | '--grid-columns' | '--grid-width', string>;

/** The visible columns of a list in the person's order, and the sizes that its styles use. */
function useGridColumns<Row>(
  columns: readonly Column<Row>[],
  arrangement: Arrangement,
  table: RefObject<HTMLElement | null>,
) {
  const visible = useMemo(() => shownOf(columns, arrangement), [columns, arrangement]);
  const numberWidths = useNumberWidths(table, visible);
  const { template, minWidth } = useMemo(() => {
    const { widths } = arrangement;
    const amounts = new Set(visible.filter(({ align }) => align === 'end').map(({ id }) => id));
    // A person may narrow a column of free text, whose tooltip shows the whole; never one of amounts.
    const grown = Object.entries(numberWidths).map(
      ([id, px]) => [id, amounts.has(id) ? Math.max(px, widths[id] ?? 0) : (widths[id] ?? px)] as const,
    );
    return tracks(visible, { ...arrangement, widths: { ...widths, ...Object.fromEntries(grown) } }, boxWidth);
  }, [visible, arrangement, numberWidths]);
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
