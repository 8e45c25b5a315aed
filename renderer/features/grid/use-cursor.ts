import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useInspecting } from '../inspector/subject.ts';
import type { LineLayout } from './group-layout.ts';
import type { RowWindows } from './row-windows.ts';
import type { Choosing } from './use-choosing.ts';

interface Options<Row> {
  windows: RowWindows<Row>;
  layout: LineLayout;
  rowKey: (row: Row) => string;
  choosing: Choosing;
  /** What was asked for. */
  about: string | undefined;
  /** Is told of the row that the person is at. */
  onCursor: ((row: Row) => void) | undefined;
}

/** Where in a list the person is. */
export interface Cursor<Row> {
  line: number | undefined;
  /** Absent until it has come. */
  row: Row | undefined;
  goTo(line: number): void;
}

/**
 * The line of a list that the person is at: that of the row they went to, wherever the list moves it. Where something else is asked for, they
 * are at none until they go to one, and what was inspected of the former list is put away.
 */
export function useCursor<Row>({
  windows,
  layout,
  rowKey,
  choosing,
  about,
  onCursor,
}: Options<Row>): Cursor<Row> {
  const [line, setLine] = useState<number>();
  const [lineAbout, setLineAbout] = useState(about);
  if (lineAbout !== about) {
    setLineAbout(about);
    setLine(undefined);
  }
  const shown = useSyncExternalStore(windows.subscribe, windows.shown);
  const row = useSyncExternalStore(windows.subscribe, () => {
    const at = line === undefined ? undefined : layout.at(line);
    return at?.kind === 'row' ? windows.row(at.offset) : undefined;
  });
  const key = row === undefined ? undefined : rowKey(row);

  // The row that was told of last: the person is at that one, whatever comes before it in the list.
  const toldKey = useRef<string>(undefined);
  const follow = useEffectEvent(() => {
    if (line === undefined || key === toldKey.current) return;
    const { current: told } = toldKey;
    const offset = told === undefined ? undefined : windows.offsetOf((one) => rowKey(one) === told);
    if (offset !== undefined) {
      const next = layout.lineOf(offset);
      choosing.moved(line, next);
      setLine(next);
    } else if (row !== undefined) {
      toldKey.current = key;
      onCursor?.(row);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at whenever another row may stand at the cursor.
  useEffect(() => follow(), [line, key, shown]);

  const { inspect } = useInspecting();
  const inspectedAbout = useRef(about);
  const isInspected = onCursor !== undefined;
  useEffect(() => {
    if (inspectedAbout.current === about) return;
    inspectedAbout.current = about;
    if (isInspected) inspect(undefined);
  }, [about, isInspected, inspect]);

  return {
    line,
    row,
    goTo(next) {
      // Who goes to a row again wants to be told of it again.
      toldKey.current = next === line ? key : undefined;
      if (next === line && row !== undefined) onCursor?.(row);
      setLine(next);
    },
  };
}
