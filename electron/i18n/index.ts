export { type Blanks, batchNotice, createWords, type Language, type WordKey, type Words } from './words.ts';
