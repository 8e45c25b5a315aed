import type { TextHit, TextLine } from '../../shared/model/text-search.ts';
import type { FindAtPage } from './inspected-subject.ts';

/** What the viewer looks for at a hit: the first marked words of its line, from its page on. */
export function findAtMark(
  line: TextLine | undefined,
  { isPaged }: Pick<TextHit, 'isPaged'>,
): { find?: FindAtPage } {
  const [mark] = line?.marks ?? [];
  if (!line || !mark) return {};
  return { find: { text: line.line.slice(...mark), ...(isPaged && { page: line.page }) } };
}
