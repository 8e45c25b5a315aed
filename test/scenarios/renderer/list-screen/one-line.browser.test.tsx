import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MissingList } from '../../../../renderer/features/missing-documents/missing-list.tsx';
import { createListStates, openingStates } from '../../../../renderer/features/results/result-list-state.ts';
import { DocumentList } from '../../../../renderer/features/results/result-lists.tsx';
import { ResultRows } from '../../../../renderer/features/results/result-rows.ts';
import { speak } from '../../../../renderer/ui/i18n/start-translations.ts';
import { OneLine } from '../../../../renderer/ui/one-line.tsx';
import { minMainPx } from '../../../../renderer/ui/stored-layout.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { acme, storedDocument } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';

afterEach(() => speak('es-CL'));

const tools = page.getByRole('toolbar');
const moreTools = tools.getByRole('button', { name: 'Más herramientas' });
const moreActions = page.getByRole('button', { name: 'Más acciones' });

/** What is missing of two dispatches, in a list of this width. */
async function showMissing(width: number) {
  const missingDocument = {
    connectionId: 'c',
    rut: acme,
    reference: '',
    day: '2026-10-01' as const,
    kind: 'missing' as const,
    isOver: true,
    responsible: 'CLIENTE',
    seen: 9,
    of: 10,
    basis: 'learned' as const,
    type: 'FACTURA',
  };
  await show(
    <InAppWindow>
      <div style={{ display: 'flex', width, height: 500 }}>
        <MissingList route={{ view: 'missing', part: 'gaps' }} filter={undefined} />
      </div>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.gaps': async ({ offset }) => ({
        rows: ['410905', '410906'].slice(offset).map((number) => ({ ...missingDocument, number })),
        byResponsible: [
          { responsible: 'CLIENTE', missingCount: 2148, dispatches: 1214, requestedCount: 1031 },
        ],
        offset,
        total: 2,
        dispatches: 0,
        partial: 0,
      }),
    },
  );
  await expect.element(page.getByRole('row').filter({ hasText: 'FACTURA' }).first()).toBeVisible();
}

const middle = (element: Element) => {
  const { top, height } = element.getBoundingClientRect();
  return Math.round(top + height / 2);
};

/** That controls which can be pressed stand in one line, and none beyond the edges of what is around them. */
function expectOneLine(around: Element): void {
  const box = around.getBoundingClientRect();
  const seen = [...around.querySelectorAll('button, input[type=text], [role=radiogroup]')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  expect(seen.length).toBeGreaterThan(1);
  for (const one of seen) {
    expect(Math.abs(middle(one) - middle(around))).toBeLessThanOrEqual(2);
    expect(one.getBoundingClientRect().right).toBeLessThanOrEqual(box.right);
    expect(one.getBoundingClientRect().left).toBeGreaterThanOrEqual(box.left);
  }
}

const missingRow = (number: string) => page.getByRole('row').filter({ hasText: number });

/** The parts of an element's text are seen whole. */
function expectWhole(element: Element): void {
  expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth + 1);
  expect(element.scrollHeight).toBeLessThanOrEqual(element.clientHeight + 1);
}

describe.for(['es-CL', 'en'] as const)('in %s', (language) => {
  it.for([minMainPx, 460])('tools and actions of a list of %i pixels keep one line', async (width) => {
    await showMissing(width);
    await speak(language);
    await missingRow('410905').click();
    await userEvent.keyboard('{Control>}a{/Control}');
    const count = page.getByText(/^2 (filas elegidas|rows selected)$/);
    await expect.element(count).toBeVisible();
    expectWhole(count.element());
    expectOneLine(tools.element());
    const bar = count.element().parentElement?.parentElement;
    if (!bar) throw new Error('the count stands in no bar');
    expectOneLine(bar);
  });
});

it('what has no room among the tools is reached and left by keyboard, and goes on as it was', async () => {
  await showMissing(minMainPx);
  const over = page.getByRole('checkbox', { name: 'Solo terminados' });
  expect(over.elements()).toEqual([]);
  await expect.element(moreTools).toBeVisible();
  moreTools.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('radiogroup')).toBeVisible();
  expect(page.getByRole('radiogroup').element().contains(document.activeElement)).toBe(true);
  await over.click();
  await userEvent.keyboard('{Escape}');
  expect(over.elements()).toEqual([]);
  expect(document.activeElement).toBe(moreTools.element());
  await userEvent.keyboard('{Enter}');
  await expect.element(over).toBeChecked();
});

it('what has no room among the actions acts from the panel above them', async () => {
  await showMissing(minMainPx);
  await moreActions.click();
  await page.getByRole('button', { name: 'Redactar…' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

it('the first action that can be pressed has the focus when the panel opens', async () => {
  await show(
    <InAppWindow>
      <div style={{ position: 'relative', display: 'flex', width: 60 }}>
        <OneLine label="Más acciones">
          <button type="button" disabled>
            Anotar como solicitado…
          </button>
          <button type="button">Copiar filas</button>
        </OneLine>
      </div>
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  await expect.element(moreActions).toBeVisible();
  moreActions.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Copiar filas' })).toHaveFocus();
});

it('the filter of a result stays in the narrowest list, with its words', async () => {
  const opened = openingStates(undefined);
  await show(
    <InAppWindow>
      <div style={{ display: 'flex', width: minMainPx, height: 500 }}>
        <DocumentList
          resultSetId="r"
          rows={new ResultRows<'documents'>()}
          views={createListStates(opened)}
          query={undefined}
          isFinal={true}
          empty=""
          emptyBehind=""
          onSave={undefined}
          onRefresh={undefined}
          destination={{ folder: '/d', template: '', name: '' }}
        />
      </div>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'rows.columns': async () => [],
      'rows.page': async ({ offset }) => ({
        rows: [storedDocument('a', '410905')].slice(offset),
        offset,
        total: 1,
      }),
    },
  );
  await expect.element(missingRow('410905')).toBeVisible();
  const filter = page.getByRole('textbox', { name: 'Filtrar la lista' });
  await filter.fill('factura');
  await moreTools.click();
  await expect.element(page.getByRole('button', { name: 'Agrupar' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(filter).toHaveValue('factura');
  expectOneLine(tools.element());
});
