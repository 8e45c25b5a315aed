import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { flatLayout } from '../../../../../renderer/components/data-grid/group-layout.ts';
import {
  noRows,
  onlyRows,
  type RowSelection,
} from '../../../../../renderer/components/data-grid/row-selection.ts';
import {
  type RangeSelection,
  useRangeSelection,
} from '../../../../../renderer/components/data-grid/use-range-selection.ts';
import { asItIs, listOf } from '../../../../support/page/lists.ts';

async function selectorIn(rows: readonly string[]) {
  const list = await listOf(rows);
  const state: { selector?: RangeSelection; selection: RowSelection } = { selection: noRows };
  function Lines() {
    state.selector = useRangeSelection({
      pages: list.pages,
      layout: flatLayout(rows.length),
      rowKey: asItIs,
      selection: noRows,
      onSelect: (selection) => {
        state.selection = selection;
      },
    });
    return null;
  }
  renderToStaticMarkup(createElement(Lines));
  const { selector } = state;
  if (!selector) throw new Error('nothing was rendered');
  return { list, selector, chosen: () => state.selection };
}

it('a range begins at the row that was selected, wherever the list has moved it', async () => {
  const { list, selector, chosen } = await selectorIn(['b', 'c', 'd', 'e']);
  selector.only(1);
  await list.becomes(['a', 'b', 'c', 'd', 'e']);
  selector.upTo(3);
  expect(chosen()).toEqual(onlyRows(['c', 'd']));
});

it('a range begins at the top once what was selected is forgotten', async () => {
  const { selector, chosen } = await selectorIn(['a', 'b', 'c']);
  selector.only(2);
  selector.forget();
  selector.upTo(1);
  expect(chosen()).toEqual(onlyRows(['a', 'b']));
});
