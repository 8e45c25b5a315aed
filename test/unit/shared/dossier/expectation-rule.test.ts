import { expect, test } from 'vitest';
import { groupWord } from '../../../../shared/dossier/expectation-rule.ts';

const ranges = [
  [0x20, 0x24f],
  [0x300, 0x36f],
  [0x1e00, 0x1eff],
] as const;

// Decisions of a person are stored under it.
test('the form of a value of the service never changes: no Latin letter keeps its mark, none changes otherwise', () => {
  expect(groupWord(' Importación\u00a0 normal  ñandú ')).toBe('IMPORTACION NORMAL NANDU');
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code++) {
      const letter = `A${String.fromCodePoint(code)}B`;
      const stored = letter
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .replace(/\s+/g, ' ')
        .trim()
        .toUpperCase();
      expect(groupWord(letter)).toBe(stored);
    }
  }
});
