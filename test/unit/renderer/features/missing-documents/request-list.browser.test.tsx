import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { RequestList } from '../../../../../renderer/features/missing-documents/request-list.tsx';
import { type Route, useRoute } from '../../../../../renderer/ui/route.ts';
import type { CallInput } from '../../../../../shared/contract.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

function AtRoute() {
  const route = useRoute();
  return isOwn(route) ? <RequestList route={route} /> : null;
}

function isOwn(route: Route): route is Extract<Route, { view: 'missing' }> {
  return route.view === 'missing';
}

async function showAt(address: string) {
  const asked: CallInput<'dossier.chases'>[] = [];
  window.location.hash = address;
  await show(
    <InAppWindow>
      <AtRoute />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.chases': async (query) => {
        asked.push(query);
        return { rows: [], offset: 0, total: 0 };
      },
    },
  );
  return asked;
}

it('the requests to one party are shown alone, until all are shown again', async () => {
  const asked = await showAt('#/missing/asked?of=Ana');
  await page.getByRole('button', { name: 'Solicitado a: Ana' }).click();
  await expect.poll(() => window.location.hash).toBe('#/missing/asked');
  await expect.poll(() => asked.map(({ askedOf }) => askedOf)).toEqual(['Ana', undefined]);
});

it('so are those that name nobody', async () => {
  const asked = await showAt('#/missing/asked?of=-');
  await expect.element(page.getByRole('button', { name: 'Sin decir a quién' })).toBeVisible();
  expect(asked.map(({ askedOf }) => askedOf)).toEqual(['']);
});
