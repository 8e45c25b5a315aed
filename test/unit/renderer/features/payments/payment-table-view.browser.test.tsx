import type { ComponentProps } from 'react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { PaymentTableView } from '../../../../../renderer/features/payments/payment-table-view.tsx';
import { speak } from '../../../../../renderer/ui/i18n/start-translations.ts';
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
  const asked: CallInput<'dossier.paymentTable'>[] = [];
  await show(
    <InAppWindow>
      <PaymentTableView {...shown} />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.paymentTable': async (query) => {
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
      'dossier.paymentTable': async () =>
        isThere ? tableOf(client) : { columns: [], sections: [], count: 0 },
      'dossier.paymentsToRequest': async () => ({ queries: [], requests: 0 }),
      'dossier.savePaymentTable': async (request) => void saved.push(request),
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

describe('the bars beside the table', () => {
  const amounts = (amount: number | undefined): PaymentTotals => {
    const known = amount === undefined ? { sum: 0, known: 0, unknown: 1 } : { ...sum, sum: amount };
    return { ...totals, amount: known };
  };
  const rowOf = (label: string, amount: number | undefined) => ({
    key: label,
    label,
    totals: amounts(amount),
    cells: [],
  });
  const sectionOf = (currency: string, figures: Readonly<Record<string, number | undefined>>) => ({
    currency,
    rows: Object.entries(figures).map(([label, amount]) => rowOf(label, amount)),
    totals: amounts(0),
    cells: [],
  });

  /** Shows a table by client of these currencies. */
  async function showSections(sections: PaymentTable['sections']) {
    await show(
      <InAppWindow>
        <PaymentTableView {...shown} />
      </InAppWindow>,
      {
        ...createAgencyMain().handlers,
        'dossier.paymentTable': async () => ({ columns: [], sections, count: 1 }),
      },
    );
    await expect.element(page.getByRole('table').first()).toBeVisible();
  }

  /** What each bar of a picture stands for, with its length in percent. */
  function barsOf(picture: Locator) {
    return [...picture.element().querySelectorAll<HTMLElement>('[title]')].map((bar) => {
      const rect = bar.querySelector('rect');
      const length = Number(rect?.getAttribute('width'));
      return [bar.title, length, rect?.hasAttribute('data-negative') === true];
    });
  }

  const pictures = page.getByRole('img', { name: 'Barras de Monto por Cliente' });

  it('are as long as their amounts, the longest first, and tell what is negative by its colour', async () => {
    await showSections([
      sectionOf('', { 'Acme Ltda.': 500, 'Naviera Sur': -1000, Andina: 250, Nada: 0, 'Sin dato': undefined }),
    ]);
    expect(barsOf(pictures)).toEqual([
      ['Naviera Sur: -1.000', 100, true],
      ['Acme Ltda.: 500', 50, false],
      ['Andina: 250', 25, false],
    ]);
    const [negative, positive] = [...pictures.element().querySelectorAll('rect')].map(
      (rect) => getComputedStyle(rect).fill,
    );
    expect(negative).not.toBe(positive);
  });

  it('of a currency are measured by it alone, and its table has every figure by name', async () => {
    const inPesos = { 'Acme Ltda.': 1_000_000, Andina: 500_000 };
    await showSections([
      sectionOf('CLP', inPesos),
      sectionOf('USD', { 'Acme Ltda.': 10, Andina: -40, 'Solo Uno': 0 }),
    ]);
    const dollars = page.getByRole('region', { name: 'Moneda: USD' });
    expect(barsOf(dollars.getByRole('img'))).toEqual([
      ['Andina: -40', 100, true],
      ['Acme Ltda.: 10', 25, false],
    ]);
    const table = dollars.getByRole('table', { name: 'Desembolsos por Cliente' });
    await expect
      .element(
        table
          .getByRole('row', { name: /Andina/ })
          .getByRole('link')
          .first(),
      )
      .toBeVisible();
    await expect.element(table.getByRole('row', { name: /Andina/ })).toMatchTextContent(/-40/);
    await expect.element(table.getByRole('row', { name: /Solo Uno/ })).toBeVisible();
    const pesos = page.getByRole('region', { name: 'Moneda: CLP' });
    expect(barsOf(pesos.getByRole('img')).map(([, length]) => length)).toEqual([100, 50]);
  });

  it('are the twelve largest of many rows, whose table has them all', async () => {
    const figures = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`Cliente ${at + 1}`, at + 1]));
    await showSections([sectionOf('', figures)]);
    expect(barsOf(pictures).map(([title]) => title)).toEqual(
      Array.from({ length: 12 }, (_, at) => `Cliente ${20 - at}: ${20 - at}`),
    );
    await expect.element(page.getByText('Las 12 mayores en Monto')).toBeVisible();
    expect(page.getByRole('rowheader', { name: /^Cliente/ }).elements()).toHaveLength(20);
  });

  it('are not there for one row, or where no amount is known', async () => {
    await showSections([sectionOf('', { 'Acme Ltda.': 500, Andina: undefined })]);
    await expect.element(page.getByRole('rowheader', { name: 'Andina' })).toBeVisible();
    expect(pictures.elements()).toEqual([]);
  });
});

