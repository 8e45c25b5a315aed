import type { TranslationKey } from '../i18n/index.ts';
import type { Terminal } from './terminal.ts';
import { terminalLine } from './terminal-text.ts';

/** Maximum and minimum width of a column, in characters. */
const [widest, narrowest] = [44, 8];
const between = '  ';

type NameIn<Key> = Key extends `title.${infer Name}` ? Name : never;
/** The name of a column, which has its title under `title`. */
type ColumnName = NameIn<TranslationKey>;
/** How each column of a table shows a row. */
type Columns<Row> = { readonly [Name in ColumnName]?: (row: Row) => string };

/** Prints rows under the titles of their columns, no wider than the terminal; nothing without rows. */
export function printTable<Row>(
  terminal: Terminal,
  rows: readonly Row[],
  columns: Columns<Row>,
  { alignedRight = [] }: { alignedRight?: readonly ColumnName[] } = {},
): void {
  if (rows.length === 0) return;
  const names = Object.keys(columns) as ColumnName[];
  const titles = names.map((name) => terminal.translator.t(`title.${name}`));
  // Before widths are counted and cells truncated: half of an escape is meaningless.
  const cells = rows.map((row) => names.map((name) => terminalLine(columns[name]?.(row) ?? '')));
  const contentWidths = titles.map((title, index) =>
    cells.reduce((width, row) => Math.min(widest, Math.max(width, (row[index] ?? '').length)), title.length),
  );
  const widths = fitting(contentWidths, terminal.width - between.length * (titles.length - 1));
  const isRight = names.map((name) => alignedRight.includes(name));
  for (const row of [titles, ...cells]) {
    const shown = row.map((text, index) => {
      const width = widths[index] ?? 0;
      const truncated = text.length > width ? `${text.slice(0, width - 1)}…` : text;
      return isRight[index] ? truncated.padStart(width) : truncated.padEnd(width);
    });
    terminal.print(shown.join(between).trimEnd());
  }
}

/** Column widths that add up to at most `whole`, where possible: the widest columns shrink first. */
function fitting(widths: readonly number[], whole: number): number[] {
  const fitted = [...widths];
  for (let over = fitted.reduce((sum, width) => sum + width, 0) - whole; over > 0; over--) {
    const widest = Math.max(...fitted);
    if (widest <= narrowest) break;
    fitted[fitted.indexOf(widest)] = widest - 1;
  }
  return fitted;
}

/** An amount in the form of the language; an unknown one is not zero. */
export function shownAmount(terminal: Terminal, amount: number | undefined): string {
  return amount === undefined ? '—' : terminal.translator.number(amount);
}
