import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { PaymentTableView } from '../../../../../renderer/features/payments/payment-table-view.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import type { AmountSum } from '../../../../../shared/model/amounts.ts';
import type {
  PaymentHeading,
  PaymentTable,
  PaymentTotals,
} from '../../../../../shared/model/payment-table.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const sum: AmountSum = { sum: 1190, known: 1, unknown: 0 };
const totals: PaymentTotals = {
  count: 1,
  amount: sum,
  net: sum,
  tax: sum,
  exempt: sum,
  balance: sum,
  debit: sum,
};
const client: PaymentHeading = { key: acme, label: 'ACME Ltda.', rut: acme };
const supplier: PaymentHeading = { key: 'TGR', label: 'Tesorería' };
const month: PaymentHeading = { key: '2026-10', label: '2026-10' };

/** A table of one disbursement. */
function tableOf(row: PaymentHeading, columns: readonly PaymentHeading[] = []): PaymentTable {
  const cells = columns.map((_, column) => ({ ...sum, column, count: 1 }));
  return {
    columns,
    sections: [{ currency: '', rows: [{ ...row, totals, cells }], totals, cells }],
    count: 1,
  };
}

const shown: ComponentProps<typeof PaymentTableView> = {
  route: { view: 'payments', part: 'table' },
  scope: {},
  requestCount: 0,
  note: '',
  filterText: {
    text: '',
    setText: () => undefined,
    submit: () => undefined,
    submission: 1,
    filter: {},
    isNarrowed: false,
  },
};

/** Shows the table; main answers for months only once it is let to. */
async function showTable(withMonths: PaymentTable) {
  const { promise, resolve } = Promise.withResolvers<PaymentTable>();
  const asked: CallInput<'carpeta.paymentTable'>[] = [];
  await show(
    <InAppWindow>
      <PaymentTableView {...shown} />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'carpeta.paymentTable': async (query) => {
        asked.push(query);
        if (query.rows === 'month' || query.columns === 'month') return promise;
        return tableOf(client, query.columns === 'supplier' ? [supplier] : []);
      },
    },
  );
  await expect.element(page.getByRole('rowheader', { name: 'ACME Ltda.' })).toBeVisible();
  return { asked, answer: () => resolve(withMonths) };
}

async function choose(field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

it('months in the rows come in place of the clients, and the screen stands until they do', async () => {
  const { asked, answer } = await showTable(tableOf(month));
  await choose('Filas', 'Mes');
  await expect.poll(() => asked.at(-1)?.rows).toBe('month');
  await expect.element(page.getByRole('toolbar')).toBeVisible();
  await expect.element(page.getByRole('rowheader', { name: 'ACME Ltda.' })).not.toBeInTheDocument();
  answer();
  await expect.element(page.getByRole('rowheader', { name: 'octubre de 2026' })).toBeVisible();
});

it('months in the columns come in place of the suppliers, and the screen stands until they do', async () => {
  const { asked, answer } = await showTable(tableOf(client, [month]));
  await choose('Columnas', 'Proveedor');
  await expect.element(page.getByRole('columnheader', { name: 'Tesorería' })).toBeVisible();
  await choose('Columnas', 'Mes');
  await expect.poll(() => asked.at(-1)?.columns).toBe('month');
  await expect.element(page.getByRole('toolbar')).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: 'Tesorería' })).not.toBeInTheDocument();
  answer();
  await expect.element(page.getByRole('columnheader', { name: 'octubre de 2026' })).toBeVisible();
});

it('a figure leads to those of its currency only where currencies are named', async () => {
  const { answer } = await showTable(inDollars(tableOf(month)));
  const figure = page.getByRole('cell').getByRole('link').first();
  await expect.element(figure).toHaveAttribute('href', expect.not.stringContaining('currency'));
  await choose('Filas', 'Mes');
  answer();
  await expect.element(page.getByRole('heading', { name: 'USD' })).toBeVisible();
  await expect.element(figure).toHaveAttribute('href', expect.stringContaining('currency'));
});

it('a table that has nothing left when it is saved says so', async () => {
  const saved: unknown[] = [];
  let isThere = true;
  await show(
    <InAppWindow>
      <PaymentTableView {...shown} />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'carpeta.paymentTable': async () =>
        isThere ? tableOf(client) : { columns: [], sections: [], count: 0 },
      'carpeta.paymentsToAsk': async () => ({ queries: [], requests: 0 }),
      'carpeta.savePaymentTable': async (request) => void saved.push(request),
    },
  );
  await expect.element(page.getByRole('rowheader', { name: 'ACME Ltda.' })).toBeVisible();
  isThere = false;
  await page.getByRole('button', { name: 'Excel' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  await expect
    .element(page.getByText('No se guardó nada: no hay desembolsos con este filtro.'))
    .toBeVisible();
  expect(saved).toEqual([]);
});

function inDollars({ sections, ...table }: PaymentTable): PaymentTable {
  return { ...table, sections: sections.map((section) => ({ ...section, currency: 'USD' })) };
}
