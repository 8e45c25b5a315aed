import { clerkTexts } from './clerk-texts.ts';
import { correspondenceTexts } from './correspondence-texts.ts';
import { dayTexts } from './day-texts.ts';
import { documentTexts } from './document-texts.ts';
import { furtherTexts } from './further-texts.ts';
import { moreTexts } from './more-texts.ts';
import { officeTexts } from './office-texts.ts';
import { texts } from './texts.ts';
import { tradeTexts } from './trade-texts.ts';

/** Every text of the tables, with what is asked for it. */
export const allTexts = [
  ...texts,
  ...moreTexts,
  ...furtherTexts,
  ...clerkTexts,
  ...officeTexts,
  ...dayTexts,
  ...documentTexts,
  ...tradeTexts,
  ...correspondenceTexts,
];
