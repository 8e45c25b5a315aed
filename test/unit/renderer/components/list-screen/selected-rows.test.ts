import { expect, it } from 'vitest';
import { onlyRows } from '../../../../../renderer/components/data-grid/row-selection.ts';
import { selectedRowsHere } from '../../../../../renderer/components/list-screen/selected-rows.ts';
import { asItIs, listOf } from '../../../../support/page/lists.ts';

const rows = Array.from({ length: 200 }, (_, index) => `row ${index}`);

it('a chosen row that stands in a window of before a refresh as well is not taken twice for another', async () => {
  const list = await listOf(rows);
  await list.show(150);
  await list.show(0);
  // Row 100 comes to the end of the first window, and the second still tells of before.
  await list.becomes(rows.slice(1));
  expect(selectedRowsHere(list.pages, onlyRows(['row 100', 'row 150']), asItIs)).toBeUndefined();
  await list.show(150);
  expect(selectedRowsHere(list.pages, onlyRows(['row 100', 'row 150']), asItIs)).toEqual([
    'row 100',
    'row 150',
  ]);
});

it('a row that stands twice in a list is one of the chosen', async () => {
  const list = await listOf(['row 0', 'row 0', 'row 1']);
  expect(selectedRowsHere(list.pages, onlyRows(['row 0', 'row 2']), asItIs)).toBeUndefined();
});
