import { expect, test } from 'vitest';
import { errorCodes, isAppCode, ruleOf } from '../../../shared/error-codes.ts';

test('of the service’s own codes one alone is asked again, and refusals of a key or an agency wait for a person', () => {
  const codes = (follows: string) =>
    errorCodes.filter((code) => !isAppCode(code) && ruleOf(code).follows === follows);
  expect(codes('retry')).toEqual(['INTERNAL_ERROR']);
  expect(codes('wait')).toEqual([]);
  expect(codes('block')).toEqual([
    'API_KEY_INVALID',
    'PROJECT_ID_UNAUTHORIZED',
    'PROJECT_ID_UNDEFINED',
    'TENANT_UNRESOLVED',
  ]);
});

test('a code of a later version of the service is final', () => {
  for (const code of ['A_CODE_TO_COME', 'constructor'])
    expect(ruleOf(code)).toMatchObject({ follows: 'fail', concerns: 'document', isPersons: true });
});

test('what is waited for or repeated ends by itself, and what is final does not', () => {
  const isOf = (...follows: string[]) => errorCodes.filter((code) => follows.includes(ruleOf(code).follows));
  expect(isOf('wait', 'retry').filter((code) => ruleOf(code).isPersons)).toEqual([]);
  expect(isOf('fail').filter((code) => !ruleOf(code).isPersons)).toEqual([]);
});

test('another key mends what a refused, missing or unreadable key has stopped, and nothing else', () => {
  expect(errorCodes.filter((code) => ruleOf(code).mendedBy === 'key')).toEqual([
    'API_KEY_INVALID',
    'PROJECT_ID_UNAUTHORIZED',
    'KEY_MISSING',
    'NO_KEYCHAIN',
  ]);
});
