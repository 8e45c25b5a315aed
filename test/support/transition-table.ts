/** A table of words: its head, and its rows by their first word. */
export function readTable(text: string): { columns: string[]; rows: { name: string; cells: string[] }[] } {
  const [columns = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/));
  return { columns, rows: rows.map(([name = '', ...cells]) => ({ name, cells })) };
}
