import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseTemplate, previewName } from '../../../../electron/downloads/files/index.ts';
import { languages } from '../../../../shared/model/languages.ts';
import { layouts } from '../../../../shared/model/layouts.ts';
import { shownTemplate, storedTemplate } from '../../../../shared/model/template-words.ts';

const spanish = '{cliente}/{año}-{mes}/{despacho}_{referencia}/{nn}_{tipo}_{número}';

test('a template is shown in Spanish, and stored as it was', () => {
  expect(shownTemplate(layouts.month, 'es-CL')).toBe(spanish);
  expect(storedTemplate(spanish)).toBe(layouts.month);
  expect(shownTemplate(layouts.month, 'en')).toBe(layouts.month);
});

test.each(languages)('what %s says of a template has the words of that language', (language) => {
  const read = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../../../shared/locales', language, name), 'utf8');
  const texts = `${read('settings.json')}${read('errors.json')}`;
  const words = [...texts.matchAll(/(?<!\{)\{[^{}\n]+\}(?!\})/g)].map(([word]) => word);
  expect(words.length).toBeGreaterThan(8);
  expect(words.map((word) => shownTemplate(storedTemplate(word), language))).toEqual(words);
});

test('words are read in both languages, without accents, with the date of a date part', () => {
  expect(storedTemplate('{CLIENTE}/{ano:fechaEta}-{Mes : fechaEta}/{ dia }/{numero}_{client}')).toBe(
    '{client}/{year:fechaEta}-{month: fechaEta}/{day}/{number}_{client}',
  );
  expect(storedTemplate('{nombreNave}/{infoDoc.issuer.name}/mes {m')).toBe(
    '{nombreNave}/{infoDoc.issuer.name}/mes {m',
  );
});

test('a template in Spanish names files as the stored one does', () => {
  expect(previewName(spanish)).toEqual(previewName(layouts.month));
  expect(previewName('{día:fechaEta}_{emisor}')).toEqual(previewName('{day:fechaEta}_{issuer}'));
  // A field of the dispatch keeps its meaning, and its key in the ledger.
  expect(parseTemplate('{referencia}/{nn}')).toMatchObject({
    fixedText: '{referencia}',
    paths: ['dispatch.referencia'],
  });
});
