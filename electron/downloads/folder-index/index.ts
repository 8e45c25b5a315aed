export { createFolderIndex, type FolderIndex, type IndexedFile } from './folder-index.ts';
export { type Machine, thisMachine } from './folder-lock.ts';
export { importIndex } from './import-index.ts';
export { indexStamp } from './index-file.ts';
export { createIndexer, type IndexContext, type Indexer, indexPauseOf } from './index-sync.ts';
export { createIndexWatch, type IndexWatch } from './index-watch.ts';
export type { IndexedConnection } from './indexed-connection.ts';
export { verifyFolder } from './verify.ts';
