export { searchHandlers } from './handlers.ts';
export { openSearch } from './open-search.ts';
export { bareNumber, knownTypeNames, type ParsedText, parseText, planOf } from './query-parser/index.ts';
export { createSearch, type Search, type SearchDeps } from './search.ts';
export { type ListedDispatch, readDispatchList } from './stored-numbers.ts';
