import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { App } from '../../../../renderer/app/app.tsx';
import { createQueryClient } from '../../../../renderer/ipc/query-client.ts';
import { settingsKey } from '../../../../renderer/ipc/settings-hooks.ts';
import { settingsSchema } from '../../../../shared/model/settings.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { show } from '../../../support/page/show.tsx';

const box = page.getByRole('combobox', { name: /Qué buscar/ });
const panel = page.getByRole('dialog', { name: 'Cómo se entiende' });

it('the app begins with the focus in the search box, whose panel opens once a person types or asks for it', async () => {
  const queries = createQueryClient();
  queries.setQueryData(settingsKey, { settings: settingsSchema.parse({}), managed: [] });
  await show(<App queries={queries} nonce="" />, createAgencyMain().handlers);
  await expect.element(box).toHaveFocus();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await userEvent.keyboard('Andina');
  await expect.element(panel).toBeVisible();
});
