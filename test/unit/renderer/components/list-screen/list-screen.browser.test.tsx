import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { PagedRows } from '../../../../../renderer/components/data-grid/paged-rows.ts';
import type { ListColumn } from '../../../../../renderer/components/list-screen/list-column.ts';
import { ListScreen } from '../../../../../renderer/components/list-screen/list-screen.tsx';
import { useChangeSettings, useSettings } from '../../../../../renderer/ipc/settings-hooks.ts';
import type { RowsPage } from '../../../../../shared/model/search.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { asItIs, listOf, untilIdle } from '../../../../support/page/lists.ts';
import { Printing } from '../../../../support/page/printing.tsx';
import { show } from '../../../../support/page/show.tsx';

const columns: readonly ListColumn<string>[] = [
  {
    id: 'text',
    title: 'Text',
    width: 200,
    isShownAtFirst: true,
    align: 'start',
    cell: (text) => ({ kind: 'text', text }),
  },
];

it('a list is not drawn anew when a setting is kept that it does not go by', async () => {
  let drawn = 0;
  const { pages } = await listOf(['row']);
  await show(
    <InAppWindow>
      <Hint />
      <ListScreen
        list="batch"
        name="List"
        pages={pages}
        columns={columns}
        rowKey={asItIs}
        empty=""
        bar={() => {
          drawn++;
          return null;
        }}
        save={async () => undefined}
      />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  await expect.element(page.getByText('row', { exact: true })).toBeVisible();
  await untilStill(() => drawn);
  drawn = 0;
  await page.getByRole('button', { name: 'keep 7 days' }).click();
  await expect.element(page.getByRole('button', { name: 'kept 7 days' })).toBeVisible();
  expect(drawn).toBe(0);
});

it('a list that lacks damaged rows says how many, and no other does', async () => {
  const pages = new PagedRows<string>({ moment: untilIdle });
  const asked = { offset: 0, total: 3 };
  let result: RowsPage<string> = { ...asked, rows: ['row'], unreadable: 2 };
  pages.start(async () => result);
  await show(
    <InAppWindow>
      <ListScreen
        list="batch"
        name="List"
        pages={pages}
        columns={columns}
        rowKey={asItIs}
        empty=""
        save={async () => undefined}
      />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  const status = page.getByRole('status').filter({ hasText: 'Lista incompleta: 2 filas' });
  await expect.element(status).toBeVisible();
  result = { ...asked, rows: ['row', 'second', 'third'] };
  pages.refresh();
  await expect.element(status).not.toBeInTheDocument();
});

it('a selection keeps no row that is out of sight: neither those of a filter, nor those that left', async () => {
  const pages = new PagedRows<string>({ moment: untilIdle });
  let rows = ['first', 'second', 'third'];
  function Filtered() {
    const [filter, setFilter] = useState('');
    useEffect(() => {
      pages.start(async (offset) => {
        const shown = rows.filter((row) => row.includes(filter));
        return { rows: shown, offset, total: shown.length };
      });
    }, [filter]);
    return (
      <InAppWindow>
        <input aria-label="Filter" value={filter} onChange={(event) => setFilter(event.target.value)} />
        <ListScreen
          list="batch"
          name="List"
          pages={pages}
          about={filter}
          columns={columns}
          rowKey={asItIs}
          empty="none"
          save={async () => undefined}
        />
      </InAppWindow>
    );
  }
  await show(<Filtered />, createAgencyMain().handlers);
  const filter = page.getByRole('textbox', { name: 'Filter' });
  const selected = () =>
    page
      .getByRole('row', { selected: true })
      .elements()
      .map((row) => row.textContent);
  await page.getByText('first').click();
  await page.getByText('second').click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(selected).toEqual(['first', 'second']);
  await filter.fill('first');
  await expect.element(page.getByText('second')).not.toBeInTheDocument();
  await expect.poll(selected).toEqual(['first']);
  await filter.fill('');
  await expect.element(page.getByText('second')).toBeVisible();
  expect(selected()).toEqual(['first']);

  rows = ['second', 'third'];
  pages.refresh();
  await expect.poll(selected).toEqual([]);
  rows = ['first', 'second', 'third'];
  pages.refresh();
  await expect.element(page.getByText('first')).toBeVisible();
  expect(selected()).toEqual([]);
});

it.each([
  { id: 'amount', align: 'end', number: '1.766.186.123,45' },
  { id: 'folio', align: 'start', number: 'FNSLHOU2135981' },
] as const)(
  'a column of numbers ($id) is as wide as its longest one, also where somebody made it narrow',
  async ({ id, align, number }) => {
    const { pages } = await listOf(['7', number]);
    const narrow: ListColumn<string> = {
      id,
      title: 'Number',
      width: 60,
      isShownAtFirst: true,
      align,
      cell: (text) => ({ kind: 'text', text }),
    };
    await show(
      <InAppWindow>
        <ListScreen
          list="batch"
          name="List"
          pages={pages}
          columns={[narrow]}
          rowKey={asItIs}
          empty=""
          save={async () => undefined}
        />
      </InAppWindow>,
      createAgencyMain().handlers,
    );
    await expect.element(page.getByText(number)).toBeVisible();
    const cell = page.getByText(number).element();
    await expect.poll(() => cell.clientWidth - cell.scrollWidth).toBe(0);
    // Whole, and not only unmeasured: the text itself ends before its cell does.
    const text = document.createRange();
    text.selectNodeContents(cell);
    const { left, right } = cell.getBoundingClientRect();
    expect(text.getBoundingClientRect().left).toBeGreaterThanOrEqual(left);
    expect(text.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  },
);

/** The pixels of a cell's text, with what an ellipsis hides. */
function textPx(cell: Element): number {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getBoundingClientRect().width;
}

it('a column of amounts grows for a number that lacks less than half a pixel', async () => {
  const numbers = Array.from({ length: 12 }, (_, index) => `9.${'1'.repeat(index + 1)}`);
  const probed = { ...(await listOf(numbers)), width: 300 };
  let change: (shown: { pages: typeof probed.pages; width: number }) => void = () => undefined;
  function List() {
    const [{ pages, width }, setShown] = useState<{ pages: typeof probed.pages; width: number }>(probed);
    change = setShown;
    const column: ListColumn<string> = {
      id: 'amount',
      title: 'Number',
      width,
      isShownAtFirst: true,
      align: 'end',
      cell: (text) => ({ kind: 'text', text }),
    };
    const list = { list: 'batch', name: 'List', rowKey: asItIs, empty: '', save: async () => undefined };
    return <ListScreen {...list} pages={pages} columns={[column]} />;
  }
  await show(
    <InAppWindow>
      <List />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  const cellOf = (number: string) => page.getByText(number, { exact: true });
  await expect.element(cellOf(numbers[0] ?? '')).toBeVisible();
  const lacking = numbers.find((number) => {
    const fraction = textPx(cellOf(number).element()) % 1;
    return fraction > 0.1 && fraction < 0.45;
  });
  if (lacking === undefined) throw new Error('no number ends so within a pixel');
  const paddingPx = 16;
  const width = Math.floor(textPx(cellOf(lacking).element())) + paddingPx;
  change({ ...(await listOf([lacking])), width });
  await expect.poll(() => page.getByRole('row').elements().length).toBe(2);
  const availablePx = () => cellOf(lacking).element().clientWidth - paddingPx;
  await expect.poll(() => availablePx() - textPx(cellOf(lacking).element())).toBeGreaterThanOrEqual(0);
});

async function untilStill(count: () => number): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let seen = -1; seen !== count(); ) {
    seen = count();
    await frame();
    await frame();
  }
}

function Hint() {
  const { keyReminderDays } = useSettings().settings;
  const change = useChangeSettings();
  return (
    <button type="button" onClick={() => change({ keyReminderDays: 7 })}>
      {keyReminderDays === 7 ? 'kept' : 'keep'} 7 days
    </button>
  );
}

it('the menu of a row prints the chosen rows, of any list whose rows have documents', async () => {
  const printed: unknown[] = [];
  const { pages } = await listOf(['7', '8', '9']);
  await show(
    <InAppWindow>
      <Printing onPrint={(selection) => printed.push(selection)}>
        <ListScreen
          list="batch"
          name="List"
          pages={pages}
          columns={columns}
          rowKey={asItIs}
          empty=""
          toDeliver={(rows) => ({
            dispatches: [],
            documents: rows.filter((row) => row !== '9').map((id) => ({ connectionId: 'c', id })),
          })}
          save={async () => undefined}
        />
      </Printing>
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  const rowOf = (text: string) => page.getByRole('gridcell', { name: text, exact: true });
  const print = page.getByRole('menuitem', { name: /^Imprimir/ });
  await rowOf('7').click();
  await rowOf('8').click({ modifiers: ['Control'] });
  await rowOf('8').click({ button: 'right' });
  await print.click();
  await expect.poll(() => printed).toMatchObject([{ documents: [{ id: '7' }, { id: '8' }] }]);
  await rowOf('9').click({ button: 'right' });
  await print.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(printed).toHaveLength(1);
  await rowOf('7').click({ button: 'right' });
  await print.click();
  await expect.poll(() => printed).toHaveLength(2);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
