import { expect, test } from 'vitest';
import { knownTypeNames, parseText, planOf } from '../../../../electron/search/query-parser/index.ts';
import { asOneLine } from '../../../../renderer/features/search/enter-action.ts';
import { clerkTexts } from './clerk-texts.ts';
import { dayTexts } from './day-texts.ts';
import { furtherTexts } from './further-texts.ts';
import { moreTexts } from './more-texts.ts';
import { officeTexts } from './office-texts.ts';
import { paperTexts } from './paper-texts.ts';
import { texts } from './texts.ts';

const today = '2026-11-26';
const planned = (text: string) => planOf(parseText(text, { book: [], types: knownTypeNames, today }), today);
const all = [
  ...texts,
  ...moreTexts,
  ...furtherTexts,
  ...clerkTexts,
  ...officeTexts,
  ...dayTexts,
  ...paperTexts,
].map(([text]) => text);
const inMail = (text: string) =>
  `Cc: a@acme.example; b@acme.example\n\nEstimada Marta:\n${text}\nSaludos, Pedro`;

test.each([...all, ...all.map(inMail)].filter((text) => /[\n\t]/.test(text)))(
  'what is pasted into the box is read as the terminal reads it: %j',
  (text) => {
    expect(asOneLine(text)).not.toMatch(/[\r\n\t]/);
    expect(planned(asOneLine(text))).toEqual(planned(text));
  },
);
