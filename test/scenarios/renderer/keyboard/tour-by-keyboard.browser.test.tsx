import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { App } from '../../../../renderer/app/app.tsx';
import { createQueryClient } from '../../../../renderer/ipc/query-client.ts';
import { settingsKey } from '../../../../renderer/ipc/settings-hooks.ts';
import { goToStep } from '../../../../renderer/ui/tour-state.ts';
import { settingsSchema } from '../../../../shared/model/settings.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { show } from '../../../support/page/show.tsx';
import { tabTo } from '../../../support/page/tab-to.ts';

const box = page.getByRole('combobox', { name: /Qué buscar/ });
const card = page.getByRole('region', { name: /^Recorrido · paso/ });
const next = card.getByRole('button', { name: 'Siguiente' });
const leave = card.getByRole('button', { name: 'Dejar el recorrido' });

/** The help of the app, from which the tour is started by its button. */
async function startTour() {
  onTestFinished(() => goToStep(undefined));
  window.location.hash = '#/help';
  const queries = createQueryClient();
  queries.setQueryData(settingsKey, { settings: settingsSchema.parse({}), managed: [] });
  await show(<App queries={queries} nonce="" />, createAgencyMain().handlers);
  await tabTo(page.getByRole('button', { name: 'Empezar el recorrido' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('region', { name: 'Recorrido · paso 1 de 4' })).toBeVisible();
}

it('the tour is started, goes on and is left by keys alone, and leaves the focus in the main part', async () => {
  await startTour();
  await expect.element(box).toHaveFocus();
  await tabTo(next);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('region', { name: 'Recorrido · paso 2 de 4' })).toBeVisible();
  await expect.element(next).toHaveFocus();
  await tabTo(leave, 'back');
  await userEvent.keyboard('{Enter}');
  await expect.element(card).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.id).toBe('main');
});

it('Tab goes from the search box to the card before it reaches the screen', async () => {
  await startTour();
  await expect.element(box).toHaveFocus();
  const main = document.getElementById('main');
  while (!card.element().contains(document.activeElement)) {
    await userEvent.tab();
    expect(main?.contains(document.activeElement)).toBe(false);
  }
  await expect.element(leave).toHaveFocus();
});

it('Esc leaves the tour from the card, and leaves the focus in the main part', async () => {
  await startTour();
  await tabTo(next);
  await userEvent.keyboard('{Escape}');
  await expect.element(card).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.id).toBe('main');
});
