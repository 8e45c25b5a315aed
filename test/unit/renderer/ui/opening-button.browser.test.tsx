import { Menu } from '@mantine/core';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MenuButton, PanelButton } from '../../../../renderer/ui/opening-button.tsx';
import { preloadable } from '../../../../renderer/ui/preloadable.tsx';
import { show } from '../../../support/page/show.tsx';

const button = page.getByRole('button', { name: 'Más' });
const item = page.getByRole('menuitem', { name: 'Duplicar' });

it('a menu that is made as it is opened has the focus, gives it back to its button, and opens again', async () => {
  let chosen = 0;
  await show(
    <MenuButton
      button={(opening) => (
        <button type="button" {...opening}>
          Más
        </button>
      )}
    >
      <Menu.Item onClick={() => chosen++}>Duplicar</Menu.Item>
    </MenuButton>,
  );
  for (const end of ['{Escape}', '{Enter}']) {
    await button.click();
    await expect.element(item).toHaveFocus();
    await expect.element(button).toHaveAttribute('aria-expanded', 'true');
    const menu = page.getByRole('menu', { name: 'Más' });
    expect(button.element().getAttribute('aria-controls')).toBe(menu.element().id);
    await userEvent.keyboard(end);
    await expect.element(item).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  }
  expect(chosen).toBe(1);
});

const panel = preloadable(async () => ({ default: () => <input aria-label="Buscar una columna" /> }));

it('the button of a panel opens it with the focus in it, and closes it', async () => {
  await show(
    <PanelButton
      panel={panel}
      button={(opening) => (
        <button type="button" {...opening}>
          Más
        </button>
      )}
    >
      {() => <panel.Component />}
    </PanelButton>,
  );
  const field = page.getByRole('dialog', { name: 'Más' }).getByRole('textbox');
  for (let times = 0; times < 2; times++) {
    await button.click();
    await expect.element(field).toHaveFocus();
    await button.click();
    await expect.element(field).not.toBeInTheDocument();
  }
});
