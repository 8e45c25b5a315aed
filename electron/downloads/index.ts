export { type Disk, type DiskFile, realDisk } from './disk/disk.ts';
export { createDownloads, type Downloads } from './downloads.ts';
export { createFolderIndex, type FolderIndex, type IndexedFile } from './folder-index.ts';
export type { Namer } from './gather.ts';
export { downloadHandlers } from './handlers.ts';
export { safeName } from './naming/index.ts';
export type { DownloadsParts, Machine } from './parts.ts';
export type { Unsaved, UnsavedOptions } from './read-unsaved.ts';