it('names of 120 letters and of other scripts leave the RUT whole, and namesakes are told apart', async () => {
  const long = `=HYPERLINK("Sociedad") ${'Comercializadora e Importadora '.repeat(4)}`.slice(0, 120);
  const namesakes = ['77100201-3', '77100202-1'].map((rut) => ({ key: rut, rut, label: long }));
  const arabic = { key: '77100204-8', rut: '77100204-8', label: 'مستورد الجنوب' };
  const other = { ...totals, amount: { ...sum, sum: 5 } };
  const rows = [...namesakes, arabic].map((row) => ({ ...row, totals: other, cells: [] }));
  await show(
    <InAppWindow>
      <PaymentTableView {...shown} />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.paymentTable': async () => ({
        columns: [],
        sections: [{ currency: '', rows, totals, cells: [] }],
        count: 3,
      }),
    },
  );
  const headings = page.getByRole('rowheader');
  await expect.element(headings.first()).toBeVisible();
  for (const [row, rut] of ['77.100.201-3', '77.100.202-1'].entries()) {
    const heading = headings.nth(row);
    await expect.element(heading).toHaveAttribute('title', `${long} · ${rut}`);
    const { right } = heading.getByText(rut, { exact: true }).element().getBoundingClientRect();
    expect(right).toBeLessThanOrEqual(heading.element().getBoundingClientRect().right);
    await expect.element(page.getByRole('img').getByTitle(`${long} · ${rut}: 5`)).toBeInTheDocument();
  }
  // Turned around, a RUT reads as another number.
  expect(getComputedStyle(headings.nth(2).getByText('مستورد الجنوب').element()).unicodeBidi).toBe('isolate');
});

it('a filter counts the disbursements that it leaves out', async () => {
  await show(
    <InAppWindow>
      <PaymentTableView
        {...shown}
        filterText={{ ...shown.filterText, text: 'tgr', filter: { words: 'tgr' }, isNarrowed: true }}
      />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.paymentTable': async ({ filter }) => ({ ...tableOf(client), count: filter ? 1 : 4 }),
    },
  );
  await expect.element(page.getByText('3 desembolsos quedan fuera del filtro')).toBeVisible();
});

it('the name of a row stays beside its figures where a wide table is scrolled', async () => {
  await page.viewport(683, 384);
  onTestFinished(() => page.viewport(1366, 768));
  const months = Array.from({ length: 12 }, (_, at) => {
    const key = `2026-${String(at + 1).padStart(2, '0')}`;
    return { key, label: key };
  });
  await show(
    <InAppWindow>
      <PaymentTableView {...shown} route={{ ...shown.route, choices: { columns: 'month' } }} />
    </InAppWindow>,
    { ...createAgencyMain().handlers, 'dossier.paymentTable': async () => tableOf(client, months) },
  );
  const heading = page.getByRole('rowheader', { name: 'ACME Ltda.' });
  await expect.element(heading).toBeVisible();
  const last = page.getByRole('columnheader').last().element();
  last.scrollIntoView({ inline: 'end' });
  const { left, right, top } = heading.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(last.getBoundingClientRect().right).toBeLessThanOrEqual(683);
  // Seen, and not under a figure.
  const seen = document.elementFromPoint((left + right) / 2, top + 8);
  expect(heading.element().contains(seen)).toBe(true);
  await expect.element(page.getByText(/Cada cifra abre los suyos\.$/)).toBeInTheDocument();
});

it.each([
  ['es-CL', 'Filas', 'Columnas'],
  ['en', 'Rows', 'Columns'],
] as const)(
  'at 683 pixels the fields of the table and Excel are on one line, and whole (%s)',
  async (language, rows, columns) => {
    await page.viewport(683, 384);
    onTestFinished(async () => {
      await page.viewport(1366, 768);
      await speak('es-CL');
    });
    await show(
      <InAppWindow>
        <PaymentTableView {...shown} />
      </InAppWindow>,
      { ...createAgencyMain().handlers, 'dossier.paymentTable': async () => tableOf(client) },
    );
    await speak(language);
    const fields = [rows, columns].map((name) => page.getByRole('combobox', { name }));
    await expect.element(page.getByRole('rowheader', { name: 'ACME Ltda.' })).toBeVisible();
    await expect.poll(() => fields[1]?.elements().length).toBe(1);
    const middles = [...fields, page.getByRole('button', { name: 'Excel' })].map((field) => {
      const { top, bottom } = field.element().getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    });
    expect(new Set(middles).size).toBe(1);
    for (const field of fields) {
      const { scrollWidth, clientWidth } = field.element();
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    }
  },
);
