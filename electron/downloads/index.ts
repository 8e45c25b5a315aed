export { type Disk, type DiskFile, realDisk } from './destination/disk.ts';
export { safeName } from './destination/index.ts';
export { createDownloads, type Downloads } from './downloads.ts';
export { downloadHandlers } from './handlers.ts';
export { createFolderIndex, type FolderIndex, type IndexedFile } from './manifest/folder-index.ts';
export type { DownloadsParts, Machine } from './parts.ts';
export type { Namer } from './scheduler/expand-selection.ts';
export type { Unsaved, UnsavedOptions } from './transfer/read-unsaved.ts';
