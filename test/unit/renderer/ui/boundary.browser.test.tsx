import { QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { App } from '../../../../renderer/app/app.tsx';
import { DownloadsBar } from '../../../../renderer/features/downloads/downloads-bar.tsx';
import { createQueryClient } from '../../../../renderer/ipc/query-client.ts';
import { settingsKey, useSettings } from '../../../../renderer/ipc/settings-hooks.ts';
import { Boundary } from '../../../../renderer/ui/boundary.tsx';
import type { CallOutput } from '../../../../shared/contract.ts';
import { settingsSchema } from '../../../../shared/model/settings.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { show } from '../../../support/page/show.tsx';

it('what all of the page is drawn in is drawn anew once main answers rightly', async () => {
  const { queries, handlers, mend } = badBatch();
  await show(
    <QueryClientProvider client={queries}>
      <Boundary>
        <Whole />
      </Boundary>
    </QueryClientProvider>,
    handlers,
  );
  await expect.element(page.getByRole('alert')).toBeVisible();
  mend();
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect.element(page.getByText('Todo está aquí')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

it('a download that cannot be drawn is said where downloads stand, and leaves the rest of the window', async () => {
  const { queries, handlers, mend } = badBatch();
  await show(<App queries={queries} nonce="" />, handlers);
  const again = page.getByRole('button', { name: 'Reintentar' });
  await expect.element(page.getByRole('main')).toBeVisible();
  await expect.element(page.getByRole('navigation').first()).toBeVisible();
  // In the toolbar and in the downloads bar.
  await expect.poll(() => again.elements().length).toBe(2);
  mend();
  await again.first().click();
  await expect.poll(() => again.elements().length).toBe(1);
  await again.click();
  await expect.element(page.getByRole('banner')).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
});

/** Drawn from the settings, as the page is. */
function Whole() {
  useSettings();
  return (
    <InAppWindow>
      <p>Todo está aquí</p>
      <DownloadsBar />
    </InAppWindow>
  );
}

/**
 * A main whose list of downloads holds one that is of no version, until it is mended; the settings are here,
 * as they are before a page is drawn.
 */
function badBatch() {
  let list = [{ id: 'bad' }] as unknown as CallOutput<'downloads.list'>;
  const queries = createQueryClient();
  queries.setQueryData(settingsKey, { settings: settingsSchema.parse({}), managed: [] });
  return {
    queries,
    handlers: { ...createAgencyMain().handlers, 'downloads.list': async () => list },
    mend: () => {
      list = [];
    },
  };
}
