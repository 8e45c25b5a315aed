import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import PaymentsScreen from '../../../../../renderer/features/payments/payments.tsx';
import type { DeliveryDocument } from '../../../../../shared/model/delivery.ts';
import type { SupportedPayment } from '../../../../../shared/model/review.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { Printing } from '../../../../support/page/printing.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const noSum = { sum: 0, known: 0, unknown: 0 };
const all = {
  key: '',
  label: '',
  currency: '',
  count: 3,
  amount: noSum,
  net: noSum,
  tax: noSum,
  balance: noSum,
  debit: noSum,
};

/** A payment of a dispatch with its supporting documents, or with a document of another issuer. */
function payment(
  dispatchNumber: string,
  documentIds: readonly string[],
  otherIssuer: readonly string[] = [],
): SupportedPayment {
  return {
    connectionId: 'c',
    rut: acme,
    id: `p${dispatchNumber}`,
    dispatchNumber,
    date: '2026-08-24',
    analysisCode: '20',
    analysisName: 'ALMACENAJE',
    documentNumber: '77',
    state: 'PAGADO',
    providerId: '3',
    providerName: 'Puerto',
    item: {},
    currency: '',
    support: {
      state: documentIds.length > 0 ? 'supported' : 'unsupported',
      documents: documentIds.map((documentId) => ({ documentId, by: 'number-and-issuer' })),
      otherIssuer,
    },
    supportedBy: documentIds.map((documentId) => ({ documentId, type: 'FACTURA', folio: '77' })),
  };
}

function document(number: string, documentId: string): DeliveryDocument {
  return {
    connectionId: 'c',
    number,
    documentId,
    type: 'FACTURA',
    folio: '77',
    issueDate: '',
    isActive: true,
    hasFile: true,
  };
}

const rows = [payment('7', ['invoice']), payment('8', []), payment('9', [], ['of another'])];

it('the documents behind the chosen payments are printed and downloaded as a set, and payments without one are counted', async () => {
  const printed: unknown[] = [];
  await show(
    <InAppWindow>
      <Printing onPrint={(selection) => printed.push(selection)}>
        <PaymentsScreen route={{ view: 'payments', part: 'list' }} />
      </Printing>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'search.days': async ({ text }) => ({ rest: text }),
      'dossier.payments': async () => ({
        rows,
        offset: 0,
        total: 3,
        supported: 1,
        unsupported: 2,
        withoutNumber: 0,
        notRequested: 0,
        dispatches: 3,
        sums: { all, byCurrency: [], byState: [], byAnalysis: [] },
      }),
      'deliveries.documents': async ({ number }) => [
        document(number, number === '7' ? 'invoice' : `other ${number}`),
        document(number, `declaration ${number}`),
      ],
    },
  );
  const row = page.getByRole('gridcell', { name: '7', exact: true });
  await expect.element(row).toBeVisible();
  await userEvent.keyboard('{Control>}p{/Control}');
  expect(printed).toEqual(['inspected']);
  await row.click({ modifiers: ['Control'] });
  await expect.element(page.getByText('1 fila elegida', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Elegir todo' }).click();
  await expect.element(page.getByText('3 filas elegidas · 2 sin documento')).toBeVisible();
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect
    .poll(() => printed.slice(1))
    .toEqual([
      { dispatches: expect.any(Array), documents: [{ connectionId: 'c', id: 'invoice', hasFile: true }] },
    ]);
  await page.getByRole('button', { name: 'Descargar…' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Descargar 1 documento' })).toBeVisible();
});

it('all rows of a long list are chosen without being read; what is pressed then reads them', async () => {
  const total = 150;
  const long = Array.from({ length: total }, (_, index) =>
    payment(String(index), index % 10 === 0 ? [] : [`invoice ${index}`]),
  );
  const [requested, printed]: [number[], unknown[]] = [[], []];
  await show(
    <InAppWindow>
      <Printing onPrint={(selection) => printed.push(selection)}>
        <PaymentsScreen route={{ view: 'payments', part: 'list' }} />
      </Printing>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'search.days': async ({ text }) => ({ rest: text }),
      'dossier.payments': async ({ offset, limit }) => {
        requested.push(offset);
        return {
          rows: long.slice(offset, offset + limit),
          offset,
          total,
          supported: 135,
          unsupported: 15,
          withoutNumber: 0,
          notRequested: 0,
          dispatches: total,
          sums: { all: { ...all, count: total }, byCurrency: [], byState: [], byAnalysis: [] },
        };
      },
      'deliveries.documents': async ({ number }) => [document(number, `invoice ${number}`)],
    },
  );
  const row = (number: string) => page.getByRole('gridcell', { name: number, exact: true }).first();
  await expect.element(row('149')).toBeInTheDocument();
  await row('1').click();
  requested.splice(0);
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(page.getByText('150 filas elegidas · 15 sin documento')).toBeVisible();
  await row('10').click({ modifiers: ['Control'] });
  await expect.element(page.getByText('149 filas elegidas · 14 sin documento')).toBeVisible();
  await row('1').click({ modifiers: ['Control'] });
  await expect.element(page.getByText('148 filas elegidas · 14 sin documento')).toBeVisible();
  expect(requested).toEqual([]);
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.poll(() => printed).toMatchObject([{ documents: { length: 134 } }]);
  expect(requested).not.toEqual([]);
});

it('amounts of several currencies are named, and added in each of them alone', async () => {
  const inCurrency = (currency: string, sum: number) => ({
    ...all,
    key: currency,
    label: currency,
    currency,
    amount: { sum, known: 1, unknown: 0 },
  });
  const groups = [inCurrency('', 1000), inCurrency('USD', 20)];
  const byState = groups.map((group) => ({ ...group, key: `${group.key} paid`, label: 'Pagado' }));
  const payments = {
    rows: [payment('7', []), { ...payment('8', []), currency: 'USD' }],
    offset: 0,
    total: 2,
    supported: 0,
    unsupported: 2,
    withoutNumber: 0,
    notRequested: 0,
    dispatches: 2,
    sums: { all, byCurrency: groups, byState, byAnalysis: [] },
  };
  const handlers = {
    ...createAgencyMain().handlers,
    'search.days': async ({ text }: { text: string }) => ({ rest: text }),
    'dossier.payments': async () => payments,
  };
  await show(
    <InAppWindow>
      <PaymentsScreen route={{ view: 'payments', part: 'list' }} />
      <PaymentsScreen route={{ view: 'payments', part: 'state' }} />
    </InAppWindow>,
    handlers,
  );
  const list = page.getByRole('grid', { name: 'Desembolsos' });
  const sums = page.getByRole('grid', { name: 'Sumas por estado' });
  await expect.element(list.getByRole('columnheader', { name: 'Moneda' })).toBeVisible();
  await expect.element(list.getByRole('gridcell', { name: 'USD' })).toBeVisible();
  for (const name of [/Total sin moneda declarada 3 1\.000/, /Total USD 3 20/]) {
    await expect.element(sums.getByRole('row', { name })).toBeVisible();
  }
});
