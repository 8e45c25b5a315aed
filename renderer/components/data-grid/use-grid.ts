import {
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { useOfferRows } from '../document-viewer/row-navigator.ts';
import type { BodyControl } from './grid-body.tsx';
import { flatLayout, groupLayout, type LineLayout, rowLineAfter } from './group-layout.ts';
import type { PagedRows, RowsShown } from './paged-rows.ts';
import type { RowSelection } from './row-selection.ts';
import { type ListViewState, useStoredScroll } from './scroll-groups-and-sort.ts';
import { type Cursor, useCursor } from './use-cursor.ts';
import { type RangeSelection, useRangeSelection } from './use-range-selection.ts';

/** What a list needs for its state. */
export interface GridOptions<Row> {
  pages: PagedRows<Row>;
  rowKey: (row: Row) => string;
  /** Changes with the query; resets the cursor. */
  about?: string | number;
  /** The view state to restore. */
  viewState: ListViewState;
  selection: RowSelection;
  onSelect: (selection: RowSelection) => void;
  /** Called with the row at the cursor. */
  onCursor?: (row: Row) => void;
  /** Called with the only row, which then has the cursor; absent if more rows may follow. */
  onOnly?: (row: Row) => void;
}

/** The open context menu of a row; pixels from the window's corner. */
export interface RowMenu<Row> {
  x: number;
  y: number;
  row: Row;
}

/** The state of a list: keys and pointer events act on it. */
export interface GridState<Row> extends Pick<GridOptions<Row>, 'pages' | 'rowKey' | 'selection'> {
  /** The prefix of its lines' element ids. */
  id: string;
  scroller: RefObject<HTMLTableElement | null>;
  body: RefObject<BodyControl | null>;
  shown: RowsShown;
  layout: LineLayout;
  selector: RangeSelection;
  cursor: Cursor<Row>;
  /** Collapses or expands the group of a heading; false if the line is none. */
  toggleGroup(line: number): boolean;
  menu: RowMenu<Row> | undefined;
  openMenu(menu: RowMenu<Row>): void;
  /** Stable. */
  closeMenu(): void;
}

/** Lines, selection, cursor and context menu of a list. */
export function useGrid<Row>(options: GridOptions<Row>): GridState<Row> {
  const { pages, rowKey, about, viewState, selection, onSelect, onCursor, onOnly } = options;
  const id = useId();
  const scroller = useRef<HTMLTableElement>(null);
  const body = useRef<BodyControl>(null);
  const shown = useSyncExternalStore(pages.subscribe, pages.shown);
  const [menu, openMenu] = useState<RowMenu<Row>>();
  const closeMenu = useCallback(() => openMenu(undefined), []);
  const [collapsed, setCollapsed] = useState(viewState.collapsed);
  const layout = useMemo(
    () => (shown.groups ? groupLayout(shown.groups, collapsed) : flatLayout(shown.count)),
    [shown.groups, shown.count, collapsed],
  );
  const selector = useRangeSelection({ pages, layout, rowKey, selection, onSelect });
  const cursor = useCursor({ pages, layout, rowKey, selector, about, onCursor, onOnly });
  useStoredScroll(scroller, viewState, !shown.isFirst && shown.isCounted && shown.count > 0);
  useEffect(() => {
    viewState.collapsed = collapsed;
  }, [viewState, collapsed]);

  function toggleGroup(line: number): boolean {
    const at = layout.at(line);
    if (at.kind !== 'group') return false;
    const next = new Set(collapsed);
    if (!next.delete(at.group.key)) next.add(at.group.key);
    setCollapsed(next);
    return true;
  }

  const state: GridState<Row> = {
    pages,
    rowKey,
    selection,
    id,
    scroller,
    body,
    shown,
    layout,
    selector,
    cursor,
    toggleGroup,
    menu,
    openMenu,
    closeMenu,
  };
  useFocusOnMount(scroller);
  useOfferCursor(state);
  return state;
}

/** Lets the document viewer step through the rows from the cursor. */
function useOfferCursor<Row>(grid: GridState<Row>): void {
  const { layout, shown, cursor } = grid;
  const at = cursor.line === undefined ? undefined : layout.at(cursor.line);
  const offset = at?.kind === 'row' ? at.offset : undefined;
  useOfferRows(offset, shown.isCounted ? shown.count : undefined, (way) => {
    const next = rowLineAfter(layout, cursor.line ?? -1, way);
    if (next !== undefined) moveCursor(grid, next);
  });
}

/** Moves the cursor to a line and brings it into view. */
export function moveCursor<Row>({ cursor, body }: GridState<Row>, line: number): void {
  cursor.navigate(line);
  body.current?.reveal(line);
}

/** The loaded row on a line; undefined for a heading and for no line. */
export function rowOnLine<Row>(
  { layout, pages }: Pick<GridState<Row>, 'layout' | 'pages'>,
  line: number | undefined,
): Row | undefined {
  const at = line === undefined ? undefined : layout.at(line);
  return at?.kind === 'row' ? pages.row(at.offset) : undefined;
}
