import { expect, test } from 'vitest';
import { retiredWords } from '../../scripts/lint/retired-names.mjs';
import { calls, eventNames } from '../../shared/contract.ts';

/** Ids of lists that layouts and saved searches store; their calls are named by them. */
const storedIds = ['dossier.gaps', 'dossier.chases'];

test('calls and events are named in the field’s words', () => {
  const names = [...Object.keys(calls), ...eventNames];
  expect(names.length).toBeGreaterThan(100);
  const retired = names.filter((name) => words(name).some((word) => retiredWords.has(word)));
  expect(retired).toEqual(storedIds);
});

function words(name: string): string[] {
  return name.split(/\.|(?=[A-Z])/).map((word) => word.toLowerCase());
}
