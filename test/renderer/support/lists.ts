import { RowWindows } from '../../../renderer/features/grid/row-windows.ts';

/** The key of a row that is a text: itself. */
export const asItIs = (row: string): string => row;

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

/** A list of texts; its rows change only as the test says, then it is asked for again. */
export async function listOf(first: readonly string[]) {
  let rows = first;
  const windows = new RowWindows<string>({ moment: settled });
  windows.ask(async (offset, limit) => ({
    rows: rows.slice(offset, offset + limit),
    offset,
    total: rows.length,
  }));
  await settled();
  return {
    windows,
    async becomes(next: readonly string[]) {
      rows = next;
      windows.refresh();
      await settled();
    },
    async show(line: number) {
      windows.show([line]);
      await settled();
    },
  };
}
