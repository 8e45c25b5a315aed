import { expect, test } from 'vitest';
import { createKeyRing } from '../../../../electron/connections/key-ring.ts';
import { memorySecrets } from '../../../support/app/secrets.ts';

test('a key that is removed is not in memory either, where the keychain did not take it', async () => {
  const secrets = memorySecrets();
  const keys = createKeyRing(secrets);
  secrets.isThere = false;
  await keys.put('account', 'a key of this session');
  expect(await keys.get('account')).toBe('a key of this session');
  await keys.remove('account');
  secrets.isThere = true;
  expect(await keys.get('account')).toBeUndefined();
  expect(await keys.state({ account: 'account', since: '2026-11-02T12:00:00Z', connectionIds: [] })).toEqual({
    kind: 'missing',
  });
});
