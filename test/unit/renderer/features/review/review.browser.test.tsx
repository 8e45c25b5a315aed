import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Review from '../../../../../renderer/features/review/review.list.tsx';
import { SubjectProvider } from '../../../../../renderer/ui/inspected-subject.ts';
import { type Finding, findingKinds } from '../../../../../shared/model/review.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const finding: Finding = {
  id: 'one',
  reason: { kind: 'same-paper-twice', folio: '60', issuerId: '76086428-5', issuerName: 'NAVIERA' },
  documents: [
    {
      connectionId: 'agency',
      number: '7',
      documentId: 'invoice',
      rut: acme,
      type: 'FACTURA',
      folio: '60',
      issuerId: '76086428-5',
      issuerName: 'NAVIERA',
    },
  ],
  payments: [],
  dispatches: [{ connectionId: 'agency', number: '7' }],
};

async function showReview(main = createAgencyMain()): Promise<void> {
  const byKind = Object.fromEntries(
    findingKinds.map((kind) => [kind, kind === finding.reason.kind ? 1 : 0]),
  ) as Record<(typeof findingKinds)[number], number>;
  await show(
    <InAppWindow>
      <SubjectProvider>
        <Review route={{ view: 'review' }} />
      </SubjectProvider>
    </InAppWindow>,
    {
      ...main.handlers,
      'dossier.findings': async () => ({ rows: [finding], offset: 0, total: 1, byKind, dismissed: 0 }),
      'dossier.agencyRut': async () => ({ derived: acme }),
    },
  );
  await expect.element(page.getByRole('gridcell', { name: '7', exact: true })).toBeVisible();
}

const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent);

it('the RUT of the agency is behind what a clerk never needs, by keyboard too', async () => {
  await showReview();
  const advanced = page.getByRole('button', { name: 'Avanzado' });
  const field = page.getByRole('dialog').getByRole('textbox');
  expect(page.getByText('RUT de la agencia…').elements()).toEqual([]);
  await expect.element(advanced).toBeVisible();
  (advanced.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'RUT de la agencia…' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(advanced).toHaveFocus();
});

it.each([
  ['several clients', createAgencyMain(), ['Qué', 'Cliente', 'Despachos']],
  ['one client', createAgencyMain({ clients: createAgencyMain().clients.slice(0, 1) }), ['Qué', 'Despachos']],
] as const)('with %s the client is the second column, else it is left out', async (_, main, columns) => {
  await showReview(main);
  await expect
    .poll(() =>
      heads()
        .filter((head) => head !== '')
        .slice(0, columns.length),
    )
    .toEqual(columns);
});

it.each([683, 1366])(
  'at %d pixels Ctrl+F filters, counts what is left out, and Escape undoes it',
  async (width) => {
    await page.viewport(width, 600);
    onTestFinished(() => page.viewport(1366, 768));
    const none = Object.fromEntries(findingKinds.map((kind) => [kind, 0])) as Record<
      (typeof findingKinds)[number],
      number
    >;
    const rows = ['one', 'two', 'three'].map((id) => ({ ...finding, id }));
    await show(
      <InAppWindow>
        <SubjectProvider>
          <Review route={{ view: 'review' }} />
        </SubjectProvider>
      </InAppWindow>,
      {
        ...createAgencyMain().handlers,
        'search.days': async ({ text }) => ({ rest: text }),
        'dossier.findings': async ({ filter }) => {
          const found = filter ? rows.slice(0, 1) : rows;
          const byKind = { ...none, [finding.reason.kind]: found.length };
          return { rows: found, offset: 0, total: found.length, byKind, dismissed: 0 };
        },
      },
    );
    const cells = page.getByRole('gridcell', { name: '7', exact: true });
    await expect.element(cells).toHaveLength(3);
    await userEvent.keyboard('{Control>}f{/Control}');
    const field = page.getByRole('textbox', { name: 'Filtrar lo que hay que revisar' });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('naviera');
    await expect.element(page.getByText('2 filas quedan fuera del filtro')).toBeVisible();
    await expect.element(page.getByText('2 filas quedan fuera del filtro')).toBeInViewport({ ratio: 1 });
    await expect.element(cells).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(cells).toHaveLength(3);
    await expect.element(field).toHaveValue('');
    await expect.element(page.getByText(/fuera del filtro/)).not.toBeInTheDocument();
  },
);

it('no pane takes room until a row is chosen, and the chosen one stays in sight above it', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ ...finding, id: `finding-${index}` }));
  const none = Object.fromEntries(findingKinds.map((kind) => [kind, 0])) as Record<
    (typeof findingKinds)[number],
    number
  >;
  await show(
    <InAppWindow>
      <SubjectProvider>
        <div style={{ display: 'grid', height: 600 }}>
          <Review route={{ view: 'review' }} />
        </div>
      </SubjectProvider>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.findings': async () => ({
        rows,
        offset: 0,
        total: rows.length,
        dismissed: 0,
        byKind: { ...none, [finding.reason.kind]: rows.length },
      }),
    },
  );
  const grid = page.getByRole('treegrid');
  await expect.element(page.getByRole('gridcell', { name: '7', exact: true }).first()).toBeVisible();
  const detail = page.getByRole('region', { name: 'Detalle', exact: true });
  await expect.element(detail).not.toBeInTheDocument();
  const box = grid.element().getBoundingClientRect();
  const lowest = document.elementFromPoint(box.left + 200, box.bottom - 48)?.closest('tr');
  if (!lowest) throw new Error('no row at the end of the list');
  const line = lowest.dataset['line'];
  await userEvent.click(lowest);
  await expect.element(detail).toBeVisible();
  const bottom = () => document.querySelector(`tr[data-line="${line}"]`)?.getBoundingClientRect().bottom;
  const paneTop = detail.element().getBoundingClientRect().top;
  expect(paneTop).toBeLessThan(box.bottom);
  await expect.poll(bottom).toBeLessThanOrEqual(paneTop);
});
