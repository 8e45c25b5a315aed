import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { RecentSearches } from '../../../../../renderer/features/search/recent-searches.tsx';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
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
