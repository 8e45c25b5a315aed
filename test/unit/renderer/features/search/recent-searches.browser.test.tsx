import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { RecentSearches } from '../../../../../renderer/features/search/recent-searches.tsx';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

it('recent searches that cannot be read are told of where no other is', async () => {
  const recent = (
    <InAppWindow>
      <RecentSearches />
    </InAppWindow>
  );
  await show(recent, { ...createAgencyMain().handlers, 'search.unreadable': async () => 1 });
  await expect.element(page.getByText(/Falta 1 búsqueda que está dañada/)).toBeVisible();
});

it('in a narrow column, a recent search keeps the RUT that tells two clients of one name apart', async () => {
  const name = 'Comercial Andes Verdes SpA';
  const clients = [acme, '96591760-8' as Rut].map((rut) => ({ rut, name, email: '', folder: '' }));
  const query = {
    kind: 'range' as const,
    connectionIds: ['c'],
    ruts: [acme],
    range: { kind: 'last-days' as const, days: 30 },
    types: { kind: 'all' as const, operation: 'both' as const },
    complete: false,
  };
  const recent = (
    <InAppWindow>
      <div style={{ width: 300 }}>
        <RecentSearches />
      </div>
    </InAppWindow>
  );
  await show(recent, {
    ...createAgencyMain().handlers,
    'clients.list': async () => clients,
    'search.recent': async () => [{ resultSetId: 'r', query, at: '2026-11-20T13:42:00.000Z' }],
  });
  const recentSearch = page.getByRole('button', { name: /76\.086\.428-5/ });
  const heights: number[] = [];
  for (const part of [name, '76.086.428-5', 'Últimos 30 días']) {
    const text = recentSearch.getByText(part, { exact: true });
    await expect.element(text).toBeVisible();
    const { scrollWidth, clientWidth, clientHeight } = text.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    heights.push(clientHeight);
  }
  // None goes over two lines.
  expect(new Set(heights).size).toBe(1);
});
