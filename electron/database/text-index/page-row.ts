/** Rows of `words` of one document: its row times this, plus the page. */
export const pagesPerFile = 65_536;

/** The row of a page in `words`. */
export function pageRow(fileRow: number, page: number): number {
  return fileRow * pagesPerFile + page;
}
