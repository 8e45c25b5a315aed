import { expect, test } from 'vitest';
import { knownTypeNames, parseText, planOf } from '../../../../electron/search/query-parser/index.ts';
import { asOneLine } from '../../../../renderer/features/search/plan-search-or-merge.ts';
import { allTexts } from './all-texts.ts';

const today = '2026-11-26';
const planned = (text: string) => planOf(parseText(text, { book: [], types: knownTypeNames, today }), today);
const all = allTexts.map(([text]) => text);
const inMail = (text: string) =>
  `Cc: a@acme.example; b@acme.example\n\nEstimada Marta:\n${text}\nSaludos, Pedro`;

test.each([...all, ...all.map(inMail)].filter((text) => /[\n\t]/.test(text)))(
  'what is pasted into the box is read as the terminal reads it: %j',
  (text) => {
    expect(asOneLine(text)).not.toMatch(/[\r\n\t]/);
    expect(planned(asOneLine(text))).toEqual(planned(text));
  },
);
