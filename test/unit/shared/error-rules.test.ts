import { expect, test } from 'vitest';
import { retryTable, ruleOf } from '../../../shared/error-rules.ts';
import { appCodes, serviceCodes } from '../../../shared/errors.ts';

test('every code that there is has its rule, and no other has', () => {
  expect(Object.keys(retryTable).sort()).toEqual([...serviceCodes, ...appCodes].sort());
});

test('of the service’s own codes one alone is asked again, and refusals of a key or an agency wait for a person', () => {
  const codes = (follows: string) => serviceCodes.filter((code) => ruleOf(code).follows === follows);
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
  expect(ruleOf('A_CODE_TO_COME')).toEqual({ follows: 'fail', concerns: 'document' });
  expect(ruleOf('constructor')).toEqual({ follows: 'fail', concerns: 'document' });
});
