import { describe, expect, it } from 'vitest';
import { groupChanges } from '../../../../../renderer/features/changes/change-groups.ts';
import type { SearchChange } from '../../../../../shared/model/search.ts';

function news(savedSearchId: string, at: string): SearchChange {
  return { savedSearchId, kind: 'new', at, connectionId: 'agency', dispatchNumber: at };
}

describe('news', () => {
  it("stand under their saved search in the sidebar's order, the newest first", () => {
    const saved = [
      { id: 's2', name: 'Octubre' },
      { id: 's1', name: 'Noviembre' },
      { id: 's3', name: 'Sin novedades' },
    ];
    const { rows, groups } = groupChanges([news('s1', '1'), news('s2', '2'), news('s2', '3')], saved);
    expect(groups).toEqual([
      { key: 's2', label: 'Octubre', rows: 2 },
      { key: 's1', label: 'Noviembre', rows: 1 },
    ]);
    expect(rows.map(({ at }) => at)).toEqual(['3', '2', '1']);
  });
});
