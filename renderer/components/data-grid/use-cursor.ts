import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useInspecting } from '../../ui/inspected-subject.ts';
import type { LineLayout } from './group-layout.ts';
import type { PagedRows, RowsShown } from './paged-rows.ts';
import type { RangeSelection } from './use-range-selection.ts';

interface Options<Row> {
  pages: PagedRows<Row>;
  layout: LineLayout;
  rowKey: (row: Row) => string;
  selector: RangeSelection;
  /** Identifies the query. */
  about: string | number | undefined;
  /** Called with the row at the cursor. */
  onCursor: ((row: Row) => void) | undefined;
  /** Called with the only row of the list, which then has the cursor; absent if more rows may follow. */
  onOnly: ((row: Row) => void) | undefined;
}

/** The cursor of a list. */
export interface Cursor<Row> {
  line: number | undefined;
  /** Absent until it is loaded. */
  row: Row | undefined;
  navigate(line: number): void;
}

/**
 * The line of the cursor. It follows its row when the list moves it among the loaded rows. If the row left
 * the list, the cursor is at the row now on its line. If the row may be among unloaded rows, the cursor is on
 * no line and the inspector stays. Another query clears the cursor and the inspector. The only row of a fully
 * loaded list has the cursor by default.
 */
export function useCursor<Row>(options: Options<Row>): Cursor<Row> {
  const { pages, layout, rowKey, about, onCursor } = options;
  const [line, setLine] = useState<number>();
  const [lineAbout, setLineAbout] = useState(about);
  if (lineAbout !== about) {
    setLineAbout(about);
    setLine(undefined);
  }
  const shown = useSyncExternalStore(pages.subscribe, pages.shown);
  const row = useSyncExternalStore(pages.subscribe, () => {
    const at = line === undefined ? undefined : layout.at(line);
    return at?.kind === 'row' ? pages.row(at.offset) : undefined;
  });
  // The last reported row and the one after it: the cursor stays at that row, whatever is inserted before it.
  const reported = useRef<Reported>(atNone);
  const position: Position<Row> = { shown, line, row, setLine, reported };
  useFollowedRow(options, position);
  useOnlyRow(options, position);
  useClearedByQuery(options);
  return {
    line,
    row,
    navigate(next) {
      const key = row === undefined ? undefined : rowKey(row);
      // Going to the same row again reports it again.
      reported.current = next === line ? { ...reported.current, key } : atNone;
      if (next === line && row !== undefined) onCursor?.(row);
      setLine(next);
    },
  };
}

/** Where the cursor is, and the row that was last reported there. */
interface Position<Row> {
  shown: RowsShown;
  line: number | undefined;
  row: Row | undefined;
  setLine: (line: number | undefined) => void;
  reported: RefObject<Reported>;
}

/** Keeps the cursor at its row when the list moves it, and reports another row at the cursor. */
function useFollowedRow<Row>(
  { pages, layout, rowKey, selector, onCursor }: Options<Row>,
  { shown, line, row, setLine, reported }: Position<Row>,
): void {
  const key = row === undefined ? undefined : rowKey(row);
  const follow = useEffectEvent(() => {
    if (line === undefined || key === reported.current.key) return;
    const position = positionOf(pages, rowKey, reported.current, key);
    if (typeof position === 'number') setLine(layout.lineOf(position));
    else if (position === 'unknown' && row !== undefined) {
      selector.forget();
      setLine(undefined);
    }
  });
  const report = useEffectEvent(() => {
    if (line === undefined) return;
    if (key !== reported.current.key) {
      if (row === undefined || positionOf(pages, rowKey, reported.current, key) !== 'left') return;
      onCursor?.(row);
    }
    reported.current = { key, next: keyAfter(line) };
  });
  function keyAfter(of: number): string | undefined {
    const at = layout.at(of);
    const after = at.kind === 'row' ? pages.row(at.offset + 1) : undefined;
    return after === undefined ? undefined : rowKey(after);
  }
  // A layout effect: a key pressed before it would apply to another row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another row may be at the cursor.
  useLayoutEffect(() => follow(), [line, key, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => report(), [line, key, shown]);
}

/** Puts the cursor on the only row of a fully loaded list, unless it is on a line. */
function useOnlyRow<Row>(
  { pages, layout, rowKey, onOnly }: Options<Row>,
  { shown, line, setLine, reported }: Position<Row>,
): void {
  const isWhole = shown.isCounted && !shown.isStale && !shown.isBehind;
  const isAlone = onOnly !== undefined && line === undefined && isWhole && shown.count === 1;
  const only = useSyncExternalStore(pages.subscribe, () => (isAlone ? pages.row(0) : undefined));
  const goToOnly = useEffectEvent((row: Row) => {
    const at = layout.lineOf(0);
    if (layout.at(at).kind !== 'row') return;
    reported.current = { key: rowKey(row), next: undefined };
    setLine(at);
    onOnly?.(row);
  });
  useEffect(() => {
    if (only !== undefined) goToOnly(only);
  }, [only]);
}

/** Clears the range anchor and the inspector when the list runs another query. */
function useClearedByQuery<Row>({ about, selector, onCursor }: Options<Row>): void {
  const { clear: clearSubject, view } = useInspecting();
  const clear = useEffectEvent(() => {
    selector.forget();
    if (onCursor === undefined) return;
    clearSubject();
    view(undefined);
  });
  const reportedAbout = useRef(about);
  useEffect(() => {
    if (reportedAbout.current === about) return;
    reportedAbout.current = about;
    clear();
  }, [about]);
}

/** The reported row, by its key, and the one after it. */
interface Reported {
  key: string | undefined;
  next: string | undefined;
}

const atNone: Reported = { key: undefined, next: undefined };

/**
 * Where the reported row is when another one (`now`) is on its line: its offset if it is loaded. It has left
 * the list if the whole list is loaded or if the row after it took its line. Otherwise its position is
 * unknown.
 */
export function positionOf<Row>(
  pages: PagedRows<Row>,
  rowKey: (row: Row) => string,
  { key, next }: Reported,
  now: string | undefined,
): number | 'left' | 'unknown' {
  if (key === undefined) return 'left';
  const offset = pages.offsetOf((row) => rowKey(row) === key);
  if (offset !== undefined) return offset;
  return pages.isWhole() || (next !== undefined && next === now) ? 'left' : 'unknown';
}
