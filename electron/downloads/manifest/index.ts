export { createFolderIndex, type FolderIndex, type IndexedFile, takeIn } from './folder-index.ts';
export { type Machine, thisMachine } from './folder-lock.ts';
export { indexStamp } from './index-file.ts';
export { createIndexer, type Indexer } from './outbox.ts';
export { verifyFolder } from './verify.ts';
