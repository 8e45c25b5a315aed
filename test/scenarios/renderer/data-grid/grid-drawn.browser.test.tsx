import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Column } from '../../../../renderer/components/data-grid/column.ts';
import { arrange } from '../../../../renderer/components/data-grid/column-arrangement.ts';
import { Grid } from '../../../../renderer/components/data-grid/grid.tsx';
import { noRows } from '../../../../renderer/components/data-grid/row-selection.ts';
import { restoreListState } from '../../../../renderer/components/data-grid/scroll-groups-and-sort.ts';
import { asItIs, listOf } from '../../../support/page/lists.ts';
import { show } from '../../../support/page/show.tsx';

const rowHeight = 32;
const grid = page.getByRole('grid');
const nothing = () => undefined;

/** A list of 500 rows with one column. */
async function showList(column: Partial<Column<string>> = {}) {
  const { pages } = await listOf(Array.from({ length: 500 }, (_, line) => `row ${line}`));
  const columns: Column<string>[] = [
    Object.defineProperties(
      {
        id: 'text',
        title: 'Text',
        width: 200,
        isShownAtFirst: true,
        align: 'start' as const,
        cell: (text: string) => ({ kind: 'text' as const, text }),
      },
      Object.getOwnPropertyDescriptors(column),
    ),
  ];
  await show(
    <div style={{ display: 'flex', width: 500, height: 20 * rowHeight }}>
      <Grid
        name="List"
        pages={pages}
        columns={columns}
        rowHeight={rowHeight}
        rowKey={asItIs}
        selection={noRows}
        empty=""
        arrangement={arrange(columns, undefined)}
        viewState={restoreListState('drawn')}
        onArrange={nothing}
        onSelect={nothing}
        onOpen={nothing}
        onPreview={nothing}
        onCopy={nothing}
        menu={() => null}
      />
    </div>,
  );
  await expect.element(grid.getByText('row 0')).toBeVisible();
}

const linesInDocument = () =>
  [...grid.element().querySelectorAll<HTMLElement>('[data-line]')].map(({ dataset }) =>
    Number(dataset['line']),
  );

/** The lines of the document that follow one of a higher number. */
const outOfOrder = () =>
  linesInDocument().filter((line, index, lines) => index > 0 && line < (lines[index - 1] ?? 0));

it('lines that come to rest go back to their own order a few at a time', async () => {
  await showList();
  const moved: number[] = [];
  const body = grid.element().querySelector('tbody');
  if (!body) throw new Error('the list has no body');
  // One that is moved is removed first.
  new MutationObserver((records) =>
    moved.push(records.reduce((sum, { removedNodes }) => sum + removedNodes.length, 0)),
  ).observe(body, { childList: true });
  for (const top of [60, 100, 30]) {
    grid.element().scrollTop = top * rowHeight;
    await expect.poll(() => linesInDocument()).toContain(top);
    await expect.poll(outOfOrder).toEqual([]);
  }
  expect(Math.max(...moved)).toBeGreaterThan(0);
  expect(Math.max(...moved)).toBeLessThanOrEqual(6);
});

it('the head is not drawn anew when a key goes to another row', async () => {
  let drawn = 0;
  await showList({
    get title() {
      drawn++;
      return 'Text';
    },
  });
  grid.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => grid.element().getAttribute('aria-activedescendant')).toMatch(/-0$/);
  drawn = 0;
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => grid.element().getAttribute('aria-activedescendant')).toMatch(/-1$/);
  expect(drawn).toBe(0);
});
