import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../../scripts/lint/architecture.mjs';
import { retiredWords } from '../../scripts/lint/retired-names.mjs';
import { fileRules, graphRules, importRules, nodeRules } from '../../scripts/lint/rules.mjs';
import { readSources } from '../../scripts/lint/source-files.mjs';

// A small project in the shape of this one; each line that must be refused names the rules that do so.
const fixture = join(import.meta.dirname, 'fixtures/architecture');

function expected(): string[] {
  return readSources(fixture).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const rules = line.split('// refused: ')[1]?.split(' ') ?? [];
      return rules.map((rule) => `${path}:${index + 1} ${rule}`);
    }),
  );
}

describe('architecture lint', () => {
  const found = findViolations(fixture);

  it('refuses exactly the lines that the fixture marks', () => {
    expect(found.map(({ path, line, rule }) => `${path}:${line} ${rule}`).sort()).toEqual(expected().sort());
  });

  it.each([...importRules, ...nodeRules, ...fileRules, ...graphRules].map(({ name }) => name))(
    'has a fixture that %s bites',
    (name) => {
      expect(found.some(({ rule }) => rule === name)).toBe(true);
    },
  );

  it.each([...retiredWords])('refuses names with the word %s', (word) => {
    const refused = found
      .filter(({ rule }) => rule === 'no-retired-names')
      .map(({ why }) => why.toLowerCase());
    expect(refused.some((why) => new RegExp(`^(own)?${word} `).test(why))).toBe(true);
  });

  it('says why', () => {
    expect(found.every(({ why }) => why.length > 10)).toBe(true);
  });
});
