export { createDownloads, type Downloads, type DownloadsParts, downloadHandlers } from './downloads.ts';
export { type Disk, type DiskFile, realDisk, safeName } from './files/index.ts';
export { createFilesInSight, type FilesInSight } from './files-in-sight.ts';
export type { Machine } from './folder-index/index.ts';
export { createFolderIndex, type FolderIndex, type IndexedFile } from './folder-index/index.ts';
export type { Namer } from './queue/index.ts';
export type { Unsaved, UnsavedOptions } from './transfer/index.ts';
