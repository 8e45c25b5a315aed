import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Connections from '../../../../renderer/features/connections/connections.tsx';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { focus } from '../../../support/page/focus.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { show } from '../../../support/page/show.tsx';

const menuButton = page.getByRole('button', { name: /^Abrir la agencia de práctica/ });

/** The screen of an office that has no practice agency yet; opening one is answered when `open` is called. */
async function showWaiting() {
  const { connection, handlers } = createAgencyMain();
  const { promise, resolve } = Promise.withResolvers<void>();
  let practisedAs: 'agency' | 'company' | undefined;
  const all = () => [
    connection,
    ...(practisedAs ? [{ ...connection, id: 'practice', isPractice: true, practisedAs }] : []),
  ];
  await show(
    <InAppWindow>
      <Connections />
    </InAppWindow>,
    {
      ...handlers,
      'connections.list': async () => all(),
      'connections.practice': async (input) => {
        await promise;
        practisedAs = input?.office ?? 'agency';
        return connection;
      },
      'practice.faults': async () => ({ names: ['a'], active: [] }),
    },
  );
  return { open: resolve };
}

it('the menu of the practice agency gives the focus back, and what is selected in it leads it to that agency', async () => {
  const { open } = await showWaiting();
  await focus(menuButton);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(menuButton).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(menuButton).toHaveFocus();
  open();
  const view = page.getByRole('button', { name: 'Probar como importador' });
  await expect.element(view).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Probar como agencia' })).toHaveFocus();
});
