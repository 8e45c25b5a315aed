import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { flatLayout } from '../../../../../renderer/components/data-grid/group-layout.ts';
import {
  noRows,
  onlyRows,
  type RowSelection,
} from '../../../../../renderer/components/data-grid/row-selection.ts';
import { type Choosing, useChoosing } from '../../../../../renderer/components/data-grid/use-choosing.ts';
import { asItIs, listOf } from '../../../../support/page/lists.ts';

async function choosingIn(rows: readonly string[]) {
  const list = await listOf(rows);
  const given: { choosing?: Choosing; selection: RowSelection } = { selection: noRows };
  function Lines() {
    given.choosing = useChoosing({
      ...{ pages: list.pages, layout: flatLayout(rows.length), rowKey: asItIs, selection: noRows },
      onSelect: (selection) => {
        given.selection = selection;
      },
    });
    return null;
  }
  renderToStaticMarkup(createElement(Lines));
  const { choosing } = given;
  if (!choosing) throw new Error('nothing was rendered');
  return { list, choosing, chosen: () => given.selection };
}

it('a range begins at the row that was selected, wherever the list has moved it', async () => {
  const { list, choosing, chosen } = await choosingIn(['b', 'c', 'd', 'e']);
  choosing.only(1);
  await list.becomes(['a', 'b', 'c', 'd', 'e']);
  choosing.upTo(3);
  expect(chosen()).toEqual(onlyRows(['c', 'd']));
});

it('a range begins at the top once what was selected is forgotten', async () => {
  const { choosing, chosen } = await choosingIn(['a', 'b', 'c']);
  choosing.only(2);
  choosing.forget();
  choosing.upTo(1);
  expect(chosen()).toEqual(onlyRows(['a', 'b']));
});
