export { type MarkOptions, markAsForeign } from './mark.ts';
export { checkPage, isOpenable, openableEndings } from './openable.ts';
