import type { TranslationKey } from '../i18n/index.ts';
import type { Terminal } from './terminal.ts';
import { terminalLine } from './terminal-text.ts';

/** Maximum and minimum width of a column, in characters. */
const [widest, narrowest] = [44, 8];
const between = '  ';

/**
 * Prints rows under their headings, no wider than the terminal; `align` right for figures. Prints nothing
 * without rows.
 */
export function printTable(
  terminal: Terminal,
  columns: readonly { titleKey: TranslationKey; align?: 'right' }[],
  cells: readonly (readonly string[])[],
): void {
  if (cells.length === 0) return;
  // Before widths are counted and cells truncated: half of an escape is meaningless.
  const rows = cells.map((row) => row.map(terminalLine));
  const titles = columns.map(({ titleKey }) => terminal.translator.t(titleKey));
  const contentWidths = titles.map((title, index) =>
    rows.reduce((width, row) => Math.min(widest, Math.max(width, (row[index] ?? '').length)), title.length),
  );
  const widths = fitting(contentWidths, terminal.width - between.length * (titles.length - 1));
  for (const row of [titles, ...rows]) {
    const cells = row.map((text, index) => {
      const width = widths[index] ?? 0;
      const truncated = text.length > width ? `${text.slice(0, width - 1)}…` : text;
      return columns[index]?.align === 'right' ? truncated.padStart(width) : truncated.padEnd(width);
    });
    terminal.print(cells.join(between).trimEnd());
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
