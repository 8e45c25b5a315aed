export { searchHandlers } from './handlers.ts';
export { bareNumber } from './number-forms.ts';
export { type ListedDispatch, readDispatchList } from './numbered.ts';
export { openSearch } from './open-search.ts';
export { createSearch, type Search, type SearchDeps } from './search.ts';
