import type { RowGroup, SavedSearch, SearchChange } from '../../../shared/model/search.ts';

/** Changes grouped by saved search, in the sidebar's order, the newest first. */
export function groupChanges(
  changes: readonly SearchChange[],
  saved: readonly Pick<SavedSearch, 'id' | 'name'>[],
): { rows: SearchChange[]; groups: RowGroup[] } {
  const rows: SearchChange[] = [];
  const groups: RowGroup[] = [];
  for (const { id, name } of saved) {
    const own = changes
      .filter(({ savedSearchId }) => savedSearchId === id)
      .toSorted((one, other) => other.at.localeCompare(one.at));
    if (own.length === 0) continue;
    rows.push(...own);
    groups.push({ key: id, label: name, rows: own.length });
  }
  return { rows, groups };
}

/** The key of a change. */
export function changeKey({
  savedSearchId,
  kind,
  connectionId,
  dispatchNumber,
  document,
}: SearchChange): string {
  return [savedSearchId, kind, connectionId, dispatchNumber, document?.id ?? ''].join('\n');
}
