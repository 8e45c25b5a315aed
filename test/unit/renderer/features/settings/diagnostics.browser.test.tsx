import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Diagnostics } from '../../../../../renderer/features/settings/diagnostics.tsx';
import type { AppInfo } from '../../../../../shared/model/settings.ts';
import { show } from '../../../../support/page/show.tsx';

const info: AppInfo = {
  version: '1.2.3',
  host: 'electron',
  platform: 'win32 x64',
  versions: {},
  userData: 'C:\\datos',
  logFolder: 'C:\\datos\\logs',
  setAside: [],
  practiceOnly: false,
};
const said = 'ERROR: El administrador deshabilitó la edición del Registro.';

it('what an administrator sets and could not be read is said, in the words of the system', async () => {
  await show(<Diagnostics />, { 'app.info': async () => ({ ...info, unreadPolicies: said }) });
  await expect.element(page.getByText('No se pudo leer lo que fija el administrador')).toBeVisible();
  await expect.element(page.getByText(said)).toBeVisible();
});

it('nothing is said of policies where all of them were read', async () => {
  await show(<Diagnostics />, { 'app.info': async () => info });
  await expect.element(page.getByText('1.2.3')).toBeVisible();
  expect(page.getByText('administrador').elements()).toEqual([]);
});
