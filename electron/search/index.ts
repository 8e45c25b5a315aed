export {
  type ConfigurationDeps,
  type ConfigurationFile,
  type ConfigurationWords,
  createConfigurationFile,
  readConfiguration,
} from './configuration.ts';
export { configurationWords } from './configuration-words.ts';
export { createFilesSaid } from './files-said.ts';
export { searchHandlers } from './handlers.ts';
export { bareNumber } from './number-forms.ts';
export { type ListedDispatch, readDispatchList } from './numbered.ts';
export { createSearch, type Search, type SearchDeps } from './search.ts';
