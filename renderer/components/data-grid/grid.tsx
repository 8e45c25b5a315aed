import { useCallbackRef } from '@mantine/hooks';
import {
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { toErrorData } from '../../../shared/errors.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { means } from '../../ui/keyboard/commands.ts';
import { isMac } from '../../ui/keyboard/use-command.ts';
import { searchFieldId } from '../../ui/search-text.ts';
import { useOfferRows } from '../document-viewer/visible-rows.ts';
import { type Arrangement, shownOf, tracks } from './arrangement.ts';
import type { Column } from './column.ts';
import styles from './grid.module.css';
import { type BodyControl, GridBody } from './grid-body.tsx';
import { GridHeader } from './grid-header.tsx';
import { lineAfter, rowLineAfter } from './grid-keys.ts';
import { flatLayout, groupLayout } from './group-layout.ts';
import { type ListViewState, useStoredScroll } from './list-view-state.ts';
import type { PagedRows } from './paged-rows.ts';
import { PointerMenu } from './pointer-menu.tsx';
import { boxState, isSelected, type RowSelection } from './row-selection.ts';
import { useCutTitles } from './truncated-cells.ts';
import { useChoosing } from './use-choosing.ts';
import { useCursor } from './use-cursor.ts';
import { useHeadHeight } from './use-head-height.ts';

interface Props<Row> {
  /** The list's name for screen readers. */
  name: string;
  pages: PagedRows<Row>;
  columns: readonly Column<Row>[];
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  sort?: RowsQuery['sort'];
  /** Absent if the list has a fixed order. */
  onSort?: (sort: RowsQuery['sort']) => void;
  /** Changes with the query; resets the cursor. */
  about?: string | number;
  /** The view state to restore. */
  viewState: ListViewState;
  rowHeight: number;
  rowKey: (row: Row) => string;
  isDimmed?: (row: Row) => boolean;
  selection: RowSelection;
  onSelect: (selection: RowSelection) => void;
  /** Called with the row at the cursor. */
  onCursor?: (row: Row) => void;
  /** Called with the only row, which then has the cursor; absent if more rows may follow. */
  onOnly?: (row: Row) => void;
  onOpen: (row: Row) => void;
  onPreview: (row: Row) => void;
  /** Opens a row's file with its default program; absent if rows have no file. */
  onOutside?: (row: Row) => void;
  onCopy: () => void;
  /** The pointer went down on a row, from which a drag may start. */
  onPointerDownOn?: (row: Row) => void;
  /** Starts dragging a row out of the window; absent if rows are no files. */
  onDragOut?: (row: Row) => void;
  /** The context menu of a row. */
  menu: (row: Row) => ReactNode;
  /** Shown when there are no rows. */
  empty: ReactNode;
}

/** Pixels of the checkbox at the left of each row. */
const boxWidth = 32;
const noDimming = () => false;
const unsorted: RowsQuery['sort'] = [];

/** A list: paged rows under a sticky header, for mouse and keyboard. */
export function Grid<Row>(props: Props<Row>) {
  const {
    name,
    pages,
    columns,
    arrangement,
    onArrange,
    sort = unsorted,
    onSort,
    about,
    viewState,
    rowHeight,
    rowKey,
    selection,
    onSelect,
  } = props;
  const { onOpen, onPreview, onCopy, isDimmed = noDimming } = props;
  const id = useId();
  const scroller = useRef<HTMLTableElement>(null);
  const body = useRef<BodyControl>(null);
  const shown = useSyncExternalStore(pages.subscribe, pages.shown);
  const [collapsed, setCollapsed] = useState(viewState.collapsed);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number; row: Row }>();

  const closeMenu = useCallback(() => setMenuAt(undefined), []);

  const layout = useMemo(
    () => (shown.groups ? groupLayout(shown.groups, collapsed) : flatLayout(shown.count)),
    [shown.groups, shown.count, collapsed],
  );
  const choosing = useChoosing({ pages, layout, rowKey, selection, onSelect });
  const { onCursor, onOnly } = props;
  const {
    line: cursor,
    row: atCursor,
    navigate,
  } = useCursor({ pages, layout, rowKey, choosing, about, onCursor, onOnly });
  useStoredScroll(scroller, viewState, !shown.isFirst && shown.isCounted && shown.count > 0);
  useEffect(() => {
    viewState.collapsed = collapsed;
  }, [viewState, collapsed]);
  const showCutTitle = useCutTitles();
  const visible = useMemo(() => shownOf(columns, arrangement), [columns, arrangement]);
  const { template, minWidth } = useMemo(
    () => tracks(visible, arrangement, boxWidth),
    [visible, arrangement],
  );
  const headHeight = useHeadHeight(visible);
  const sizes: CSSProperties & Record<'--grid-head' | '--grid-columns' | '--grid-width', string> = {
    '--grid-head': `${headHeight}px`,
    '--grid-columns': `${boxWidth}px ${template} minmax(0, 1fr)`,
    '--grid-width': `${minWidth}px`,
  };

  function rowAt(line: number | undefined): Row | undefined {
    const at = line === undefined ? undefined : layout.at(line);
    return at?.kind === 'row' ? pages.row(at.offset) : undefined;
  }

  // A list that appears takes the focus if nothing else has it, so that the keyboard works in it.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === searchFieldId) scroller.current?.focus();
  }, []);

  function toggleGroup(line: number): boolean {
    const at = layout.at(line);
    if (at.kind !== 'group') return false;
    const next = new Set(collapsed);
    if (!next.delete(at.group.key)) next.add(at.group.key);
    setCollapsed(next);
    return true;
  }

  function moveTo(line: number, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) {
    navigate(line);
    body.current?.reveal(line);
    if (event.shiftKey) choosing.upTo(line);
    else if (!(isMac ? event.metaKey : event.ctrlKey)) choosing.only(line);
  }

  const lineAt = cursor === undefined ? undefined : layout.at(cursor);
  const offset = lineAt?.kind === 'row' ? lineAt.offset : undefined;
  useOfferRows(offset, shown.isCounted ? shown.count : undefined, (way) => {
    const next = rowLineAfter(layout, cursor ?? -1, way);
    if (next === undefined) return;
    navigate(next);
    body.current?.reveal(next);
  });

  function press(event: KeyboardEvent<HTMLTableElement>) {
    // Also from the checkbox and the column headers: the browser would otherwise select the text of the whole
    // page.
    if (means(event, 'selectAll', isMac)) {
      event.preventDefault();
      choosing.all();
    }
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const next = layout.count > 0 ? lineAfter(event.key, cursor ?? -1, layout.count, page) : undefined;
    if (next !== undefined) moveTo(next, event);
    if (next !== undefined || action(event)) event.preventDefault();
  }

  function action(event: KeyboardEvent<HTMLTableElement>): boolean {
    if (means(event, 'copy', isMac)) onCopy();
    else if (event.key === 'Escape' && !isNothingSelected(selection)) choosing.none();
    else if (cursor === undefined) return false;
    else if (event.key === ' ' && (event.ctrlKey || event.shiftKey)) choosing.toggle(cursor);
    else if (means(event, 'outside', isMac)) {
      if (atCursor !== undefined) props.onOutside?.(atCursor);
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (toggleGroup(cursor)) return true;
      if (atCursor === undefined) return false;
      (event.key === 'Enter' ? onOpen : onPreview)(atCursor);
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const rect = document.getElementById(`${id}-${cursor}`)?.getBoundingClientRect();
      if (rect && atCursor !== undefined) setMenuAt({ x: rect.left + 40, y: rect.bottom, row: atCursor });
    } else return false;
    return true;
  }

  function click(event: MouseEvent<HTMLTableElement>) {
    const line = lineOf(event);
    if (line === undefined) return;
    navigate(line);
    if (toggleGroup(line)) return;
    const row = rowAt(line);
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (isPlain && row !== undefined && isOn(event, '[data-opens]')) onOpen(row);
    const isBox = isOn(event, '[data-choose]');
    if (event.shiftKey) choosing.upTo(line);
    else if (isBox || (isMac ? event.metaKey : event.ctrlKey)) choosing.toggle(line);
    else choosing.only(line);
  }

  function openMenu(event: MouseEvent<HTMLTableElement>) {
    const line = lineOf(event);
    const row = rowAt(line);
    if (line === undefined || row === undefined) return;
    event.preventDefault();
    navigate(line);
    if (!isSelected(selection, rowKey(row))) choosing.only(line);
    setMenuAt({ x: event.clientX, y: event.clientY, row });
  }

  function pointerDown(event: PointerEvent<HTMLTableElement>) {
    const row = event.button === 0 ? rowAt(lineOf(event)) : undefined;
    if (row !== undefined) props.onPointerDownOn?.(row);
  }

  /** The page's own drag is replaced by the system's, which carries files. */
  function dragOut(event: DragEvent<HTMLTableElement>) {
    const row = rowAt(lineOf(event));
    if (row === undefined || !props.onDragOut) return;
    event.preventDefault();
    props.onDragOut(row);
  }

  const box = boxState(selection, shown.count);
  const sortBy = useCallbackRef(onSort);
  const arrangeBy = useCallbackRef(onArrange);
  const toggleAll = useCallbackRef(() => (box === 'all' ? choosing.none() : choosing.all()));
  const isEmpty = !shown.isFirst && shown.isCounted && shown.count === 0;
  return (
    <div className={styles.place} style={sizes}>
      {shown.error !== undefined && <ErrorMessage error={toErrorData(shown.error)} />}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a table whose rows are selected and moved through is a grid. */}
      <table
        ref={scroller}
        role={shown.groups ? 'treegrid' : 'grid'}
        aria-label={name}
        aria-rowcount={shown.isCounted ? layout.count + 1 : -1}
        aria-colcount={visible.length + 1}
        aria-multiselectable
        aria-busy={shown.isFirst || shown.isStale}
        data-empty={isEmpty || undefined}
        {...(cursor !== undefined && { 'aria-activedescendant': `${id}-${cursor}` })}
        className={styles.grid}
        tabIndex={0}
        onKeyDown={press}
        onClick={click}
        onPointerOver={showCutTitle}
        onDoubleClick={(event) => {
          const row = rowAt(lineOf(event));
          if (row !== undefined) onOpen(row);
        }}
        onContextMenu={openMenu}
        onPointerDown={pointerDown}
        onDragStart={dragOut}
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
          scroller={scroller}
          control={body}
          id={id}
          pages={pages}
          layout={shown.isFirst ? firstLayout : layout}
          columns={visible}
          headHeight={headHeight}
          rowHeight={rowHeight}
          rowKey={rowKey}
          isDimmed={isDimmed}
          selection={selection}
          cursor={cursor}
          isGrouped={shown.groups !== undefined}
          isDraggable={props.onDragOut !== undefined}
        />
      </table>
      {isEmpty && <div className={styles.empty}>{props.empty}</div>}
      <PointerMenu at={menuAt} onClose={closeMenu}>
        {menuAt && props.menu(menuAt.row)}
      </PointerMenu>
    </div>
  );
}

/** Until rows are loaded, a screenful of empty lines is shown. */
const firstLayout = flatLayout(40);

function lineOf(event: MouseEvent<HTMLTableElement>): number | undefined {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
  const line = row?.dataset['line'];
  return line === undefined ? undefined : Number(line);
}

function isOn({ target }: MouseEvent, mark: string): boolean {
  return target instanceof Element && target.closest(mark) !== null;
}

function isNothingSelected(selection: RowSelection): boolean {
  return selection.kind === 'some' && selection.keys.size === 0;
}
