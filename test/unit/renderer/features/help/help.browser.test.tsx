import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HowTo } from '../../../../../renderer/components/help/how-to.tsx';
import Help from '../../../../../renderer/features/help/help.tsx';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

it('a topic shows its picture, which says in words what it shows', async () => {
  await show(
    <InAppWindow>
      <Help topic="download" />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  const picture = page.getByRole('img', { name: /^El diálogo de descarga/ });
  await expect.element(picture).toBeVisible();
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBe(960);
});

it('where one is, a button opens the topics of that screen, the first one at once', async () => {
  await show(
    <InAppWindow>
      <HowTo screen="cuadratura" />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  const button = page.getByRole('button', { name: '¿Cómo…?' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: '¿Cómo…?' });
  await expect
    .element(dialog.getByRole('heading', { name: 'Cuadrar con el registro de compras' }))
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: /registro|Filtrar/ })).toHaveLength(3);
  await dialog.getByRole('button', { name: 'Encontrar lo que el registro no tiene' }).click();
  await expect
    .element(dialog.getByRole('heading', { name: 'Encontrar lo que el registro no tiene' }))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

it('a screen with one topic opens it without a choice', async () => {
  await show(
    <InAppWindow>
      <HowTo screen="month" />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  await page.getByRole('button', { name: '¿Cómo…?' }).click();
  await expect.element(page.getByRole('heading', { name: 'Enviar a un cliente su mes' })).toBeVisible();
  expect(page.getByRole('navigation').query()).toBeNull();
});

it('a screen without a topic leads to the help', async () => {
  await show(
    <InAppWindow>
      <HowTo screen="settings" />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  await page.getByRole('button', { name: '¿Cómo…?' }).click();
  expect(window.location.hash).toBe('#/help');
});
