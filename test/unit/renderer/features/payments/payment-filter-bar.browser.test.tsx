import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PaymentFilterBar } from '../../../../../renderer/features/payments/payment-filter-bar.tsx';
import { usePaymentFilter } from '../../../../../renderer/features/payments/use-payment-filter.ts';
import type { Day } from '../../../../../shared/model/dates.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import type { SearchQuery } from '../../../../../shared/model/search-query.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const other = '9068826-K' as Rut;
const period = { start: '2026-10-01' as Day, end: '2026-10-31' as Day };
const query: SearchQuery = {
  kind: 'range',
  connectionIds: ['agency'],
  ruts: [other],
  range: { kind: 'days', ...period },
  types: { kind: 'all', operation: 'both' },
  complete: false,
};

const route = { view: 'payments', part: 'table' } as const;

function Bar() {
  const [rut, setRut] = useState(acme);
  const field = useRef<HTMLInputElement>(null);
  return (
    <InAppWindow>
      <button type="button" onClick={() => setRut(other)}>
        Otro cliente
      </button>
      <PaymentFilterBar
        route={route}
        scope={{ ruts: [rut] }}
        filterText={usePaymentFilter(route, { ruts: [rut] })}
        field={field}
        onRequested={() => undefined}
      />
    </InAppWindow>
  );
}

it('Enter asks for the client in sight alone: another one waits for another Enter', async () => {
  const { handlers, queries } = createAgencyMain();
  await show(<Bar />, {
    ...handlers,
    'search.days': async () => ({ rest: '', period }),
    'search.progress': () => new Promise(() => undefined),
    'dossier.paymentsToRequest': async ({ scope }) =>
      scope.ruts?.[0] === other ? { queries: [query], requests: 1 } : { queries: [], requests: 0 },
  });
  const field = page.getByRole('textbox', { name: 'Filtrar desembolsos' });
  await field.fill('octubre');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status').first()).toBeVisible();
  await page.getByRole('button', { name: 'Otro cliente' }).click();
  await expect.element(page.getByRole('button', { name: 'Consultar los de este' })).toBeEnabled();
  expect(queries).toEqual([]);
  await field.click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => queries).toEqual([query]);
});
