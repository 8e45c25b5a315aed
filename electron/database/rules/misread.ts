/** How many signs of a value a recognition may confuse, miss or add, though it is confident. */
const maxMisreadSigns = 2;

/** Whether a value that was recognised in a picture may be this other one. */
export function mayBeMisread(read: string, other: string): boolean {
  return editDistance(signsOf(read), signsOf(other)) <= maxMisreadSigns;
}

function signsOf(value: string): string {
  return value.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** The fewest signs to replace, add or take out (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [above, sign] of [...a].entries()) {
    const next = [above + 1];
    for (const [index, other] of [...b].entries()) {
      const [skipped = 0, replaced = 0, added = 0] = [row[index + 1], row[index], next[index]];
      next.push(Math.min(skipped + 1, added + 1, replaced + (sign === other ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
