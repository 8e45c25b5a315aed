export { type FileOf, type ReadUnsaved, viewingHandlers } from './viewing.ts';
