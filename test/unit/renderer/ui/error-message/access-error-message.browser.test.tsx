import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccessErrorMessage } from '../../../../../renderer/ui/error-message/access-error-message.tsx';
import { show } from '../../../../support/page/show.tsx';

test.each([
  ['API_KEY_INVALID', 1],
  ['NO_KEYCHAIN', 1],
  ['BASE_URL_INVALID', 1],
  ['CONNECTION_UNKNOWN', 1],
  ['TENANT_UNRESOLVED', 0],
  ['QUOTA_EXCEEDED', 0],
] as const)('%s leads to Agencies where a connection can be mended there', async (code, links) => {
  await show(<AccessErrorMessage error={{ code, message: '', status: 403 }} />, {});
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(page.getByRole('button', { name: 'Ir a Agencias' }).elements()).toHaveLength(links);
});
