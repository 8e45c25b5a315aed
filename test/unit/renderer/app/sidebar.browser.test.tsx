import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Sidebar } from '../../../../renderer/app/sidebar.tsx';
import { advancedViews, listViews } from '../../../../renderer/ui/route.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { show } from '../../../support/page/show.tsx';

it('the sidebar leads to every list but those that a clerk never needs', async () => {
  await show(
    <InAppWindow>
      <Sidebar />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  await expect.element(page.getByRole('link', { name: 'Desembolsos' })).toBeVisible();
  const hrefs = page
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'));
  const linked = listViews.filter((view) => hrefs.includes(`#/${view}`));
  expect(linked).toEqual(listViews.filter((view) => !advancedViews.some((one) => one === view)));
  expect(advancedViews).toEqual(['folders']);
});
