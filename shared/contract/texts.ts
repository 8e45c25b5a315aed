import {
  type RecognizedWord,
  recognizedQuery,
  type TextCount,
  type TextHits,
  type TextLine,
  type TextStatus,
  textCountQuery,
  textLinesQuery,
  textQuery,
} from '../model/text-search.ts';
import { call, nothing } from './define-call.ts';

/** Calls about the words of the files on this computer. */
export const textsCalls = {
  /** Documents that have these words. */
  'texts.find': call<TextHits>()(textQuery),
  /** How many documents have these words; a call with other words aborts it. */
  'texts.count': call<TextCount>()(textCountQuery),
  /** The lines around the words, read again from the files; a call of its kind with other words aborts it. */
  'texts.lines': call<TextLine[]>()(textLinesQuery),
  /** The words that were recognised on a scanned page of a document; none of a page with a text layer. */
  'texts.recognized': call<RecognizedWord[]>()(recognizedQuery),
  'texts.status': call<TextStatus>()(nothing),
} as const;
