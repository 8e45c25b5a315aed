import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Connections from '../../../../../renderer/features/connections/connections.tsx';
import { AppError } from '../../../../../shared/errors.ts';
import type { KeyState } from '../../../../../shared/model/connection.ts';
import type { UserRole } from '../../../../../shared/model/user-role.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { focus } from '../../../../support/page/focus.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { pressTwice } from '../../../../support/page/press-twice.ts';
import { show } from '../../../../support/page/show.tsx';

const dialog = page.getByRole('dialog');
const since = '2026-11-02T12:00:00Z';

async function showConnections(key?: KeyState) {
  await show(
    <InAppWindow>
      <Connections />
    </InAppWindow>,
    createAgencyMain(key && { key }).handlers,
  );
}

const open = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** Fills every field of one line: that for a mail takes each of them, too. */
async function fillLines(text: string) {
  for (const field of dialog.getByRole('textbox').all()) {
    if (field.element().tagName === 'INPUT') await field.fill(text);
  }
}

async function leave() {
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
}

it('every dialog of an agency can be left, and the one for a key acts only once it is filled', async () => {
  await showConnections();
  await open('Reemplazar clave');
  const replace = dialog.getByRole('button', { name: 'Reemplazar clave' });
  await expect.element(replace).toBeDisabled();
  await dialog.getByLabelText('Clave de API', { exact: true }).fill('una-clave-cualquiera');
  await expect.element(replace).toBeEnabled();
  await leave();
  for (const name of ['Cambiar', 'Conectar con una agencia', 'Quitar']) {
    await open(name);
    await leave();
  }
});

it.each([
  ['Reemplazar clave', 'Reemplazar clave'],
  ['Conectar con una agencia', 'Conectar'],
])('in “%s” the button “%s” keeps the focus while what was typed is tried, once', async (name, action) => {
  let trials = 0;
  const trial = Promise.withResolvers<never>();
  await show(
    <InAppWindow>
      <Connections />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'connections.try': () => {
        trials++;
        return trial.promise;
      },
    },
  );
  await open(name);
  // Every field is there once one of them is.
  await dialog.getByLabelText('Clave de API', { exact: true }).fill('una-clave-cualquiera');
  await fillLines('https://agencia.cl');
  const button = dialog.getByRole('button', { name: action, exact: true });
  await focus(button);
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => trials).toBe(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveFocus();
  expect(trials).toBe(1);
});

it.each([
  ['Reemplazar clave', 'Reemplazar clave', 'Reemplazar de todos modos'],
  ['Conectar con una agencia', 'Conectar', 'Conectar de todos modos'],
])(
  'in “%s”, where the trial by “%s” has failed, “%s” shows that it works, and acts once',
  async (name, action, anyway) => {
    let actions = 0;
    const stored = () => {
      actions++;
      return new Promise<never>(() => undefined);
    };
    await show(
      <InAppWindow>
        <Connections />
      </InAppWindow>,
      {
        ...createAgencyMain().handlers,
        'connections.try': async () => {
          throw new AppError('NO_NETWORK', 'no network');
        },
        'connections.add': stored,
        'connections.replaceKey': stored,
      },
    );
    await open(name);
    await dialog.getByLabelText('Clave de API', { exact: true }).fill('una-clave-cualquiera');
    await fillLines('https://agencia.cl');
    await dialog.getByRole('button', { name: action, exact: true }).click();
    const button = dialog.getByRole('button', { name: anyway });
    await focus(button);
    await userEvent.keyboard('{Enter}');
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveFocus();
    await pressTwice(button.element());
    expect(actions).toBe(1);
  },
);

it('an address that can never be one cannot be kept all the same', async () => {
  await show(
    <InAppWindow>
      <Connections />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'connections.try': async () => {
        throw new AppError('BASE_URL_INVALID', 'no address');
      },
    },
  );
  await open('Conectar con una agencia');
  await dialog.getByLabelText('Clave de API', { exact: true }).fill('una-clave-cualquiera');
  await fillLines('https://agencia..cl');
  await dialog.getByRole('button', { name: 'Conectar', exact: true }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/no es una dirección web/);
  expect(dialog.getByRole('button', { name: 'Conectar de todos modos' }).all()).toEqual([]);
});

it('before a connection is removed, its key in the keychain is told of where there is one', async () => {
  await showConnections({ kind: 'kept', hint: 'abcd…wxyz', since });
  await open('Quitar');
  await expect.element(dialog).toMatchTextContent(/Se quita la conexión/);
  await expect
    .element(dialog)
    .toMatchTextContent(/su clave del (Administrador de credenciales|Llavero|depósito de claves)/);
});

it('before a connection is removed, no keychain is told of where the key is not in one', async () => {
  await showConnections({ kind: 'session', hint: '', since, reason: 'no secret service' });
  await open('Quitar');
  await expect.element(dialog).toMatchTextContent(/Se quita la conexión/);
  await expect
    .element(dialog)
    .not.toMatchTextContent(/Administrador de credenciales|Llavero|depósito de claves/);
});

it('the practice agency is opened as an agency or as an importer, and tried as the other one later', async () => {
  const { connection, handlers } = createAgencyMain();
  let practisedAs: UserRole | undefined;
  await show(
    <InAppWindow>
      <Connections />
    </InAppWindow>,
    {
      ...handlers,
      'connections.list': async () => [
        connection,
        ...(practisedAs ? [{ ...connection, id: 'practice', isPractice: true, practisedAs }] : []),
      ],
      'connections.practice': async (input) => {
        practisedAs = input?.office ?? 'agency';
        return connection;
      },
      'practice.faults': async () => ({ names: [], active: [] }),
    },
  );
  await open('Abrir la agencia de práctica');
  await page.getByRole('menuitem', { name: 'Probar como importador' }).click();
  await expect.element(page.getByText(/La pruebas como importador/)).toBeVisible();
  expect(practisedAs).toBe('company');
  await open('Probar como agencia');
  await expect.element(page.getByRole('button', { name: 'Probar como importador' })).toBeVisible();
  expect(practisedAs).toBe('agency');
});
