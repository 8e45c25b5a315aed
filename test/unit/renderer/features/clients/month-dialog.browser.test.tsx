import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Clients from '../../../../../renderer/features/clients/clients.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import type { AmountSum } from '../../../../../shared/model/amounts.ts';
import type { ClientMonthShown } from '../../../../../shared/model/client-month.ts';
import { paymentMeasures } from '../../../../../shared/model/payment-table.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import type { SearchQuery } from '../../../../../shared/model/search-query.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { doneProgress } from '../../../../support/page/done-progress.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

const dialog = page.getByRole('dialog', { name: /^Mes de Comercial Andina/ });

function section(currency: string, sum: number, unknown = 0) {
  const amount: AmountSum = { sum, known: 2, unknown };
  const measures = Object.fromEntries(paymentMeasures.map((name) => [name, amount]));
  const totals = {
    count: 2 + unknown,
    ...measures,
  } as ClientMonthShown['payments']['sections'][number]['totals'];
  return { currency, totals, rows: [], cells: [] };
}

/** The clients' screen over a main that has a month of each client. */
async function showMonths(queries: readonly SearchQuery[] = []) {
  const agencyMain = createAgencyMain();
  const asked: CallInput<'dossier.month'>[] = [];
  const made: [string, CallInput<'dossier.month'>][] = [];
  Object.assign(agencyMain.handlers, {
    'dossier.month': async ({ rut, month }: CallInput<'dossier.month'>): Promise<ClientMonthShown> => {
      asked.push({ rut, month });
      return {
        rut: rut as Rut,
        month,
        asOf: '2026-10-31T12:00:00.000Z',
        isOver: true,
        dispatches: [],
        missing: [],
        partial: 0,
        unpaid: 0,
        undated: 0,
        outsideRules: 0,
        unreadable: 0,
        payments: { columns: [], sections: [section('', 1500, 1), section('USD', 20)], count: 5 },
        toAsk: { queries, requests: queries.length },
        notes: ['Las monedas no se suman entre ellas.'],
      };
    },
    'search.start': async () => ({ resultSetId: 'running' }),
    'search.progress': async () => ({ ...doneProgress('running'), state: 'running' }),
    'dossier.mailMonth': async (key: CallInput<'dossier.month'>) => {
      made.push(['mail', key]);
      return { drafts: 1, attached: 2, leftOut: [], to: '' };
    },
    'dossier.saveMonth': async (key: CallInput<'dossier.saveMonth'>) => {
      made.push([key.format, { rut: key.rut, month: key.month }]);
      return undefined;
    },
  });
  await show(
    <InAppWindow>
      <Clients />
    </InAppWindow>,
    agencyMain.handlers,
  );
  const rut = agencyMain.clients.find(({ name }) => name === 'Comercial Andina')?.rut;
  return { asked, made, rut };
}

it('what became of its mail is in sight in a low window', async () => {
  await page.viewport(683, 340);
  onTestFinished(() => page.viewport(1366, 768));
  await showMonths();
  await page.getByRole('button', { name: /^Mes de Comercial Andina/ }).click();
  await expect.element(dialog.getByText('3 desembolsos, 1 sin monto')).toBeVisible();
  await expect.element(dialog.getByText(/^Todavía se consulta/)).not.toBeInTheDocument();
  const open = dialog.getByRole('button', { name: 'Abrir en el correo' });
  await open.click();
  const opened = dialog.getByText(/Se abrió un correo con 2 adjuntos/);
  await expect.element(opened).toBeVisible();
  const { bottom } = opened.element().getBoundingClientRect();
  expect(bottom).toBeLessThan(open.element().getBoundingClientRect().top);
});

it('a month opens from its row, each currency by itself, and goes to the mail; without an address it says so', async () => {
  const { made, rut } = await showMonths();
  await page.getByRole('button', { name: /^Mes de Comercial Andina/ }).click();
  await expect.element(dialog.getByText('1.500')).toBeVisible();
  await expect.element(dialog.getByText(/^Todavía se consulta/)).not.toBeInTheDocument();
  await expect.element(dialog.getByText('3 desembolsos, 1 sin monto')).toBeVisible();
  await expect.element(dialog.getByText('Desembolsos en USD')).toBeVisible();
  await expect.element(dialog.getByText('Las monedas no se suman entre ellas.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Abrir en el correo' }).click();
  await expect.element(dialog.getByText(/Se abrió un correo con 2 adjuntos/)).toBeVisible();
  expect(made).toMatchObject([['mail', { rut }]]);
});

it('by keyboard a month opens from the bar, another one is chosen, and it is saved', async () => {
  const { asked, made } = await showMonths();
  await page
    .getByRole('grid')
    .getByText('Comercial Andina')
    .click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Mes…', exact: true }).click();
  await expect.element(dialog.getByRole('button', { name: 'Abrir en el correo' })).toHaveFocus();
  const first = asked[0]?.month ?? '';
  dialog.getByRole('button', { name: 'Mes anterior' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => asked.map(({ month }) => month < first)).toContain(true);
  await dialog.getByRole('button', { name: 'Guardar como Excel…' }).click();
  await expect.poll(() => made).toMatchObject([['xlsx', { month: asked.at(-1)?.month }]]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('says while it asks that a mail has only what has arrived', async () => {
  const range = { kind: 'days' as const, start: '2026-10-01', end: '2026-10-31' };
  await showMonths([
    {
      kind: 'range',
      connectionIds: ['agency'],
      ruts: ['76543210-3' as Rut],
      range,
      types: { kind: 'all', operation: 'both' },
      complete: true,
    },
  ]);
  await page.getByRole('button', { name: /^Mes de Comercial Andina/ }).click();
  await expect.element(dialog.getByText(/^Todavía se consulta: lo que se guarde o se envíe/)).toBeVisible();
});
