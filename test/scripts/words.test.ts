import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWordProblems } from '../../scripts/lint/words.mjs';

describe('check of the words', () => {
  it('names, of each language there is, keys that are missing, short of a plural or have other placeholders, and unused ones', () => {
    expect(findWordProblems(join(import.meta.dirname, 'fixtures/words'))).toEqual([
      'es-CL lacks the plural ui:few_many',
      'en lacks ui:onlySpanish',
      'pt-BR lacks host:prompt.accept',
      'pt-BR lacks host:prompt.lost',
      'es-CL lacks ui:onlyEnglish, which en has',
      'es-CL lacks ui:onlyEnglish, which pt-BR has',
      'ui:hello has other placeholders in en',
      'ui:count_other has other placeholders in pt-BR',
      'ui:few_many has other placeholders in pt-BR',
      'nothing uses host:prompt.lost',
      'nothing uses ui:unused',
    ]);
  });
});
