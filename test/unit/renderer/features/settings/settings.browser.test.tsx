import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Settings } from '../../../../../renderer/features/settings/settings.tsx';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

const advanced = page.getByText('Avanzado', { exact: true });
const numbers = ['Descargas a la vez', 'Límite de velocidad (kB/s)', 'Consultas a la vez'];

async function showSettings(handlers = createAgencyMain().handlers): Promise<void> {
  await show(
    <InAppWindow>
      <Settings Version={() => null} />
    </InAppWindow>,
    { ...handlers, 'downloads.previewName': async () => ({ path: '' }) },
  );
  await expect.element(advanced).toBeVisible();
}

it('what a clerk never needs is closed at first, and opens by keyboard', async () => {
  await showSettings();
  for (const name of numbers) await expect.element(page.getByLabelText(name)).not.toBeVisible();
  const retention = page.getByText('Conservación', { exact: true });
  await expect.element(retention).not.toBeVisible();
  advanced.element().closest('summary')?.focus();
  await userEvent.keyboard('{Enter}');
  for (const name of numbers) await expect.element(page.getByLabelText(name)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Conservación' })).toHaveAttribute('href', '#/folders');
});

it('a number that an administrator has set says so, where it is', async () => {
  const { handlers } = createAgencyMain();
  await showSettings({
    ...handlers,
    'settings.get': async () => {
      const view = await handlers['settings.get']?.(undefined);
      if (!view) throw new Error('without settings');
      return { ...view, managed: ['transfersAtOnce'] };
    },
  });
  await advanced.click();
  await expect.element(page.getByLabelText('Descargas a la vez')).toBeDisabled();
  await expect.element(page.getByText('Definido por tu administrador')).toBeVisible();
});

it('a pause of the reading shows, and ends where it shows', async () => {
  const { handlers } = createAgencyMain();
  await handlers['settings.change']?.({ pausesTexts: true });
  await showSettings(handlers);
  const pause = page.getByLabelText('Pausar la lectura');
  await expect.element(pause).toBeChecked();
  await pause.click();
  await expect.element(pause).not.toBeChecked();
  expect((await handlers['settings.get']?.(undefined))?.settings.pausesTexts).toBe(false);
});
