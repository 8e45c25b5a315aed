export { type Disk, type DiskFile, realDisk, safeName } from './destination/index.ts';
export { createDownloads, type Downloads, type DownloadsParts, downloadHandlers } from './downloads.ts';
export { createFilesInSight, type FilesInSight } from './files-in-sight.ts';
export type { Machine } from './manifest/index.ts';
export { createFolderIndex, type FolderIndex, type IndexedFile } from './manifest/index.ts';
export type { Namer } from './scheduler/index.ts';
export type { Unsaved, UnsavedOptions } from './transfer/index.ts';
