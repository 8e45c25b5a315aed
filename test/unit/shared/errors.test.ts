import { expect, it } from 'vitest';
import { CarpetaError, toCarpetaError } from '../../../shared/errors.ts';

it('what is thrown is the app’s own error as it stands, and anything else one without its words', () => {
  const own = new CarpetaError('DISK_FULL', 'no room');
  expect(toCarpetaError(own)).toBe(own);
  expect(toCarpetaError(new TypeError('https://agencia/?key=secret'))).toMatchObject({
    ...{ code: 'UNEXPECTED', message: 'unexpected TypeError' },
  });
  expect(toCarpetaError(undefined)).toBeInstanceOf(CarpetaError);
});
