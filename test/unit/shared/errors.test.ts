import { expect, it } from 'vitest';
import { AppError, toAppError } from '../../../shared/errors.ts';

it('what is thrown is the app’s own error as it stands, and anything else one without its words', () => {
  const own = new AppError('DISK_FULL', 'no room');
  expect(toAppError(own)).toBe(own);
  expect(toAppError(new TypeError('https://agencia/?key=secret'))).toMatchObject({
    ...{ code: 'UNEXPECTED', message: 'unexpected TypeError' },
  });
  expect(toAppError(undefined)).toBeInstanceOf(AppError);
});
