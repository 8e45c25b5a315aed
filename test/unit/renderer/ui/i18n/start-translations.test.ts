import { expect, it } from 'vitest';
import { translationsOf } from '../../../../support/page/page-translations.ts';

it('a number in a text is written as the language writes a count; a text stays as it is', () => {
  const values = { finished: 2310, total: 12_000 };
  expect(translationsOf('downloads')('of', values)).toContain('2.310');
  expect(translationsOf('downloads', 'en')('of', values)).toContain('12,000');
  expect(translationsOf('search')('oneDispatch', { number: '10042' })).toContain('10042');
});
