export { type MarkOptions, markAsForeign } from './mark.ts';
export { isOpenable, openableEndings } from './openable.ts';
