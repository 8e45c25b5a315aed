/**
 * Tells of each of these pages, on which nothing is written, whether it is empty: without a picture or a
 * drawing. One that is damaged or encrypted counts as not empty. Run it only in a separate process.
 */
export async function findEmptyPages(
  bytes: Uint8Array,
  pages: readonly number[],
  onPage: (page: number, isEmpty: boolean) => void,
): Promise<void> {
  if (pages.length === 0) return;
  const { isEmptyPage, openEmbedded } = await import('../ocr/embedded-scan.ts');
  const document = await openEmbedded(bytes);
  const count = document?.getPageCount() ?? 0;
  for (const page of pages)
    onPage(page, document !== undefined && page <= count && isEmptyPage(document.getPage(page - 1)));
}
