import { expect, test } from 'vitest';
import type { App } from '../../../../electron/app.ts';
import { rowsOf } from '../../../../electron/cli/run-search.ts';

/** An app whose list has so many rows, some of them damaged. */
function appWith(total: number, damaged: readonly number[]): App {
  const handlers = {
    'rows.page': async ({ offset, limit }: { offset: number; limit: number }) => {
      const indexes = Array.from({ length: Math.min(limit, total - offset) }, (_, index) => offset + index);
      const rows = indexes
        .filter((index) => !damaged.includes(index))
        .map((position) => ({ id: String(position) }));
      const unreadable = indexes.length - rows.length;
      return { rows, offset, total, ...(unreadable > 0 && { unreadable }) };
    },
  };
  return { handlers } as unknown as App;
}

test('a list goes on behind a damaged row, and tells how many there are', async () => {
  const counts: number[] = [];
  const ids: string[] = [];
  const rows = rowsOf(appWith(1_200, [3, 498, 700]), 'r', 'documents', (count) => counts.push(count));
  for await (const { id } of rows) ids.push(id);
  expect(ids).toHaveLength(1_197);
  expect(ids.at(-1)).toBe('1199');
  expect(counts).toEqual([2, 1]);
});
