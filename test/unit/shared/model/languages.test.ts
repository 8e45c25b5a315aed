import { expect, it } from 'vitest';
import { asLanguage, languageNamed } from '../../../../shared/model/languages.ts';

it.each([
  ['en', 'en'],
  ['EN-gb', 'en'],
  ['en_US.UTF-8', 'en'],
  ['es', 'es-CL'],
  ['es-AR', 'es-CL'],
  ['es_ES@euro', 'es-CL'],
])('%s names %s', (tag, language) => {
  expect(languageNamed(tag)).toBe(language);
  expect(asLanguage(tag)).toBe(language);
});

it.each(['', 'C', 'POSIX', 'fr-FR', 'english', 'ens', '-en'])(
  '“%s” names no language; the first stands in',
  (tag) => {
    expect(languageNamed(tag)).toBeUndefined();
    expect(asLanguage(tag)).toBe('es-CL');
  },
);
