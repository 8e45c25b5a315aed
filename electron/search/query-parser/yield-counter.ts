/** Cells of a table between two yields: a few milliseconds. */
const cellsPerYield = 1_000;

/** A counter of work in cells: adds some, returns whether a yield is due, and starts anew after that. */
export function createYieldCounter(): (cells: number) => boolean {
  let spent = 0;
  return (cells) => {
    spent += cells;
    if (spent < cellsPerYield) return false;
    spent = 0;
    return true;
  };
}
