import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { StoredMatches } from '../../../../../renderer/features/search/stored-matches.tsx';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

it('matches that cannot be read are told of, and are not called nothing', async () => {
  const matches = (
    <InAppWindow>
      <StoredMatches text="101" onGo={() => undefined} />
    </InAppWindow>
  );
  await show(matches, {
    ...createAgencyMain().handlers,
    'rows.find': async () => ({ rows: [], unreadable: 2 }),
  });
  await expect.element(page.getByText(/2 filas están dañadas/)).toBeVisible();
  expect(page.getByText(/Nada guardado tiene/).elements()).toEqual([]);
});
