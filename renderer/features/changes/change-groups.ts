import type { News, RowGroup, SavedSearch } from '../../../shared/model/search.ts';

/** News with the heading of each saved search's before its rows, the searches in the sidebar's order, the newest first. */
export function groupNews(
  news: readonly News[],
  saved: readonly Pick<SavedSearch, 'id' | 'name'>[],
): { rows: News[]; groups: RowGroup[] } {
  const rows: News[] = [];
  const groups: RowGroup[] = [];
  for (const { id, name } of saved) {
    const own = news
      .filter(({ savedSearchId }) => savedSearchId === id)
      .toSorted((one, other) => other.at.localeCompare(one.at));
    if (own.length === 0) continue;
    rows.push(...own);
    groups.push({ key: id, label: name, rows: own.length });
  }
  return { rows, groups };
}

/** The key of one piece of news. */
export function newsKey({ savedSearchId, kind, connectionId, dispatchNumber, document }: News): string {
  return [savedSearchId, kind, connectionId, dispatchNumber, document?.id ?? ''].join('\n');
}
