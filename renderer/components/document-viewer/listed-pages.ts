import { formatCount } from '../../ui/format.ts';

const maxPages = 8;

/** Page numbers as text; only the first ones of many. */
export function listedPages(pages: readonly number[]): string {
  return pages.slice(0, maxPages).map(formatCount).join(', ') + (pages.length > maxPages ? '…' : '');
}
