import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useInspecting } from '../../ui/subject.ts';
import type { LineLayout } from './group-layout.ts';
import type { PagedRows } from './paged-rows.ts';
import type { Choosing } from './use-choosing.ts';

interface Options<Row> {
  pages: PagedRows<Row>;
  layout: LineLayout;
  rowKey: (row: Row) => string;
  choosing: Choosing;
  /** What was asked for. */
  about: string | number | undefined;
  /** Is told of the row that the person is at. */
  onCursor: ((row: Row) => void) | undefined;
  /**
   * Is told of the only row of the list, at which the person then is; left out where others may yet come
   * beside it.
   */
  onOnly: ((row: Row) => void) | undefined;
}

/** Where in a list the person is. */
export interface Cursor<Row> {
  line: number | undefined;
  /** Absent until it has come. */
  row: Row | undefined;
  navigate(line: number): void;
}

/**
 * The line of a list that the person is at: that of the row they went to, where the list moves it among the
 * rows that are here. Where it has left the list, they are at the row that stands there now; where it may
 * stand among rows that are not here, they are at no line, and what is inspected stays. Where something else
 * is asked for, they are at none until they go to one, and what was inspected of the former list is put away.
 * The only row of a list that is whole they are at without going there.
 */
export function useCursor<Row>({
  pages,
  layout,
  rowKey,
  choosing,
  about,
  onCursor,
  onOnly,
}: Options<Row>): Cursor<Row> {
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
  const key = row === undefined ? undefined : rowKey(row);

  // The row that was told of last, and the one after it: the person is at that one, whatever comes before it
  // in the list.
  const reported = useRef<Reported>(atNone);
  const follow = useEffectEvent(() => {
    if (line === undefined || key === reported.current.key) return;
    const position = positionOf(pages, rowKey, reported.current, key);
    if (typeof position === 'number') setLine(layout.lineOf(position));
    else if (position === 'unknown' && row !== undefined) {
      choosing.forget();
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
  // Before anything else is heard: a key that is pressed meanwhile would be pressed at another row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at whenever another row may stand at the cursor.
  useLayoutEffect(() => follow(), [line, key, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => report(), [line, key, shown]);

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

  const { inspect, view } = useInspecting();
  const putAway = useEffectEvent(() => {
    choosing.forget();
    if (onCursor === undefined) return;
    inspect(undefined);
    view(undefined);
  });
  const reportedAbout = useRef(about);
  useEffect(() => {
    if (reportedAbout.current === about) return;
    reportedAbout.current = about;
    putAway();
  }, [about]);

  return {
    line,
    row,
    navigate(next) {
      // Who goes to a row again wants to be told of it again.
      reported.current = next === line ? { ...reported.current, key } : atNone;
      if (next === line && row !== undefined) onCursor?.(row);
      setLine(next);
    },
  };
}

/** The row that a person was told of, by its key, and the one that stood after it. */
interface Reported {
  key: string | undefined;
  next: string | undefined;
}

const atNone: Reported = { key: undefined, next: undefined };

/**
 * Where the row stands that a person was told of, when another one (`now`) stands on its line: its offset
 * where it is here; that it has left the list where the whole list is here, or where the row after it has
 * taken its place; else it may stand anywhere.
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
