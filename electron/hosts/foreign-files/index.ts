export { type MarkOptions, markAsForeign } from './mark.ts';
export { isOpenable } from './openable.ts';
