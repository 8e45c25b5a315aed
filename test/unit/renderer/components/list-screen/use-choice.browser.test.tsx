import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import Review from '../../../../../renderer/features/review/review.list.tsx';
import { isListRoute, useRoute } from '../../../../../renderer/ui/route.ts';
import type { CallInput } from '../../../../../shared/contract.ts';
import { type Findings, findingKinds } from '../../../../../shared/model/review.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

const kind = page.getByRole('combobox', { name: 'Qué cosas' });
const dismissed = page.getByRole('checkbox', { name: /^Con los descartados/ });

function AtRoute() {
  const route = useRoute();
  return isListRoute(route) ? <Review route={route} /> : <p>otra pantalla</p>;
}

/** Shows the list of this address, or another screen; returns the queries that it makes. */
async function showAt(hash: string) {
  const queries: CallInput<'dossier.findings'>[] = [];
  window.location.hash = hash;
  await show(
    <InAppWindow>
      <AtRoute />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'app.info': () => new Promise(() => undefined),
      'dossier.findings': async (query) => {
        queries.push(query);
        const byKind = Object.fromEntries(findingKinds.map((one) => [one, 1])) as Findings['byKind'];
        return { rows: [], offset: 0, total: 0, byKind, dismissed: 2 };
      },
    },
  );
  return queries;
}

it('what is chosen stands in the address, and the way back and forward restores it', async () => {
  const queries = await showAt('#/review');
  await kind.click();
  await page.getByRole('option', { name: /^Los montos no suman/ }).click();
  await dismissed.click();
  await expect.poll(() => window.location.hash).toBe('#/review?kind=totals-differ&dismissed=yes');
  await expect.element(dismissed).toBeChecked();
  window.location.hash = '#/downloads';
  await expect.element(page.getByText('otra pantalla')).toBeVisible();
  queries.length = 0;
  window.history.back();
  await expect.element(kind).toHaveValue('Los montos no suman (1)');
  await expect.element(dismissed).toBeChecked();
  expect(queries.at(-1)).toMatchObject({ kinds: ['totals-differ'], withDismissed: true });
  window.history.forward();
  await expect.element(page.getByText('otra pantalla')).toBeVisible();
  window.history.back();
  await dismissed.click();
  await expect.poll(() => window.location.hash).toBe('#/review?kind=totals-differ');
});

it('a value in the address that is none is ignored', async () => {
  const queries = await showAt('#/review?kind=nada&dismissed=1');
  await expect.element(kind).toHaveValue('');
  await expect.element(dismissed).not.toBeChecked();
  expect(queries.at(-1)).toMatchObject({ withDismissed: false });
  expect(queries.at(-1)?.kinds).toBe(undefined);
});
