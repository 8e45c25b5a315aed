export { createFolderIndex, type FolderIndex, type IndexedFile } from './folder-index.ts';
export { type Machine, thisMachine } from './folder-lock.ts';
export { createIndexWatch, type IndexWatch, importIndex } from './import-index.ts';
export type { IndexedConnection } from './index-entry.ts';
export { indexStamp } from './index-file.ts';
export { createIndexer, type IndexContext, type Indexer, indexPauseOf } from './index-sync.ts';
export { verifyFolder } from './verify.ts';
