/** Queries about the words of documents. They run in a worker over their own file. */
export { countTexts } from './count-queries.ts';
export {
  listRecognized,
  listRecognizedWords,
  listWaitingScans,
  noteScan,
  readRecognizedText,
  storeScan,
} from './scanned-page-queries.ts';
export {
  beginTextPass,
  clearTexts,
  endTextPass,
  findTextPages,
  forgetTextsRemade,
  listFoundTexts,
  listIndexedTexts,
  listWaitingTexts,
  noteTextAway,
  noteTextFiles,
  overwriteTexts,
  storeTexts,
} from './text-index-queries.ts';
export { listWaitingFacts, noteFactsAway, storeWaitingFacts } from './waiting-fact-queries.ts';
