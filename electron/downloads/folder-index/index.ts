export { createFolderIndex, type FolderIndex, type IndexedFile } from './folder-index.ts';
export { type Machine, thisMachine } from './folder-lock.ts';
export { indexStamp } from './index-file.ts';
export {
  createIndexer,
  type IndexContext,
  type IndexedConnection,
  type Indexer,
  importIndex,
  indexPauseOf,
} from './index-sync.ts';
export { createIndexWatch, type IndexWatch } from './index-watch.ts';
export { verifyFolder } from './verify.ts';
