import type { TextHit, TextLine } from '../../shared/model/text-search.ts';
import type { FindAtPage } from './inspected-subject.ts';

/**
 * What the viewer looks for at a hit: the first marked words of its line, from its page on. It does not show
 * what is attached to a document with pages.
 */
export function findAtMark(
  line: TextLine | undefined,
  { isPaged, isAttached }: Pick<TextHit, 'isPaged' | 'isAttached'>,
): { find?: FindAtPage } {
  const [mark] = line?.marks ?? [];
  if (!line || !mark || isAttached) return {};
  return { find: { text: line.line.slice(...mark), ...(isPaged && { page: line.page }) } };
}
