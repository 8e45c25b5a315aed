export { type FileOf, type ReadUnsaved, viewingHandlers } from './preview.ts';
