import { expect, it } from 'vitest';
import { AppError, toAppError } from '../../../shared/errors.ts';

it('what is thrown is the app’s own error as it stands, and anything else one without its words', () => {
  const own = new AppError('DISK_FULL', 'no room');
  expect(toAppError(own)).toBe(own);
  expect(toAppError(new TypeError('https://agencia/?key=secret'))).toMatchObject({
    code: 'UNEXPECTED',
    message: 'unexpected TypeError',
  });
  expect(toAppError(undefined)).toBeInstanceOf(AppError);
});

it.each(['EMFILE', 'ENFILE'])('%s is told as too many open files, whatever was to be opened', (code) => {
  const error = Object.assign(new Error('listen /secret'), { code });
  expect(toAppError(error)).toMatchObject({ code: 'TOO_MANY_OPEN_FILES', message: 'too many open files' });
});
