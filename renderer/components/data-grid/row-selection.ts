/** The selected rows by their keys: these, or all of the list except some. */
export type RowSelection =
  | { kind: 'some'; keys: ReadonlySet<string> }
  | { kind: 'all'; except: ReadonlySet<string> };

export const noRows: RowSelection = { kind: 'some', keys: new Set() };
export const allRows: RowSelection = { kind: 'all', except: new Set() };

/** Whether a row is selected. */
export function isSelected(selection: RowSelection, key: string): boolean {
  return selection.kind === 'some' ? selection.keys.has(key) : !selection.except.has(key);
}

/** A selection of only these rows. */
export function onlyRows(keys: Iterable<string>): RowSelection {
  return { kind: 'some', keys: new Set(keys) };
}

/** The selection with one row toggled. */
export function toggleRow(selection: RowSelection, key: string): RowSelection {
  const turned = new Set(selection.kind === 'some' ? selection.keys : selection.except);
  if (!turned.delete(key)) turned.add(key);
  return selection.kind === 'some' ? { kind: 'some', keys: turned } : { kind: 'all', except: turned };
}

/** The selection limited to `keys`; the same object if nothing is removed. */
export function selectedAmong(selection: RowSelection, keys: ReadonlySet<string>): RowSelection {
  if (selection.kind === 'all' || [...selection.keys].every((key) => keys.has(key))) return selection;
  return onlyRows([...selection.keys].filter((key) => keys.has(key)));
}

/** Whether a selection has rows, as far as it is known without their number. */
export function hasRows(selection: RowSelection): boolean {
  return selection.kind === 'all' || selection.keys.size > 0;
}

/** A selection with the rows that were selected in a part of the list; "all" of that part adds none. */
export function unitedSelection(selection: RowSelection, part: RowSelection): RowSelection {
  if (part.kind === 'all') return selection;
  if (selection.kind === 'some') return onlyRows([...selection.keys, ...part.keys]);
  return { kind: 'all', except: new Set([...selection.except].filter((key) => !part.keys.has(key))) };
}

/** How many of `total` rows are selected. */
export function countSelected(selection: RowSelection, total: number): number {
  return selection.kind === 'some' ? selection.keys.size : Math.max(0, total - selection.except.size);
}

/** The state of the checkbox above the rows. */
export function boxState(selection: RowSelection, total: number): 'none' | 'some' | 'all' {
  const selected = countSelected(selection, total);
  return selected === 0 ? 'none' : selected >= total ? 'all' : 'some';
}
