import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { helpTopics } from '../../renderer/ui/help-topics.ts';
import { languages } from '../../shared/model/languages.ts';

const folder = join(import.meta.dirname, '../../renderer/components/help/pictures');

it.each(languages)('the pictures of the help show every topic in %s, and nothing else', (language) => {
  const names = readdirSync(join(folder, language));
  expect(names.sort()).toEqual(helpTopics.map((topic) => `${topic}.webp`).sort());
});

it('the pictures of the help weigh less than 1.5 MB together', () => {
  const sizes = languages.flatMap((language) =>
    readdirSync(join(folder, language)).map((name) => statSync(join(folder, language, name)).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
});
