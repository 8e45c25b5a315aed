import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWordProblems } from '../../scripts/lint/words.mjs';

describe('check of the words', () => {
  it('names each key that is missing, unused, short of a plural or has other placeholders', () => {
    expect(findWordProblems(join(import.meta.dirname, 'fixtures/words'))).toEqual([
      'es-CL lacks the plural ui:few_many',
      'en lacks ui:onlySpanish',
      'es-CL lacks ui:onlyEnglish',
      'ui:hello has other placeholders in English',
      'nothing uses host:prompt.lost',
      'nothing uses ui:unused',
    ]);
  });
});
