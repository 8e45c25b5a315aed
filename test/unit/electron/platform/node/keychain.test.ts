import { afterEach, describe, expect, test } from 'vitest';
import { createKeychain } from '../../../../../electron/platform/node/keychain.ts';
import { skippedFor } from '../../../../support/skipped.ts';

async function whyNoKeychain(): Promise<string | undefined> {
  if (process.env['CARPETA_TEST_KEYCHAIN'] === undefined)
    return 'there is no keychain that tests may write to';
  return import('keytar').then(
    () => undefined,
    () => 'keytar is not installed',
  );
}

const noKeychain = await whyNoKeychain();

/** On Windows the Credential Manager, whose entries hold 2,560 bytes. */
describe('the keychain of the system', skippedFor(noKeychain), () => {
  const keychain = createKeychain();
  const unique = `(test ${process.pid} ${Date.now()})`;
  const [north, south] = [`Agencia Ñuñoa ${unique} a`, `Agencia Ñuñoa ${unique} b`];
  afterEach(async () => {
    for (const account of [north, south]) await keychain.remove(account);
  });

  test.each([
    ['signs of a key', 'K3y+&=/"\\%'],
    ['letters with accents', 'clave de Ñuñoa: áéíóú'],
    ['a currency sign', '1 € = 1.050 $'],
    ['an emoji', '🗂️ carpeta 👩🏽‍💼'],
    ['2,500 bytes', 'k'.repeat(2_500)],
    ['2,500 bytes that are 1,250 letters', 'ñ'.repeat(1_250)],
  ])('gives back a key of %s', async (_, key) => {
    await keychain.set(north, key);
    expect(await keychain.get(north)).toBe(key);
  });

  test('keeps two connections of one agency apart, and replaces a key', async () => {
    await keychain.set(north, 'first');
    await keychain.set(south, 'second');
    await keychain.set(north, 'third');
    expect([await keychain.get(north), await keychain.get(south)]).toEqual(['third', 'second']);
    await keychain.remove(south);
    expect([await keychain.get(north), await keychain.get(south)]).toEqual(['third', undefined]);
  });

  test('has no key where somebody has deleted its entry, and no trouble with deleting it again', async () => {
    await keychain.set(north, 'a key');
    await keychain.remove(north);
    expect(await keychain.get(north)).toBeUndefined();
    await keychain.remove(north);
  });
});
