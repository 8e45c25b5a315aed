import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ProxyLogin } from '../../../../../renderer/features/connections/proxy-login.tsx';
import { speak } from '../../../../../renderer/ui/i18n/start-translations.ts';
import type { CallInput, Handlers } from '../../../../../shared/contract.ts';
import { AppError, toErrorData } from '../../../../../shared/errors.ts';
import type { ProxyLoginRequest } from '../../../../../shared/model/proxy.ts';
import { show } from '../../../../support/page/show.tsx';

const first: ProxyLoginRequest = {
  id: 'first',
  proxy: 'proxy.oficina:8080',
  realm: 'Oficina',
  isRetry: false,
  canSave: true,
};
/** What main asks after the proxy has refused that name with its password. */
const again: ProxyLoginRequest = { ...first, id: 'again', isRetry: true, user: 'ana' };

const dialog = page.getByRole('dialog');
const user = dialog.getByRole('textbox', { name: 'Usuario' });
const password = dialog.getByLabelText('Contraseña', { exact: true });
const enter = dialog.getByRole('button', { name: 'Entrar' });

/** Shows the question of a proxy, and gives what main is answered. */
async function showLoginRequest(result: Handlers['proxy.answer'] = async () => ({})) {
  const inputs: CallInput<'proxy.answer'>[] = [];
  const main = await show(<ProxyLogin />, {
    'proxy.waiting': async () => [first],
    'proxy.answer': async (input) => {
      inputs.push(input);
      return result(input);
    },
  });
  return { ...main, inputs };
}

it('a login that the proxy refuses is asked for again, in words and with the user name kept', async () => {
  const { emit, inputs } = await showLoginRequest();
  await user.fill('ana');
  await password.fill('mal');
  await expect.element(dialog).not.toMatchTextContent(/no eran correctos/);
  await enter.click();
  await expect.element(dialog).not.toBeInTheDocument();

  emit('proxy.asks', again);
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/usuario o la contraseña no eran correctos/);
  await expect.element(user).toHaveValue('ana');
  await expect.element(password).toHaveValue('');
  await expect.element(password).toHaveFocus();
  await password.fill('clave-secreta');
  await enter.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(inputs).toEqual([
    { id: 'first', login: { user: 'ana', password: 'mal', save: true } },
    { id: 'again', login: { user: 'ana', password: 'clave-secreta', save: true } },
  ]);
});

it('a refusal is told in English too', async () => {
  const { emit } = await showLoginRequest();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await speak('en');
  emit('proxy.asks', again);
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/user or the password was not right/);
});

it('a login that main does not take is told in the dialog, which stays and keeps the user name', async () => {
  let isThere = false;
  const { inputs } = await showLoginRequest(async () => {
    if (!isThere) throw new AppError('INTERNAL_ERROR', 'main is ending');
    return {};
  });
  await user.fill('ana');
  await password.fill('clave-secreta');
  await enter.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(user).toHaveValue('ana');
  await expect.element(password).toHaveValue('');
  isThere = true;
  await password.fill('clave-secreta');
  await enter.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(inputs).toHaveLength(2);
});

it('a question that is left is refused, also after an answer that main did not take', async () => {
  const { inputs } = await showLoginRequest(async ({ login }) => {
    if (login) throw new AppError('INTERNAL_ERROR', 'main is ending');
    return {};
  });
  await user.fill('ana');
  await enter.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => inputs.at(-1)).toEqual({ id: 'first' });
});

it('the question can be left at once although main never answers', async () => {
  await showLoginRequest(() => new Promise(() => undefined));
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('the question can be left although main never answers what was entered', async () => {
  await showLoginRequest(() => new Promise(() => undefined));
  await user.fill('ana');
  await enter.click();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it.each([
  ['es-CL', /no quedaron guardados: sirven hasta cerrar Carpeta.*NO_KEYCHAIN/s, 'Entendido'],
  ['en', /was not kept: it holds until Carpeta is closed.*NO_KEYCHAIN/s, 'Understood'],
] as const)(
  'a login that the keychain does not take is told by words and code (%s)',
  async (language, text, button) => {
    const error = toErrorData(new AppError('NO_KEYCHAIN', 'locked', { values: { reason: 'not-available' } }));
    await showLoginRequest(async () => ({ notSaved: error }));
    await user.fill('ana');
    await password.fill('clave-secreta');
    await enter.click();
    await speak(language);
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(text);
    await dialog.getByRole('button', { name: button }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  },
);
