import { useRef } from 'react';
import type { LineLayout } from './group-layout.ts';
import type { PagedRows } from './paged-rows.ts';
import { allRows, noRows, onlyRows, type RowSelection, toggleRow } from './row-selection.ts';

interface Options<Row> {
  pages: PagedRows<Row>;
  layout: LineLayout;
  rowKey: (row: Row) => string;
  selection: RowSelection;
  onSelect: (selection: RowSelection) => void;
}

/** The ways to select rows: one, one more, a range, all. */
export interface RangeSelection {
  only(line: number): void;
  toggle(line: number): void;
  upTo(line: number): void;
  all(): void;
  none(): void;
  /** Clears the anchor from which a range selection starts. */
  forget(): void;
}

/**
 * Where a range starts: at this row, wherever it is among the loaded rows; at this line if it is not loaded.
 */
interface Anchor {
  line: number;
  key: string | undefined;
}

const atTop: Anchor = { line: 0, key: undefined };

/**
 * Selects rows by line. Rows that are not loaded are read first; a later selection meanwhile takes
 * precedence.
 */
export function useRangeSelection<Row>({
  pages,
  layout,
  rowKey,
  selection,
  onSelect,
}: Options<Row>): RangeSelection {
  const anchor = useRef<Anchor>(atTop);
  const latest = useRef(0);

  function select(selected: RowSelection) {
    latest.current++;
    onSelect(selected);
  }

  function selectBetween(one: number, other: number) {
    const [start, end] = [Math.min(one, other), Math.max(one, other)];
    const [first, last] = [firstRow(layout, start, end), firstRow(layout, end, start)];
    if (first === undefined || last === undefined) {
      select(noRows);
      return;
    }
    const keys = loadedKeys(pages, rowKey, first, last);
    select(onlyRows(keys ?? []));
    if (keys) return;
    const requested = latest.current;
    void readKeys(pages, rowKey, first, last).then((read) => {
      if (requested === latest.current) select(onlyRows(read));
    });
  }

  function keyAt(line: number): string | undefined {
    const at = layout.at(line);
    const row = at.kind === 'row' ? pages.row(at.offset) : undefined;
    return row === undefined ? undefined : rowKey(row);
  }

  function anchorLine(): number {
    const { line, key } = anchor.current;
    const offset = key === undefined ? undefined : pages.offsetOf((row) => rowKey(row) === key);
    return offset === undefined ? line : layout.lineOf(offset);
  }

  return {
    only(line) {
      anchor.current = { line, key: keyAt(line) };
      selectBetween(line, line);
    },
    toggle(line) {
      const key = keyAt(line);
      anchor.current = { line, key };
      if (key !== undefined) select(toggleRow(selection, key));
    },
    upTo: (line) => selectBetween(anchorLine(), line),
    all: () => select(allRows),
    none: () => select(noRows),
    forget() {
      anchor.current = atTop;
      latest.current++;
    },
  };
}

/**
 * The offset of the first row from one line towards another, headings skipped; the remaining lines, perhaps
 * 100,000, are not visited.
 */
function firstRow(layout: LineLayout, from: number, to: number): number | undefined {
  const step = Math.sign(to - from) || 1;
  for (let line = from; line !== to + step; line += step) {
    const at = layout.at(line);
    if (at.kind === 'row') return at.offset;
  }
  return undefined;
}

function loadedKeys<Row>(
  pages: PagedRows<Row>,
  rowKey: (row: Row) => string,
  first: number,
  last: number,
): string[] | undefined {
  const keys: string[] = [];
  for (let offset = first; offset <= last; offset++) {
    const row = pages.row(offset);
    if (row === undefined) return undefined;
    keys.push(rowKey(row));
  }
  return keys;
}

async function readKeys<Row>(
  pages: PagedRows<Row>,
  rowKey: (row: Row) => string,
  first: number,
  last: number,
): Promise<string[]> {
  const keys: string[] = [];
  for await (const row of pages.between(first, last)) keys.push(rowKey(row));
  return keys;
}
